/// Reduces a damaged file as far as possible in a few seconds.
struct Shrinker {
  let seconds: Double

  /// - Parameters:
  ///   - sound: the file before the damage.
  ///   - fails: returns true if the program still breaks its promise.
  func shrunk(_ bytes: [UInt8], from sound: [UInt8], _ fails: ([UInt8]) -> Bool) -> [UInt8] {
    let deadline = ContinuousClock.now + .seconds(seconds)
    return bytes.count == sound.count
      ? mended(bytes, from: sound, until: deadline, fails) : shortened(bytes, until: deadline, fails)
  }

  /// Restores differing bytes, from large pieces to single bytes.
  private func mended(
    _ bytes: [UInt8], from sound: [UInt8], until deadline: ContinuousClock.Instant, _ fails: ([UInt8]) -> Bool
  ) -> [UInt8] {
    var result = bytes
    var piece = max(1, bytes.count / 2)
    while true {
      for start in stride(from: 0, to: bytes.count, by: piece) {
        guard ContinuousClock.now < deadline else { return result }
        let range = start..<min(bytes.count, start + piece)
        guard result[range] != sound[range] else { continue }
        var candidate = result
        candidate.replaceSubrange(range, with: sound[range])
        if fails(candidate) { result = candidate }
      }
      guard piece > 1 else { return result }
      piece /= 2
    }
  }

  /// Removes pieces, from large to small.
  private func shortened(
    _ bytes: [UInt8], until deadline: ContinuousClock.Instant, _ fails: ([UInt8]) -> Bool
  ) -> [UInt8] {
    var result = bytes
    var piece = max(1, bytes.count / 2)
    while true {
      var start = 0
      while start < result.count {
        guard ContinuousClock.now < deadline else { return result }
        var candidate = result
        candidate.removeSubrange(start..<min(result.count, start + piece))
        if fails(candidate) { result = candidate } else { start += piece }
      }
      guard piece > 1 else { return result }
      piece /= 2
    }
  }
}
