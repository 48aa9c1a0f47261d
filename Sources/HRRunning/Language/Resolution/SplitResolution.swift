internal import HRSupport
internal import HRNumerics
internal import HRRecordings

/// The recordings that a run may open.
extension ExperimentResolver {
  /// Returns the recordings of the part that is run, those of the other, and the split; all of them, none, and
  /// `nil`, if the experiment declares none.
  ///
  /// The part of a recording follows only from its name, or its subject's, and the split's seed: neither other
  /// recordings nor `--limit` change it.
  mutating func parted(
    _ recordings: [RecordingPlan], of datasets: [Dataset], by node: JSONNode?
  ) -> Parts {
    guard let node, node.members != nil else {
      if file.isFinal, node == nil {
        complain(
          "--final opens the test part, and the experiment has none", at: document.root,
          hint: "\"split\" says which recordings are kept for the test")
      }
      return Parts(recordings: recordings)
    }
    guard let rule = self.rule(node, recordings, of: datasets) else { return Parts(recordings: recordings) }
    let isTest = recordings.map(rule.isTest)
    refuseSharedSubjects(recordings, isTest, of: datasets, at: node)
    let test = zip(recordings, isTest).filter { $1 }.map { $0.0 }
    let development = zip(recordings, isTest).filter { !$1 }.map { $0.0 }
    for (part, members) in [(RunPart.test, test), (RunPart.development, development)] where members.isEmpty {
      complain(
        "no recording is in \(part.words)", at: node,
        hint: node.node(SplitKey.test) == nil
          ? "another testShare or seed draws otherwise" : "the patterns of \"test\" say which are")
    }
    let note = RunPlan.SplitNote(
      part: file.isFinal ? .test : .development, rule: rule.words, developmentRecordings: development.count,
      testRecordings: test.map { datasets[$0.dataset].qualifiedName(of: $0.entry.id) })
    return file.isFinal
      ? Parts(recordings: test, others: development, note: note)
      : Parts(recordings: development, others: test, note: note)
  }

  struct Parts {
    /// Recordings of the part that is run.
    let recordings: [RecordingPlan]
    /// Recordings of the other part.
    var others: [RecordingPlan] = []
    /// `nil`: the experiment declares no split.
    var note: RunPlan.SplitNote?
  }

  private struct Rule {
    let words: String
    let isTest: (RecordingPlan) -> Bool
  }

  private mutating func rule(
    _ node: JSONNode, _ recordings: [RecordingPlan], of datasets: [Dataset]
  ) -> Rule? {
    func qualified(_ plan: RecordingPlan, _ name: String) -> String {
      datasets[plan.dataset].qualifiedName(of: name)
    }
    let (unit, share) = (node[SplitKey.by], node[SplitKey.testShare])
    if let test = node.node(SplitKey.test) {
      if unit != nil || share != nil {
        complain(
          "\"test\" names the recordings, so \"by\" and \"testShare\" have nothing to say", at: test,
          hint: "leave one of the two out")
      }
      let patterns = node[SplitKey.test]
      func fits(_ plan: RecordingPlan, _ pattern: String) -> Bool {
        plan.entry.id.fits(wildcards: pattern) || qualified(plan, plan.entry.id).fits(wildcards: pattern)
      }
      for pattern in patterns where !recordings.contains(where: { fits($0, pattern) }) {
        complain("no recording fits \"\(pattern)\"", at: test)
      }
      return Rule(words: "those that the experiment names") { plan in
        patterns.contains { fits(plan, $0) }
      }
    }
    guard let unit, let share else {
      complain(
        "a split needs \"by\" and \"testShare\", or \"test\"", at: node,
        hint: #"for example {"by": "subject", "testShare": 0.3, "seed": 1}"#)
      return nil
    }
    if unit == .subject {
      let unknown = datasets.indices.filter { index in
        recordings.contains { $0.dataset == index && $0.entry.subject == nil }
      }
      for index in unknown {
        complain(
          "recordings of the data set \"\(datasets[index].name)\" do not tell their subjects before they are opened",
          at: node.place(of: SplitKey.by),
          hint: "split by recording where each is of another subject, or name the test part with \"test\"")
      }
      guard unknown.isEmpty else { return nil }
    }
    let seed = UInt64(clamping: node[SplitKey.seed])
    let percent = shortest(100 * share, decimals: 2)
    return Rule(words: "by \(unit.rawValue), each with a chance of \(percent) %, seed \(seed)") { plan in
      let name = unit == .subject ? plan.entry.subject ?? plan.entry.id : plan.entry.id
      var stream = RandomStream(seed: seed, ["split", unit.rawValue, qualified(plan, name)])
      return stream.uniform() < share
    }
  }

  /// Reports subjects with recordings in both parts: these would be seen in development and counted as new in the
  /// test.
  private mutating func refuseSharedSubjects(
    _ recordings: [RecordingPlan], _ isTest: [Bool], of datasets: [Dataset], at node: JSONNode
  ) {
    func subjects(_ side: Bool) -> [String] {
      zip(recordings, isTest).filter { $1 == side }.compactMap { plan, _ in
        plan.entry.subject.map { datasets[plan.dataset].qualifiedName(of: $0) }
      }.distinct
    }
    let development = Set(subjects(false))
    let shared = subjects(true).filter(development.contains)
    guard !shared.isEmpty else { return }
    complain(
      "recordings of one subject would be on both sides of the split: \(shared.firstFew)", at: node,
      hint: "split by subject, or name all recordings of a subject in \"test\"")
  }
}
