package import HRSignals
internal import HRRecordings

/// Digest of one trial's samples: SHA-256 of its channels, whatever file they are written to.
///
/// Channels go by the order of their names' bytes. Each has a line: its name, a space, SHA-256 of its samples, a line
/// feed. The trial's digest is that of these lines. A channel's samples are first the times of all of them in seconds
/// (of even ones start + number ÷ rate), then their values. Each number takes eight bytes, lowest byte first (IEEE
/// 754). A missing value is the NaN whose bytes are 00 00 00 00 00 00 F8 7F; −0 is 0.
package enum TrialDigest {
  package static func digest(of channels: Channels) -> String {
    let names = channels.kinds.map { (kind: $0, name: $0.rawValue) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    let lines = names.compactMap { kind, name in channels[kind].map { "\(name) \(digest(of: $0))\n" } }
    return ContentHash.digest(of: Array(lines.joined().utf8))
  }

  private static func digest(of channel: Channel) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 * channel.count)
    func add(_ number: Double) {
      let plain = number.isNaN ? Double.nan : number + 0
      withUnsafeBytes(of: plain.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    for index in 0..<channel.count { add(channel.time(at: index)) }
    for value in channel.values { add(value) }
    return ContentHash.digest(of: bytes)
  }
}
