internal import HRSupport
internal import HRRunning
internal import HRSignals

/// Findings about recordings that share their data. In one data set both recordings are concerned, in different ones
/// only the later.
struct CopyFindings {
  let plan: RunPlan
  /// Subjects by recording, where known.
  let subjects: [String?]
  let pairs: [CopiedRecordings.Pair]

  var all: [RecordingFinding] {
    findings(
      .duplicateRecording, of: pairs,
      mend: "find out which of them was copied and leave it out with \"exclude\": shared data count twice"
    ) { _ in "" }
      + findings(
        .samePerson, of: pairs.filter { spokenSubjects($0) != nil },
        mend: "find out who was recorded and name the subject the same, or leave one of them out",
        and: { spokenSubjects($0).map { ", and their subjects are \($0)" } ?? "" })
  }

  /// Returns `"s1" and "s9"`; `nil` where the subjects are the same, or one is not known.
  private func spokenSubjects(_ pair: CopiedRecordings.Pair) -> String? {
    guard let first = subjects[pair.first], let second = subjects[pair.second],
      SubjectNames.key(first) != SubjectNames.key(second)
    else { return nil }
    return "\"\(first)\" and \"\(second)\""
  }

  private func findings(
    _ kind: DataFinding.Kind, of pairs: [CopiedRecordings.Pair], mend: String,
    and more: (CopiedRecordings.Pair) -> String
  ) -> [RecordingFinding] {
    let parts = pairs.flatMap { pair in concerned(pair).map { (recording: $0, pair: pair) } }
    let found = Dictionary(grouping: parts, by: \.recording).sorted { $0.key < $1.key }
    return found.compactMap { recording, found in
      // The first of those with the largest share of common data.
      guard let most = found.map(\.pair).max(by: { $0.likeness.share < $1.likeness.share }) else {
        return nil
      }
      let others = found.count - 1
      return RecordingFinding(
        recording: recording,
        finding: DataFinding(
          kind,
          evidence: evidence(most) + more(most)
            + (others > 0 ? "; it shares data with \(others) more" : ""),
          mend: mend))
    }
  }

  private func concerned(_ pair: CopiedRecordings.Pair) -> [Int] {
    isWithinOne(pair) ? [pair.first, pair.second] : [pair.second]
  }

  private func isWithinOne(_ pair: CopiedRecordings.Pair) -> Bool {
    plan.recordings[pair.first].dataset == plan.recordings[pair.second].dataset
  }

  private func evidence(_ pair: CopiedRecordings.Pair) -> String {
    let names = [pair.first, pair.second].map {
      isWithinOne(pair) ? plan.recordings[$0].id : plan.name(ofRecording: $0)
    }
    let what =
      switch pair.likeness {
      case .stretches(let shared, let all):
        "hold the same values in \(shared) of \(all) marked stretches (\(shortest(100 * pair.likeness.share, decimals: 1)) %)"
      case .file(let digest):
        "have a signal file with the same bytes (100 %; SHA-256 \(digest.prefix(12))…)"
      }
    return "\(names[0]) and \(names[1]) \(what)"
  }
}
