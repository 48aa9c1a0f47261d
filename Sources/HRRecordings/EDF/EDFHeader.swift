internal import HRSupport

/// The header of an EDF, EDF+, BDF or BDF+ file: fields of fixed widths in ASCII.
///
/// B. Kemp et al., A simple format for exchange of digitized polygraphic recordings, Electroencephalography and
/// Clinical Neurophysiology 82:391-393, 1992; B. Kemp and J. Olivan, European data format 'plus' (EDF+), Clinical
/// Neurophysiology 114:1755-1761, 2003. BDF is BioSemi's: the same with samples of 24 bits.
struct EDFHeader {
  /// Size of the fixed part, and of the part of one signal, in bytes.
  static let blockBytes = 256

  struct Signal {
    /// Label without blanks at its ends; at most 16 characters, so several signals may share it.
    let label: String
    /// Unit of the samples as the header states it, without blanks at its ends.
    let unit: String
    let samplesPerRecord: Int
    /// Offset of its samples in each record, in bytes.
    let offset: Int
  }

  /// Bytes of a sample: 2 for EDF, 3 for BDF.
  let sampleBytes: Int
  /// True for EDF+D: records may have gaps between them.
  let isDiscontinuous: Bool
  let isPlus: Bool
  let recordCount: Int
  let recordSeconds: Double
  let recordBytes: Int
  let signals: [Signal]
  private let fields: EDFFields

  /// Name of the format: `EDF`.
  var format: String { sampleBytes == 2 ? "EDF" : "BDF" }

  /// Signals that hold annotations; the first one states the onsets of the records.
  var annotations: [Signal] { isPlus ? signals.filter { $0.label == "\(format) Annotations" } : [] }

  /// Returns the number of bytes before the first record, as the fixed part of the header states it.
  ///
  /// - Parameter start: the first 256 bytes, or fewer where the file has fewer.
  static func byteCount(_ start: [UInt8], fileBytes: UInt64, path: String) throws(Diagnostics) -> Int {
    guard start.starts(with: Array("0       ".utf8)) || start.starts(with: biosemi) else {
      throw Diagnostics(
        "this is no EDF or BDF file: these begin with \"0\" and seven blanks, or with byte 255 and \"BIOSEMI\"",
        in: path, hint: "another \"reader\" may read it")
    }
    guard start.count == blockBytes else {
      throw Diagnostics(
        "the file has \(fileBytes) bytes, fewer than the \(blockBytes) of a header", in: path,
        hint: "was the download interrupted?")
    }
    var fields = EDFFields(start, path)
    let signals = fields.whole(252, 4, "the number of signals")
    let bytes = fields.whole(184, 8, "the size of the header")
    if let signals, signals < 1 { fields.complain("the header names \(signals) signals", 252, 4) }
    if let signals, let bytes, signals >= 1, bytes != blockBytes * (signals + 1) {
      fields.complain(
        "the header says that it has \(bytes) bytes; with \(signals) signals it has \(blockBytes * (signals + 1))",
        184, 8)
    }
    guard fields.problems.isEmpty, let bytes else {
      // Other problems of the fixed part are reported together with this one.
      _ = fields.recordCount()
      _ = fields.recordSeconds()
      throw Diagnostics(fields.list)
    }
    guard fileBytes >= UInt64(clamping: bytes) else {
      throw Diagnostics(
        "the file ends in its header, which has \(bytes) bytes: there are \(fileBytes)", in: path,
        hint: "was the download interrupted?")
    }
    return bytes
  }

  private static let biosemi = [0xFF] + Array("BIOSEMI".utf8)

