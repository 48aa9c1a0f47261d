internal import HRPlugins
package import HRRunning
internal import HRSignals

extension Listing.Item {
  /// Lists a program in another language by its own description.
  package init(program: KnownProgram) {
    let description = program.description
    func names(_ kinds: [ChannelKind]) -> String {
      kinds.isEmpty ? "none" : kinds.map(\.rawValue).joined(separator: ", ")
    }
    var facts: [(name: String, value: String)] = [
      ("definition", description.definition), ("kind", description.kind.rawValue),
      ("channels", names(description.channels)),
    ]
    if description.kind == .detector {
      facts += [
        ("optional channels", names(description.optionalChannels)), ("sees", description.sees.rawValue),
        (
          "estimates",
          description.measurands.map(\.words).joined(separator: ", ")
            + (description.rangeBPM.map {
              ", \(ParameterValue.number($0.lowerBound).text) to \(ParameterValue.number($0.upperBound).text) per minute"
            } ?? "")
        ),
        (
          "sample rate",
          description.sampleRate.map { "\(ParameterValue.number($0).text) Hz" } ?? "as recorded"
        ),
        ("samples", description.samples == .even ? "evenly spaced" : "with their recorded times"),
        ("tracks", description.tracks ? "yes" : "no"),
      ]
    }
    let isShown = description.kind == .detector && description.sees != .recording
    let beyond = description.kind == .detector ? "the window" : "the sample"
    facts += [
      (
        "causality",
        description.causality.text(beyond: beyond)
          + (isShown ? " (it is shown nothing later)" : " (as it states)")
      ),
      ("messages", description.frames == .json ? "lines of JSON" : "binary frames"),
      ("files", program.sha256.map { "SHA-256 \($0)" } ?? "none of its own"),
    ]
    self.init(
      name: description.name,
      summary: "A \(description.kind.rawValue) in another language: \(program.command.noted)",
      facts: facts, parameters: description.parameters)
  }
}
