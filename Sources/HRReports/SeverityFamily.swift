internal import HRExperiments

/// The scenarios that one sweep of a single numeric parameter made.
struct SeverityFamily {
  struct Point {
    let scenario: Int
    let value: Double
  }

  /// `white noise … dB`: the label with the place of the swept value left open.
  let title: String
  let parameter: String
  /// In the order of the experiment file.
  let points: [Point]

  /// In the order of the experiment file; sweeps of several parameters, of words, or of one value are none.
  static func all(in plan: RunPlan) -> [SeverityFamily] {
    var members: [[Int]] = []
    for (index, note) in plan.scenarios.enumerated() {
      if let known = members.firstIndex(where: { plan.scenarios[$0[0]].family == note.family }) {
        members[known].append(index)
      } else {
        members.append([index])
      }
    }
    return members.compactMap { SeverityFamily($0, in: plan) }
  }

  private init?(_ scenarios: [Int], in plan: RunPlan) {
    let notes = scenarios.map { plan.scenarios[$0] }
    let swept = notes.compactMap { $0.swept.count == 1 ? $0.swept[0].number : nil }
    guard let first = notes.first, let parameter = first.swept.first?.name, swept.count == notes.count,
      swept.contains(where: { $0 != swept[0] })
    else { return nil }
    self.parameter = parameter
    // Of steps that share a parameter's name the label may say which: `{pinkNoise.snrDecibels}`.
    let names = [parameter] + first.steps.map { "\($0.definition.prefix { $0 != "@" }).\(parameter)" }
    title = names.reduce(first.familyLabel) { text, name in
      text.split(separator: "{\(name)}", omittingEmptySubsequences: false).joined(separator: "…")
    }
    points = zip(scenarios, swept).map { Point(scenario: $0, value: $1) }
  }
}