  /// - Parameter bytes: the whole header, of ``byteCount(_:fileBytes:path:)`` bytes.
  init(_ bytes: [UInt8], fileBytes: UInt64, path: String) throws(Diagnostics) {
    var fields = EDFFields(bytes, path)
    sampleBytes = bytes.first == 0xFF ? 3 : 2
    let reserved = fields.text(192, 44)
    let format = sampleBytes == 2 ? "EDF" : "BDF"
    isPlus = reserved.hasPrefix("\(format)+")
    isDiscontinuous = reserved.hasPrefix("\(format)+D")
    let count = bytes.count / Self.blockBytes - 1
    var signals: [Signal] = []
    var samples = 0
    for index in 0..<count {
      let label = fields.text(EDFFields.Part.label.offset(index, of: count), 16)
      let at = EDFFields.Part.samples.offset(index, of: count)
      let number = fields.whole(at, 8, "samples per record", of: fields.named(index, label))
      if let number, number < 1 {
        fields.complain("\(fields.named(index, label)) has \(number) samples per record", at, 8)
      }
      signals.append(
        Signal(
          label: label, unit: fields.text(EDFFields.Part.unit.offset(index, of: count), 8),
          samplesPerRecord: max(0, number ?? 0), offset: samples * sampleBytes))
      samples += max(0, number ?? 0)
    }
    self.signals = signals
    recordBytes = samples * sampleBytes
    let seconds = fields.recordSeconds()
    let claimed = fields.recordCount()
    let left = fileBytes - UInt64(clamping: bytes.count)
    if fields.problems.isEmpty, let claimed {
      Self.check(claimed, UInt64(clamping: recordBytes), header: bytes.count, left: left, &fields)
    }
    guard fields.problems.isEmpty, let seconds, let claimed else { throw Diagnostics(fields.list) }
    recordSeconds = seconds
    // -1 marks a recording that was never closed.
    recordCount = claimed >= 0 ? claimed : Int(clamping: left / UInt64(clamping: recordBytes))
    self.fields = fields
  }

  /// Checks that the file has exactly the stated number of whole records.
  ///
  /// - Parameters:
  ///   - header: bytes of the header.
  ///   - left: bytes behind the header.
  private static func check(
    _ claimed: Int, _ bytes: UInt64, header: Int, left: UInt64, _ fields: inout EDFFields
  ) {
    let (whole, rest) = left.quotientAndRemainder(dividingBy: bytes)
    let found = "\(whole) and \(rest) bytes"
    // The number of records stands at byte 236 in eight places.
    func keeping(_ records: UInt64) -> String {
      "head -c \(UInt64(clamping: header) + records * bytes) in.edf > out.edf; printf '%-8s' \(records) | dd of=out.edf bs=1 seek=236 conv=notrunc"
    }
    if claimed < 0 {
      if rest > 0 || whole == 0 {
        fields.complain(
          "the header leaves the number of data records open (-1), and \(found) follow", 236, 8,
          hint: whole == 0
            ? "was the recording interrupted?"
            : "the recording was not closed; this keeps its \(whole) whole records: \(keeping(whole))")
      }
      return
    }
    let needed = UInt64(clamping: claimed).multipliedReportingOverflow(by: bytes)
    if needed.overflow || needed.partialValue != left {
      let isShort = needed.overflow || needed.partialValue > left
      let hint =
        isShort
        ? whole == 0
          ? "was the file cut off?"
          : "was the file cut off, or the recorder stopped? this keeps the \(whole) whole records: \(keeping(whole))"
        : "the header is damaged, or something was added to the file; this keeps the \(claimed) records: \(keeping(UInt64(clamping: claimed)))"
      fields.complain(
        "the header claims \(claimed) data records of \(bytes) bytes, and the file holds \(found)", 236, 8,
        hint: hint)
    } else if claimed == 0 {
      fields.complain("the file has no data records", 236, 8, hint: "was the recording interrupted?")
    }
  }

  /// Scale from a signal's codes to its physical unit: unit = gain × (code + shift), as EDFlib computes it.
  struct Scale: Equatable {
    let gain: Double
    let shift: Double
  }

  /// - Throws: all problems of the four limits of the signal.
  func scale(of index: Int) throws(Diagnostics) -> Scale {
    var fields = fields
    let (count, name) = (signals.count, fields.named(index, signals[index].label))
    func place(_ part: EDFFields.Part) -> Int { part.offset(index, of: count) }
    let low = fields.number(place(.physicalMinimum), 8, "the physical minimum", of: name)
    let high = fields.number(place(.physicalMaximum), 8, "the physical maximum", of: name)
    let least = fields.whole(place(.digitalMinimum), 8, "the digital minimum", of: name)
    let most = fields.whole(place(.digitalMaximum), 8, "the digital maximum", of: name)
    if let low, let high, low == high {
      fields.complain(
        "\(name) has the physical range \(shortest(low)) to \(shortest(high)), so its samples mean nothing",
        place(.physicalMinimum), 8)
    }
    if let least, let most {
      let limit = 1 << (8 * sampleBytes - 1)
      if least >= most || least < -limit || most >= limit {
        fields.complain(
          "\(name) has the digital range \(least) to \(most); it must ascend and be within \(-limit) to \(limit - 1)",
          place(.digitalMinimum), 8)
      }
    }
    guard fields.problems.isEmpty, let low, let high, let least, let most else {
      throw Diagnostics(fields.list)
    }
    let gain = (high - low) / Double(most - least)
    return Scale(gain: gain, shift: high / gain - Double(most))
  }
}
