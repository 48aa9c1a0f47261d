package import HRSupport
package import HRSignals

/// Makes NPY files of version 1.0 as NumPy does, of little-endian floats of 8 bytes.
///
/// One array of fields for each sensor, `<id>_ppg.npy`, `<id>_camera.npy`, …: `time_s`, then the channels under their
/// names; `<id>_beats.npy` and `<id>_breaths.npy` have one dimension.
enum NPYWriter {
  /// - Parameters:
  ///   - names: names of the fields; `nil` for plain numbers, of one column.
  ///   - columns: the columns, all of the same length.
  static func bytes(_ names: [String]?, _ columns: [[Double]]) -> [UInt8] {
    let count = columns.first?.count ?? 0
    let type = names.map { "[" + $0.map { "('\($0)', '<f8')" }.joined(separator: ", ") + "]" } ?? "'<f8'"
    var text = "{'descr': \(type), 'fortran_order': False, 'shape': (\(count),), }"
    // The values begin at a multiple of 64 bytes.
    text += String(repeating: " ", count: 63 - (10 + text.utf8.count) % 64) + "\n"
    let length = UInt16(clamping: text.utf8.count)
    var bytes =
      NPYHeader.magic + [1, 0, UInt8(truncatingIfNeeded: length), UInt8(truncatingIfNeeded: length >> 8)]
    bytes += Array(text.utf8)
    bytes.reserveCapacity(bytes.count + 8 * count * columns.count)
    for row in 0..<count {
      for column in columns { withUnsafeBytes(of: column[row].bitPattern.littleEndian) { bytes += $0 } }
    }
    return bytes
  }
}

extension RecordingWriter {
  /// Returns every name that ``writeNPY(_:toDirectory:)`` may write for a recording.
  package static func npyNames(of id: String) -> [String] {
    sensors.map { "\(id)_\($0.name).npy" } + events.map { "\(id)_\($0)s.npy" }
  }

  /// Writes one file per sensor and one each for beats and breaths, in hreval's own NPY layout.
  ///
  /// - Returns: the files' names.
  package static func writeNPY(
    _ recording: Recording, toDirectory directory: String
  ) throws(Diagnostics) -> [String] {
    var names: [String] = []
    func put(_ what: String, _ fields: [String]?, _ columns: [[Double]]) throws(Diagnostics) {
      let data = Data(NPYWriter.bytes(fields, columns))
      names.append(try Self.put(data, directory, "\(recording.id)_\(what).npy"))
    }
    for (sensor, kinds) in sensors {
      let kinds = kinds.filter { recording.channels[$0] != nil }
      guard let channel = try clock(of: kinds, recording) else { continue }
      try put(
        sensor, ["time_s"] + kinds.map(\.rawValue),
        [(0..<channel.count).map(channel.time(at:))] + kinds.compactMap { recording.channels[$0]?.values })
    }
    if case .beats(let beats) = recording.reference { try put("beats", nil, [beats]) }
    if !recording.breaths.isEmpty { try put("breaths", nil, [recording.breaths]) }
    return names
  }
}
