/// Bytes of a small EDF or BDF file, with a configurable header.
struct EDFBytes {
  struct Signal {
    var label = "pleth"
    var unit = "mV"
    var physical = ("-1", "1")
    var digital = ("-100", "100")
    /// Samples of each record.
    var samples: [[Int]]
    /// Number of samples in the header, if it differs from the true one.
    var claimedSamples: String?
  }

  var signals: [Signal]
  var bits = 16
  /// Reserved field: `EDF+D`.
  var reserved = ""
  var recordSeconds = "1"
  /// Onsets of the records, as stated by the first annotation of each in an EDF+ file.
  var onsets: [String] = []
  /// More annotations of each record, with `|` for byte 20, `^` for byte 21 and `_` for byte 0.
  var notes: [String] = []
  var annotationSamples = 8
  var claimedRecords: String?
  var claimedSignals: String?
  var claimedBytes: String?

  private var records: Int { signals.first?.samples.count ?? onsets.count }

  var bytes: [UInt8] {
    let hasOnsets = !onsets.isEmpty
    let count = signals.count + (hasOnsets ? 1 : 0)
    func text(_ text: String, _ width: Int) -> [UInt8] {
      Array((text + String(repeating: " ", count: width)).utf8.prefix(width))
    }
    var bytes = bits == 16 ? text("0", 8) : [0xFF] + text("BIOSEMI", 7)
    bytes +=
      text("X X X X", 80) + text("Startdate 02-JAN-2020 X X X", 80) + text("02.01.20", 8)
      + text("03.04.05", 8)
    bytes += text(claimedBytes ?? "\(256 * (count + 1))", 8) + text(reserved, 44)
    bytes += text(claimedRecords ?? "\(records)", 8) + text(recordSeconds, 8)
    bytes += text(claimedSignals ?? "\(count)", 4)
    var all = signals
    if hasOnsets {
      all.append(
        Signal(
          label: bits == 16 ? "EDF Annotations" : "BDF Annotations", unit: "", digital: ("-32768", "32767"),
          samples: [],
          claimedSamples: "\(annotationSamples)"))
    }
    for signal in all { bytes += text(signal.label, 16) }
    for _ in all { bytes += text("sensor", 80) }
    for signal in all { bytes += text(signal.unit, 8) }
    for signal in all { bytes += text(signal.physical.0, 8) }
    for signal in all { bytes += text(signal.physical.1, 8) }
    for signal in all { bytes += text(signal.digital.0, 8) }
    for signal in all { bytes += text(signal.digital.1, 8) }
    for _ in all { bytes += text("none", 80) }
    for signal in all { bytes += text(signal.claimedSamples ?? "\(signal.samples.first?.count ?? 0)", 8) }
    for _ in all { bytes += text("", 32) }
    for record in 0..<records {
      for signal in signals {
        for code in signal.samples[record] {
          for byte in 0..<(bits / 8) { bytes.append(UInt8(truncatingIfNeeded: code >> (8 * byte))) }
        }
      }
      if hasOnsets {
        var annotation = Array(onsets[record].utf8) + [0x14, 0x14, 0]
        if notes.indices.contains(record) {
          annotation += notes[record].utf8.map { byte in
            byte == UInt8(ascii: "|")
              ? 0x14 : byte == UInt8(ascii: "^") ? 0x15 : byte == UInt8(ascii: "_") ? 0 : byte
          }
        }
        annotation += [UInt8](
          repeating: 0, count: max(0, annotationSamples * bits / 8 - annotation.count))
        bytes += annotation
      }
    }
    return bytes
  }
}
