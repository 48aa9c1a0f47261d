internal import HRSupport
internal import HRRunning
internal import HRSignals

/// Findings about recordings that share their data, and about those that continue one another. In one data set both
/// recordings are concerned, in different ones only the later.
struct CopyFindings {
  let plan: RunPlan
  /// Subjects by recording, where known.
  let subjects: [String?]
  let pairs: [CopiedRecordings.Pair]
  var continued: [ContinuedRecordings.Pair] = []

  var all: [RecordingFinding] {
    findings(
      .duplicateRecording, of: pairs,
      mend: "find out which of them was copied and leave it out with \"exclude\": shared data count twice"
    ) { _ in "" }
      + findings(
        .samePerson, of: pairs.filter { spokenSubjects($0) != nil },
        mend: "find out who was recorded and name the subject the same, or leave one of them out",
        and: { spokenSubjects($0).map { ", and their subjects are \($0)" } ?? "" })
      + continued.flatMap(findings)
  }

  /// Returns `"s1" and "s9"`; `nil` where the subjects are the same, or one is not known.
  private func spokenSubjects(_ pair: CopiedRecordings.Pair) -> String? {
    spokenSubjects(pair.first, pair.second)
  }

  private func spokenSubjects(_ first: Int, _ second: Int) -> String? {
    guard let first = subjects[first], let second = subjects[second],
      SubjectNames.key(first) != SubjectNames.key(second)
    else { return nil }
    return "\"\(first)\" and \"\(second)\""
  }

  /// Returns findings about a recording that goes on where another ends; none where both are known to be of one person.
  private func findings(_ pair: ContinuedRecordings.Pair) -> [RecordingFinding] {
    let (before, after) = (pair.before, pair.after)
    let spoken = spokenSubjects(before, after)
    guard spoken != nil || subjects[before] == nil || subjects[after] == nil else { return [] }
    let names = names(before, after)
    let finding = DataFinding(
      .continuedRecording, at: pair.kinds.map { "channel \($0.rawValue)" }.joined(separator: ", "),
      evidence:
        "\(names[1]) begins at the time and level at which \(names[0]) ends (predicted from there with \(shortest(pair.errorRatio, decimals: 1)) times the usual error)"
        + (spoken.map { ", and their subjects are \($0)" } ?? ""),
      mend: "find out whether one recording was cut, and name the subject of all pieces the same")
    return concerned(min(before, after), max(before, after)).map {
      RecordingFinding(recording: $0, finding: finding)
    }
  }

  private func findings(
    _ kind: DataFinding.Kind, of pairs: [CopiedRecordings.Pair], mend: String,
    and more: (CopiedRecordings.Pair) -> String
  ) -> [RecordingFinding] {
    let parts = pairs.flatMap { pair in
      concerned(pair.first, pair.second).map { (recording: $0, pair: pair) }
    }
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

  private func concerned(_ first: Int, _ second: Int) -> [Int] {
    areWithinOne(first, second) ? [first, second] : [second]
  }

  private func areWithinOne(_ first: Int, _ second: Int) -> Bool {
    plan.recordings[first].dataset == plan.recordings[second].dataset
  }

  /// Returns the recordings' names, with those of their data sets where these differ.
  private func names(_ first: Int, _ second: Int) -> [String] {
    [first, second].map {
      areWithinOne(first, second) ? plan.recordings[$0].id : plan.name(ofRecording: $0)
    }
  }

  private func evidence(_ pair: CopiedRecordings.Pair) -> String {
    let names = names(pair.first, pair.second)
    let percent = "\(shortest(100 * pair.likeness.share, decimals: 1)) %"
    let what =
      switch pair.likeness {
      case .stretches(let shared, let all):
        "hold the same values in \(shared) of \(all) marked stretches (\(percent))"
      case .waves(let shared, let all):
        "have the same pulse wave with other values at \(shared) of \(all) common landmarks (\(percent))"
      case .file(let digest):
        "have a signal file with the same bytes (\(percent); SHA-256 \(digest.prefix(12))…)"
      }
    let manner = spoken(pair.manner)
    return "\(names[0]) and \(names[1]) \(what)" + (manner.isEmpty ? "" : ", \(names[1]) \(manner)")
  }

  /// Least share by which clocks differ that is said.
  private static let leastSlowing = 0.002

  /// Returns `in reverse order and 2 % slower`; empty for neither.
  private func spoken(_ manner: CopiedRecordings.Manner) -> String {
    let change = manner.slowing - 1
    let speed =
      abs(change) < Self.leastSlowing
      ? nil : "\(shortest(100 * abs(change), decimals: 1)) % \(change > 0 ? "slower" : "faster")"
    return [manner.isReversed ? "in reverse order" : nil, speed].compactMap(\.self).joined(separator: " and ")
  }
}
