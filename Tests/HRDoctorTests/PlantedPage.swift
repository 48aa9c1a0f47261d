import HRDoctor
import HRSignals
import HRSynthesis

/// Results of all planted mistakes, as a page: `docs/explanation/planted-mistakes.md`.
struct PlantedPage {
  /// A recording, and its findings without a planted mistake.
  struct Base {
    let recording: Recording
    let known: Set<DataFinding.Kind>

    init(_ recording: Recording) {
      self.recording = recording
      known = Set(Doctor.examine(recording, needsReference: true).findings.map(\.kind))
    }
  }

  /// Results of one mistake at one severity on several recordings.
  struct Tally {
    var planted = 0
    var found = 0
    var named = 0
    /// Findings that neither the mistake nor the recording explains.
    var beside: [DataFinding.Kind] = []

    init(_ mistake: PlantedMistake, _ plant: (Recording) -> Recording?, on bases: [Base]) {
      for base in bases {
        guard let spoiled = plant(base.recording) else { continue }
        let kinds = Doctor.examine(spoiled, needsReference: true).findings.map(\.kind)
        let new = kinds.filter { !base.known.contains($0) || mistake.named.contains($0) }
        planted += 1
        found += new.isEmpty ? 0 : 1
        named += new.contains { mistake.named.contains($0) } ? 1 : 0
        beside += Set(new).subtracting(mistake.named).sorted { $0.rawValue < $1.rawValue }
      }
    }
  }

  let synthetic: [Base]
  let real: [Base]

  /// Four synthetic recordings of five minutes: at rest, ramp, load and recovery, intervals.
  static func syntheticBases(seconds: Double = 300) -> [Base] {
    var plan = SynthesisPlan()
    plan.seconds = seconds
    plan.seed = 77
    plan.activities = [.rest, .ramp, .restRampRecover, .intervals]
    plan.count = 4
    return (0..<4).map { Base(plan.recording($0)) }
  }

  // MARK: Text

  var text: String {
    """
    # Planted mistakes

    What the questions to the data (`hreval inspect`, `check`, `run`) find of mistakes that were planted on purpose, at up
    to three severities, the last one gross. `./setup.sh planted` makes this page anew.

    Synthetic: four recordings of five minutes (rest, ramp, load and recovery, intervals). Real: of each of BIDMC,
    NeuroKit, UW oximetry and Welltory the first two that have a reference and last 55 s or more; thresholds were set with
    these \(real.count) and the synthetic ones in view, so the figures say how well the rules do what they were made for. A cell says:
    named right / found at all / planted. *Beside* are findings that neither the mistake nor the recording as it is
    explains.

    \(table(PlantedMistakes.all))

    \(summary)

    ## Not thought of while the rules were written

    Five mistakes that were chosen after the rules had been written. What was changed later was changed for the table above
    and for speed, nothing for these.

    \(table(PlantedMistakes.afterthoughts))

    """
  }

  private func table(_ mistakes: [PlantedMistake]) -> String {
    var lines = ["| mistake | severity | synthetic | real | beside |", "|---|---|--:|--:|---|"]
    for mistake in mistakes {
      for (label, plant) in mistake.severities {
        let tallies = [Tally(mistake, plant, on: synthetic), Tally(mistake, plant, on: real)]
        let beside = tallies.flatMap(\.beside)
        let counts = DataFinding.Kind.allCases.compactMap { kind -> String? in
          let count = beside.count { $0 == kind }
          return count == 0 ? nil : "\(kind.rawValue) \(count)"
        }
        lines.append(
          "| \(mistake.name) | \(label) | \(Self.cell(tallies[0])) | \(Self.cell(tallies[1])) | \(counts.joined(separator: ", ")) |"
        )
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func cell(_ tally: Tally) -> String {
    tally.planted == 0 ? "–" : "\(tally.named) / \(tally.found) / \(tally.planted)"
  }

  private var summary: String {
    let (own, others) = (Self.gross(synthetic), Self.gross(real))
    return
      "Of the gross mistakes \(own.named) of \(own.planted) on synthetic and \(others.named) of \(others.planted) on real recordings are found and named right."
  }

  /// Returns the sum over all mistakes at their last severity.
  static func gross(_ bases: [Base]) -> (named: Int, planted: Int) {
    PlantedMistakes.all.compactMap { mistake in
      mistake.severities.last.map { Tally(mistake, $0.plant, on: bases) }
    }.reduce((0, 0)) { ($0.0 + $1.named, $0.1 + $1.planted) }
  }
}
