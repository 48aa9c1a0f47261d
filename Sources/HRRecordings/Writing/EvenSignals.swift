internal import HRSupport
internal import HRSignals

extension Recording {
  /// Returns all channels, for a format that holds only evenly spaced samples from 0 s on.
  ///
  /// - Parameter format: name of the format: `EDF`.
  /// - Throws: problems of all channels that are not of that kind.
  func evenSignals(for format: String) throws(Diagnostics) -> [(kind: ChannelKind, signal: Signal)] {
    var signals: [(kind: ChannelKind, signal: Signal)] = []
    var problems: [Diagnostic] = []
    for kind in channels.kinds {
      guard case .uniform(let signal)? = channels[kind], signal.startTime == 0, signal.count > 0 else {
        problems.add(
          "\(format) holds evenly spaced samples from 0 s on, and \(kind.rawValue) of recording \(id) is not of that kind",
          hint: "the HDF5 layout can hold it")
        continue
      }
      signals.append((kind, signal))
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    return signals
  }
}
