package import HRSupport
package import HRSignals

/// Makes a MAT file of version 5 of a recording; equal recordings give equal bytes.
///
/// `format`, `version`, `subject`; `meta` with a field for each metadatum; for each channel a struct of its name with
/// `v` (the samples, n×1), `fs` (Hz) and `t0` (s), or for irregular samples their times `t` (s), and `unit`;
/// `reference` with `beats` (s) or `heart_rate` (n×2: s, bpm) or `window_start`, `window_end`, `window_bpm`, and
/// `breaths` (s). No data are compressed.
///
/// The MathWorks, MAT-File Format.
enum MATWriter {
  indirect enum Value {
    /// Numbers column by column.
    case numbers([Double], rows: Int, columns: Int)
    case text(String)
    case fields([(name: String, value: Value)])

    static func column(_ values: [Double]) -> Value { .numbers(values, rows: values.count, columns: 1) }
    static func scalar(_ value: Double) -> Value { .column([value]) }
  }

  private static let mostNameBytes = 63

  static func bytes(of recording: Recording) throws(Diagnostics) -> [UInt8] {
    var variables: [(name: String, value: Value)] = [
      ("format", .text("hreval-recording")), ("version", .scalar(1)),
    ]
    if let subject = recording.subject { variables.append(("subject", .text(subject))) }
    if !recording.metadata.isEmpty {
      variables.append(("meta", .fields(recording.metadata.map { ($0.name, .text($0.value)) })))
    }
    for kind in recording.channels.kinds {
      guard let channel = recording.channels[kind] else { continue }
      let timing: [(name: String, value: Value)] =
        switch channel {
        case .uniform(let signal): [("fs", .scalar(signal.sampleRate)), ("t0", .scalar(signal.startTime))]
        case .irregular(let series): [("t", .column(series.times))]
        }
      let unit: [(name: String, value: Value)] = [("unit", .text(recording.channels.unit(of: kind)))]
      variables.append((kind.rawValue, .fields([("v", .column(channel.values))] + timing + unit)))
    }
    let reference = recording.referenceArrays.map { name, columns in
      (
        name: name,
        value: Value.numbers(columns.flatMap(\.self), rows: columns[0].count, columns: columns.count)
      )
    }
    if !reference.isEmpty { variables.append(("reference", .fields(reference))) }

    return try bytes(of: variables)
  }

  static func bytes(of variables: [(name: String, value: Value)]) throws(Diagnostics) -> [UInt8] {
    let text = "MATLAB 5.0 MAT-file, written by hreval"
    var file = Array(text.utf8) + [UInt8](repeating: 0x20, count: 116 - text.utf8.count)
    file += [UInt8](repeating: 0, count: 8) + [0x00, 0x01] + Array("IM".utf8)
    for (name, value) in variables { file += element(14, try array(name, value)) }
    return file
  }

  /// Returns a tag, the data, and zeros up to a multiple of eight bytes.
  private static func element(_ type: UInt32, _ data: [UInt8]) -> [UInt8] {
    words([type, UInt32(clamping: data.count)]) + data
      + [UInt8](repeating: 0, count: (8 - data.count % 8) % 8)
  }

  private static func words(_ words: [UInt32]) -> [UInt8] {
    words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }

  private static func array(_ name: String, _ value: Value) throws(Diagnostics) -> [UInt8] {
    guard name.utf8.count <= mostNameBytes else {
      throw Diagnostics(
        "\"\(name.shortened)\" is too long for a name in a MAT file, which has at most \(mostNameBytes) letters"
      )
    }
    let data: [UInt8]
    let (kind, rows, columns): (UInt32, Int, Int)
    switch value {
    case .numbers(let values, let rowCount, let columnCount):
      (kind, rows, columns) = (6, rowCount, columnCount)
      guard values.count < 1 << 27 else {
        throw Diagnostics(
          "a variable of a MAT file of version 5 has at most 2 GB", hint: "the HDF5 layout can hold it")
      }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(8 * values.count)
      for value in values { withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += $0 } }
      data = element(9, bytes)
    case .text(let text):
      let units = Array(text.utf16)
      (kind, rows, columns) = (4, units.isEmpty ? 0 : 1, units.count)
      data = element(
        4, units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
    case .fields(let fields):
      (kind, rows, columns) = (2, 1, 1)
      var bytes = words([4 << 16 | 5, UInt32(clamping: mostNameBytes + 1)])
      bytes += element(
        1,
        fields.flatMap { field in
          (Array(field.name.utf8) + [UInt8](repeating: 0, count: mostNameBytes + 1)).prefix(mostNameBytes + 1)
        })
      for field in fields { bytes += element(14, try array("", field.value, named: field.name)) }
      data = bytes
    }
    return element(6, words([kind, 0]))
      + element(5, words([UInt32(clamping: rows), UInt32(clamping: columns)]))
      + element(1, Array(name.utf8)) + data
  }

  /// Returns a field's array. Its name is in the list of names, unless that is too long, and has the same maximum
  /// length.
  private static func array(_ name: String, _ value: Value, named field: String) throws(Diagnostics)
    -> [UInt8]
  {
    guard field.utf8.count <= mostNameBytes else { return try array(field, value) }
    return try array(name, value)
  }
}

extension RecordingWriter {
  package static func matName(of id: String) -> String { "\(id).mat" }

  /// Writes `<id>.mat` in hreval's own MAT layout.
  ///
  /// - Returns: the file's name.
  package static func writeMAT(
    _ recording: Recording, toDirectory directory: String
  ) throws(Diagnostics) -> String {
    try put(Data(MATWriter.bytes(of: recording)), directory, matName(of: recording.id))
  }
}
