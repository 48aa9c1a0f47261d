internal import HRNumerics
internal import HRSupport
internal import HRSignals

/// Makes an EDF file of a recording's channels; equal recordings give equal bytes.
///
/// Labels are the channels' names. Each channel's codes of 16 bits span its own lowest to highest sample, rounded
/// outwards to what eight characters hold (at most four decimals), so a sample that is read back differs by half a code
/// at most: 1/131070 of that range. The date is EDF's first, 1 January 1985.
enum EDFWriter {
  private static let (leastCode, mostCode) = (-32768.0, 32767.0)
  /// Maximum length of a data record, in whole seconds.
  private static let mostRecordSeconds = 60

  private struct Part {
    let kind: ChannelKind
    let signal: Signal
    let low: String
    let high: String
    /// Values of the two texts.
    let range: (low: Double, high: Double)
    let perRecord: Int
  }

  static func bytes(of recording: Recording) throws(Diagnostics) -> [UInt8] {
    let signals = try recording.evenSignals(for: "EDF")
    guard let (seconds, records) = division(signals.map(\.signal)) else {
      throw Diagnostics(
        "EDF holds whole data records of 1 to \(mostRecordSeconds) s with a whole number of samples of every channel, and recording \(recording.id) cannot be divided so",
        hint: "choose whole numbers of seconds and of samples per second")
    }
    let parts = try recording.parts(of: signals, limit: "EDF's eight characters") { kind, signal in
      part(kind, signal, perRecord: signal.count / records)
    }
    return header(parts, seconds: seconds, records: records) + data(parts, records: records)
  }

  /// Returns length and number of the records: the shortest that fit all channels.
  private static func division(_ signals: [Signal]) -> (seconds: Int, records: Int)? {
    for seconds in 1...mostRecordSeconds {
      if let records = signals.pieces(of: { $0.sampleRate * Double(seconds) }) { return (seconds, records) }
    }
    return nil
  }

  private static func part(_ kind: ChannelKind, _ signal: Signal, perRecord: Int) -> Part? {
    guard let least = signal.samples.min(), let most = signal.samples.max(), least.isFinite, most.isFinite,
      let low = bound(least, .down), let high = bound(most == least ? most + 1 : most, .up),
      let lowest = Double(low), let highest = Double(high)
    else { return nil }
    return Part(
      kind: kind, signal: signal, low: low, high: high, range: (lowest, highest), perRecord: perRecord)
  }

  /// Returns the nearest number on one side whose text has at most eight characters.
  private static func bound(_ value: Double, _ side: FloatingPointRoundingRule) -> String? {
    for decimals in (0...4).reversed() {
      let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
      let text = shortest((value * scale).rounded(side) / scale)
      if text.utf8.count <= 8, !text.contains("e") { return text }
    }
    return nil
  }

  private static func header(_ parts: [Part], seconds: Int, records: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ text: String, _ width: Int) {
      bytes += (text.utf8 + [UInt8](repeating: 0x20, count: width)).prefix(width)
    }
    add("0", 8)
    add("X X X X", 80)
    add("hreval", 80)
    add("01.01.85", 8)
    add("00.00.00", 8)
    add("\(EDFHeader.blockBytes * (parts.count + 1))", 8)
    add("", 44)
    add("\(records)", 8)
    add("\(seconds)", 8)
    add("\(parts.count)", 4)
    for part in parts { add(part.kind.rawValue, 16) }
    for _ in parts { add("", 80) }
    for part in parts { add(part.kind.unit, 8) }
    for part in parts { add(part.low, 8) }
    for part in parts { add(part.high, 8) }
    for _ in parts { add(shortest(leastCode), 8) }
    for _ in parts { add(shortest(mostCode), 8) }
    for _ in parts { add("", 80) }
    for part in parts { add("\(part.perRecord)", 8) }
    for _ in parts { add("", 32) }
    return bytes
  }

  private static func data(_ parts: [Part], records: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * parts.reduce(0) { $0 + $1.signal.count })
    for record in 0..<records {
      for part in parts {
        let codesPerUnit = (mostCode - leastCode) / (part.range.high - part.range.low)
        for sample in part.signal.samples[(record * part.perRecord)..<((record + 1) * part.perRecord)] {
          let code = ((sample - part.range.low) * codesPerUnit).rounded() + leastCode
          let bits = UInt16(bitPattern: Int16(clamping: Int(saturating: code)))
          bytes.append(UInt8(truncatingIfNeeded: bits))
          bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
        }
      }
    }
    return bytes
  }
}
