internal import HRRunning
internal import HRSignals

extension DataFindings {
  /// Gathers all findings about the data of a run.
  init(plan: RunPlan, results: UnitResults, clusters: Clusters) {
    let units = plan.units
    var exams: [Int: RecordingExam] = [:]
    var facts: [Int: RecordingFacts] = [:]
    for result in results.withoutEstimates {
      let recording = units[result.unit].recording
      if let exam = result.exam { exams[recording] = exam }
      if facts[recording]?.files.isEmpty ?? true { facts[recording] = result.facts }
    }
    let subjects = plan.recordings.indices.map { facts[$0]?.subject ?? plan.recordings[$0].subject }
    let copies = CopyFindings(
      plan: plan, subjects: subjects,
      pairs: CopiedRecordings(marks: exams.mapValues(\.marks), files: facts.mapValues(\.files)).pairs)
    let chance = WorseThanChance(plan: plan, results: results, clusters: clusters)
    self.init(
      plan, exams: exams,
      ofAll: copies.all + SubjectNames(plan: plan, subjects: subjects).findings + chance.findings)
  }
}
