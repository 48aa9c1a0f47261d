internal import CHRFiles
package import HRDiagnostics

/// An HDF5 file being written; plain enough that tests can make files of any layout.
package struct HDF5Writer: ~Copyable {
  /// How elements are stored.
  package enum Element: Sendable {
    case float64, float32, int8, uint8, int16, uint16, int32, uint32, float32Big, float64Big, int16Big

    fileprivate var code: Int32 {
      let code =
        switch self {
        case .float64: HR_H5_FLOAT64
        case .float32: HR_H5_FLOAT32
        case .int8: HR_H5_INT8
        case .uint8: HR_H5_UINT8
        case .int16: HR_H5_INT16
        case .uint16: HR_H5_UINT16
        case .int32: HR_H5_INT32
        case .uint32: HR_H5_UINT32
        case .float32Big: HR_H5_FLOAT32_BIG
        case .float64Big: HR_H5_FLOAT64_BIG
        case .int16Big: HR_H5_INT16_BIG
        }
      return Int32(code.rawValue)
    }
  }

  private let file: Int64
  private let path: String

  /// - Parameter userBlock: bytes before the HDF5 data, 0 or a power of two from 512 (MATLAB v7.3 writes 512).
  package init(_ path: String, userBlock: Int = 0) throws(Diagnostic) {
    file = try Self.created(path, userBlock: userBlock)
    self.path = path
  }

  private static func created(_ path: String, userBlock: Int) throws(Diagnostic) -> Int64 {
    var error = ErrorText()
    let file = error.call { hr_h5_create(path, userBlock, $0) }
    guard file >= 0 else {
      throw Diagnostic("cannot write the file", place: .init(file: path), hint: "check the folder, free space and permissions")
    }
    return file
  }

  package borrowing func group(_ object: String) throws(Diagnostic) {
    var error = ErrorText()
    try check(error.call { hr_h5_make_group(file, object, $0) }, error, object)
  }

  /// - Parameters:
  ///   - dimensions: row-major; all values in one dimension when left out; `[]` for a scalar.
  ///   - chunk: elements per chunk and dimension; 0 stores contiguously.
  ///   - deflate: gzip level 0…9; needs a chunk.
  package borrowing func write(
    _ values: [Double], dimensions: [Int]? = nil, as element: Element = .float64, chunk: Int = 0, deflate: Int = 0,
    shuffle: Bool = false, to object: String
  ) throws(Diagnostic) {
    let extent = (dimensions ?? [values.count]).map(Int64.init)
    var error = ErrorText()
    let result = error.call {
      hr_h5_write(
        file, object, element.code, Int32(extent.count), extent, Int64(chunk), Int32(deflate), shuffle ? 1 : 0, values, $0)
    }
    try check(result, error, object)
  }

  package borrowing func attribute(_ name: String, _ value: Double, of object: String) throws(Diagnostic) {
    var error = ErrorText()
    try check(error.call { hr_h5_write_attribute_number(file, object, name, value, $0) }, error, object)
  }

  package borrowing func attribute(
    _ name: String, _ text: String, variableLength: Bool = false, of object: String
  ) throws(Diagnostic) {
    var error = ErrorText()
    let result = error.call { hr_h5_write_attribute_text(file, object, name, text, variableLength ? 1 : 0, $0) }
    try check(result, error, object)
  }

  /// Writes everything to the disk; a full one shows here.
  package borrowing func finish() throws(Diagnostic) {
    var error = ErrorText()
    guard error.call({ hr_h5_flush(file, $0) }) >= 0 else {
      throw Diagnostic("cannot finish writing the file", place: .init(file: path), hint: "is the disk full?")
    }
  }

  deinit {
    hr_h5_close(file)
  }

  private borrowing func check(_ result: Int32, _ error: ErrorText, _ object: String) throws(Diagnostic) {
    guard result >= 0 else {
      throw Diagnostic(error.text, place: .init(file: path, path: object), hint: "is the disk full?")
    }
  }
}
