internal import HRPlugins

extension RunPlan {
  /// Names of swept values that are of the windows, not of a scenario's steps: length before start.
  package static let sizeNames = WindowSizeText.names

  /// Length and start of a scenario's windows.
  package struct SizeNote: Codable, Equatable, Sendable {
    /// `nil`: the whole recording.
    package let windowSeconds: Double?
    package let startSeconds: Double
  }
}

extension RunPlan.SizeNote {
  package init(_ plan: WindowPlan) {
    self.init(windowSeconds: plan.windowSeconds, startSeconds: plan.startSeconds)
  }

  /// `20 s from 5 s`
  var text: String {
    (windowSeconds.map { "\(ParameterValue.number($0).text) s" } ?? "all")
      + (startSeconds > 0 ? " from \(ParameterValue.number(startSeconds).text) s" : "")
  }
}

extension RunPlan.ScenarioNote {
  /// Returns the value of what was swept under a name; empty if nothing was.
  package func swept(_ name: String) -> String { swept.last { $0.name == name }?.value ?? "" }

  package func swept(without name: String) -> [RunPlan.ParameterNote] { swept.filter { $0.name != name } }

  /// Returns the label with the place of the length, or of the start, left open: `clean, … s from 5 s`.
  package func label(leavingOpen name: String) -> String {
    let sizes = swept.filter { RunPlan.sizeNames.contains($0.name) }.map {
      (name: $0.name, value: $0.name == name ? "…" : $0.value)
    }
    // In the order in which a label was filled in.
    var known = swept.filter { !RunPlan.sizeNames.contains($0.name) }.map { (name: $0.name, value: $0.value) }
    for step in steps {
      known += step.parameters.map { ($0.name, $0.value) }
      known += step.parameters.map { ("\(step.definition.prefix { $0 != "@" }).\($0.name)", $0.value) }
    }
    let unswept = size.map { WindowSizeText.values(of: $0.windowSeconds, $0.startSeconds) } ?? []
    return WindowSizeText.label(
      familyLabel.replacingPlaceholders(known), asWritten: familyLabel, filling: sizes + unswept, swept: sizes
    )
  }
}

/// Length and start of windows in labels.
package enum WindowSizeText {
  /// Keys of `windows`, and placeholders of labels.
  package static let lengthName = "windowSeconds"
  package static let startName = "startSeconds"
  package static let names = [lengthName, startName]

  /// Returns the values of the placeholders.
  package static func values(of windowSeconds: Double?, _ startSeconds: Double) -> [(
    name: String, value: String
  )] {
    [
      (WindowSizeText.lengthName, windowSeconds.map { ParameterValue.number($0).text } ?? "recording"),
      (WindowSizeText.startName, ParameterValue.number(startSeconds).text),
    ]
  }

  /// Returns `clean, 20 s from 5 s`; if the label as written has placeholders for them, these filled in.
  package static func label(
    _ label: String, asWritten: String, filling values: [(name: String, value: String)],
    swept: [(name: String, value: String)]
  ) -> String {
    if WindowSizeText.names.contains(where: { asWritten.contains("{\($0)}") }) {
      return label.replacingPlaceholders(values)
    }
    guard !swept.isEmpty else { return label }
    return label + ", "
      + swept.map { ($0.name == WindowSizeText.startName ? "from " : "") + "\($0.value) s" }.joined(
        separator: " ")
  }
}

extension String {
  /// Replaces `{name}` with values.
  package func replacingPlaceholders(_ values: [(name: String, value: String)]) -> String {
    values.reduce(self) { text, pair in
      text.split(separator: "{\(pair.name)}", omittingEmptySubsequences: false).joined(separator: pair.value)
    }
  }
}
