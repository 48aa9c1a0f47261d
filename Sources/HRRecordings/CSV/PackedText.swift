internal import CHRFiles
internal import HRSupport

/// Texts that gzip has packed; they are found by their first bytes, and unpacked within the limits.
enum PackedText {
  /// Returns a path without `.gz` at its end.
  static func unpackedName(_ path: String) -> String {
    path.lowercased().hasSuffix(".gz") ? String(path.dropLast(3)) : path
  }

  /// Returns the name of a file without its ending, and without `.gz` behind that.
  static func stem(_ name: String) -> String {
    let plain = unpackedName(name)
    return plain.lastIndex(of: ".").map { String(plain[..<$0]) } ?? plain
  }

  /// Returns the bytes of a text, unpacked if they are packed.
  ///
  /// - Parameters:
  ///   - bytes: all bytes of the file.
  ///   - path: of the file.
  ///   - budget: what may be taken.
  static func unpacked(
    _ bytes: [UInt8], _ path: String, budget: ReadingBudget
  ) throws(Diagnostics) -> [UInt8] {
    guard hr_is_gzip(bytes, bytes.count) != 0 else { return bytes }
    let most = min(budget.limits[.tableBytes], budget.left)
    var refusal = hr_table_refusal()
    var size = bytes.count
    guard let text = hr_unpack_gzip(bytes, &size, UInt64(clamping: most), &refusal) else {
      throw CSVProblem.unopened(refusal, path: path, budget: budget)
    }
    defer { hr_free(text) }
    return [UInt8](UnsafeRawBufferPointer(start: text, count: size))
  }
}
