internal import CHRFiles
package import HRSupport

/// An HDF5 file being written. The interface is low-level, so that tests can make files of any layout.
package struct HDF5Writer: ~Copyable {
  /// Storage type of elements; little-endian unless the name states otherwise.
  package enum Element: Sendable {
    case float64, float32, int16, int32, uint8, uint16, float32Big, int16Big

    fileprivate var code: hr_element {
      switch self {
      case .float64: HR_ELEMENT_F64
      case .float32: HR_ELEMENT_F32
      case .int16: HR_ELEMENT_I16
      case .int32: HR_ELEMENT_I32
      case .uint8: HR_ELEMENT_U8
      case .uint16: HR_ELEMENT_U16
      case .float32Big: HR_ELEMENT_F32_BIG
      case .int16Big: HR_ELEMENT_I16_BIG
      }
    }
  }

  private let file: Int64
  private let path: String

  /// - Parameter userBlock: bytes before the HDF5 data, 0 or a power of two from 512 (MATLAB v7.3 writes 512).
  package init(_ path: String, userBlock: Int = 0) throws(Diagnostics) {
    var failure = hr_failure()
    let file = hr_hdf5_create(path, UInt64(clamping: userBlock), &failure)
    guard file >= 0 else {
      throw Diagnostics(
        "cannot write the file" + Self.reason(failure), in: path,
        hint: "check the folder, free space and permissions")
    }
    self.file = file
    self.path = path
  }

  deinit {
    hr_hdf5_close(file)
  }

  package borrowing func group(_ object: String) throws(Diagnostics) {
    try make(object) { hr_hdf5_make_group($0, object, &$1) }
  }

  /// - Parameters:
  ///   - dimensions: row-major; all values in one dimension when left out; `[]` for a scalar.
  ///   - chunk: elements per chunk and dimension; 0 stores contiguously.
  ///   - gzip: level 0…9; needs a chunk.
  package borrowing func write(
    _ values: [Double], dimensions: [Int]? = nil, as element: Element = .float64, chunk: Int = 0,
    gzip: Int = 0, shuffle: Bool = false, to object: String
  ) throws(Diagnostics) {
    let extent = (dimensions ?? [values.count]).map { UInt64(clamping: $0) }
    try make(object) {
      hr_hdf5_write(
        $0, object, element.code, Int32(clamping: extent.count), extent, values, UInt64(clamping: chunk),
        Int32(clamping: gzip), shuffle ? 1 : 0, &$1)
    }
  }

  /// Makes a data set of bytes that ``write(bytes:from:count:to:)`` fills.
  ///
  /// - Parameters:
  ///   - dimensions: row-major, at least one.
  ///   - chunk: entries of the first dimension per chunk.
  ///   - gzip: level 0…9.
  package borrowing func makeBytes(
    dimensions: [Int], chunk: Int, gzip: Int, at object: String
  ) throws(Diagnostics) {
    let extent = dimensions.map { UInt64(clamping: $0) }
    try make(object) {
      hr_hdf5_make_bytes(
        $0, object, Int32(clamping: extent.count), extent, UInt64(clamping: chunk), Int32(clamping: gzip), &$1
      )
    }
  }

  /// Makes a group that keeps the order in which its members are made.
  package borrowing func orderedGroup(_ object: String) throws(Diagnostics) {
    try make(object) { hr_hdf5_make_ordered_group($0, object, &$1) }
  }

  /// Makes a column without rows, which ``extend(_:to:)`` fills; shuffled and compressed.
  ///
  /// - Parameter chunk: rows per chunk.
  package borrowing func column(
    as element: Element, chunk: Int, gzip: Int, at object: String
  ) throws(Diagnostics) {
    try make(object) {
      hr_hdf5_make_column($0, object, element.code, UInt64(clamping: chunk), Int32(clamping: gzip), &$1)
    }
  }

  /// Appends rows to a column; fastest if they are whole chunks.
  package borrowing func extend(_ values: [Double], to object: String) throws(Diagnostics) {
    try make(object) { hr_hdf5_extend($0, object, values, UInt64(clamping: values.count), 0, &$1) }
  }

  /// Appends whole numbers to a column.
  package borrowing func extend(_ values: [Int32], to object: String) throws(Diagnostics) {
    try make(object) { hr_hdf5_extend($0, object, values, UInt64(clamping: values.count), 1, &$1) }
  }

  /// Writes texts padded with zeros to the length of the longest; marked as ASCII if all of them are.
  package borrowing func write(texts: [String], to object: String) throws(Diagnostics) {
    let width = max(1, texts.map(\.utf8.count).max() ?? 1)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * texts.count)
    for text in texts {
      bytes += text.utf8
      bytes += repeatElement(0, count: width - text.utf8.count)
    }
    let isPlain = bytes.allSatisfy { $0 < 128 }
    try make(object) { file, failure in
      bytes.withUnsafeBytes { buffer in
        hr_hdf5_write_texts(
          file, object, buffer.bindMemory(to: CChar.self).baseAddress, UInt64(clamping: texts.count),
          UInt64(clamping: width), isPlain ? 0 : 1, &failure)
      }
    }
  }

  /// Fills `count` entries of the first dimension, from entry `first` on; fastest if they are whole chunks.
  package borrowing func write(
    bytes: [UInt8], from first: Int, count: Int, to object: String
  ) throws(Diagnostics) {
    try make(object) {
      hr_hdf5_write_bytes(
        $0, object, UInt64(clamping: first), UInt64(clamping: count), bytes, UInt64(clamping: bytes.count),
        &$1)
    }
  }

  package borrowing func attribute(_ name: String, _ value: Double, of object: String) throws(Diagnostics) {
    try make(object) { hr_hdf5_write_number_attribute($0, object, name, value, &$1) }
  }

  package borrowing func attribute(
    _ name: String, _ text: String, variableLength: Bool = false, of object: String
  ) throws(Diagnostics) {
    try make(object) { hr_hdf5_write_text_attribute($0, object, name, text, variableLength ? 1 : 0, &$1) }
  }

  /// Writes everything to the disk; a full disk is reported here.
  package borrowing func finish() throws(Diagnostics) {
    try make("/") { hr_hdf5_flush($0, &$1) }
  }

  /// Calls the library, and throws its failure.
  private borrowing func make(
    _ object: String, _ call: (Int64, inout hr_failure) -> Int32
  ) throws(Diagnostics) {
    var failure = hr_failure()
    guard call(file, &failure) >= 0 else {
      throw Diagnostics(
        "the HDF5 library could not write it" + Self.reason(failure), in: path, at: object,
        hint: "is the disk full?")
    }
  }

  /// Returns the library's reason after a colon: `: file write failed (No space left on device)`.
  private static func reason(_ failure: hr_failure) -> String {
    let text = HDF5Problem.text(of: failure)
    return text.isEmpty ? "" : ": " + text
  }
}
