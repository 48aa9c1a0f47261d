package import HRRecordings
package import HRSignals

/// The recordings from which a scenario takes its noise.
package struct NoisePlan: Sendable {
  package let dataset: Dataset
  /// In the order of the signals that the scenario is given.
  package let channels: [ChannelKind]
  /// ``ContentHash/joint(_:)`` of the recordings' files; `nil` if a file cannot be read, which the trials that need
  /// it report, or if digests are not wanted.
  package let sha256: String?

  /// - Parameter isDigested: true if the files are read for their digests; else there are none.
  init(dataset: Dataset, channels: [ChannelKind], isDigested: Bool) {
    self.dataset = dataset
    self.channels = channels
    let digests =
      isDigested ? try? dataset.recordings.flatMap { try dataset.digests(of: $0).map(\.sha256) } : nil
    sha256 = digests.map(ContentHash.joint)
  }

  /// Identity of the noise: two folders may hold data sets of one name.
  var identity: String { "\(dataset.root) \(text)" }

  /// `opensignals-bvp: bvp_motion_artifact (ppg)`
  package var text: String {
    "\(dataset.name): \(dataset.recordings.map(\.id).joined(separator: ", ")) (\(channels.map(\.rawValue).joined(separator: ", ")))"
  }
}
