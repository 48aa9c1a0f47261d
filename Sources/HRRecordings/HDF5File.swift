internal import CHRFiles
package import HRDiagnostics

/// An HDF5 file open for reading, closed when the value goes out of scope.
///
/// Links to other files are refused and no filter plugins are loaded. Calls into the library run one at a time.
package struct HDF5File: ~Copyable {
  let id: Int64
  let path: String
  /// 16 GB of numbers: beyond this the file is not a recording, or is damaged.
  static let elementLimit: UInt64 = 1 << 31

  package init(_ path: String) throws(Diagnostic) {
    // Before the library touches it: opening a named pipe would wait for ever.
    if let reason = hr_unreadable(path) {
      throw Diagnostic(String(cString: reason), place: .init(file: path))
    }
    var failure = hr_failure()
    let id = hr_hdf5_open(path, &failure)
    guard id >= 0 else { throw HDF5Problem.unopened(failure, path: path) }
    self.id = id
    self.path = path
  }

  deinit { hr_hdf5_close(id) }

  package borrowing func exists(_ path: String) -> Bool {
    hr_hdf5_object(id, path) != HR_OBJECT_ABSENT
  }

  package borrowing func dimensions(of path: String) throws(Diagnostic) -> [Int] {
    let info = try info(of: path)
    return Self.dimensions(info)
  }

  /// All numbers of a dataset; a dataset of one object reference stands for what it refers to.
  package borrowing func numbers(at path: String) throws(Diagnostic) -> HDF5Array {
    let info = try numericInfo(of: path)
    let values = try block(at: path, count: Int(clamping: info.count), start: nil, size: nil)
    return HDF5Array(values: values, dimensions: Self.dimensions(info))
  }

  /// One series of a matrix.
  ///
  /// - Parameter alongLastAxis: `false`: the matrix is n × k and series `column` is `[:, column]`; `true`: it is k × n,
  ///   as MATLAB's matrices appear, and series `column` is `[column, :]`.
  package borrowing func numbers(
    at path: String, column: Int, alongLastAxis: Bool = false
  ) throws(Diagnostic) -> [Double] {
    let info = try numericInfo(of: path)
    let dimensions = Self.dimensions(info)
    if info.is_null != 0 { return [] }
    if dimensions.count == 1, column == 0 {
      return try block(at: path, count: Int(clamping: info.count), start: nil, size: nil)
    }
    let series = alongLastAxis ? "row" : "column"
    guard dimensions.count == 2 else {
      throw problem(
        "expected a dataset of 2 dimensions to take \(series) \(column) of, found \(dimensions.count)",
        at: path)
    }
    let axis = alongLastAxis ? 0 : 1
    guard (0..<dimensions[axis]).contains(column) else {
      throw problem(
        "there is no \(series) \(column): the dataset is \(dimensions[0]) × \(dimensions[1])", at: path,
        hint: "columns and rows count from 0; is the matrix stored the other way round?")
    }
    var start: [UInt64] = [0, 0]
    var size = dimensions.map { UInt64(clamping: $0) }
    start[axis] = UInt64(clamping: column)
    size[axis] = 1
    return try block(at: path, count: dimensions[1 - axis], start: start, size: size)
  }

  private borrowing func block(
    at path: String, count: Int, start: [UInt64]?, size: [UInt64]?
  ) throws(Diagnostic) -> [Double] {
    guard count > 0 else { return [] }
    var failure = hr_failure()
    var status: Int32 = 0
    let file = id
    let values = [Double](unsafeUninitializedCapacity: count) { buffer, used in
      status = hr_hdf5_read(file, path, start, size, buffer.baseAddress, &failure)
      used = status == 0 ? count : 0
    }
    guard status == 0 else { throw explained(failure, at: path) }
    return values
  }

  private borrowing func numericInfo(of path: String) throws(Diagnostic) -> hr_dataset_info {
    let info = try info(of: path)
    guard info.type == HR_CLASS_NUMBER else {
      throw problem("expected numbers, found \(HDF5Problem.named(info.type))", at: path)
    }
    guard info.count <= Self.elementLimit else {
      throw problem("the dataset has \(info.count) values, more than \(Self.elementLimit)", at: path)
    }
    return info
  }

  borrowing func info(of path: String) throws(Diagnostic) -> hr_dataset_info {
    var failure = hr_failure()
    var info = hr_dataset_info()
    guard hr_hdf5_info(id, path, &info, &failure) == 0 else { throw explained(failure, at: path) }
    return info
  }

  static func dimensions(_ info: hr_dataset_info) -> [Int] {
    withUnsafeBytes(of: info.dimensions) { bytes in
      bytes.bindMemory(to: UInt64.self).prefix(Int(clamping: info.rank)).map { Int(clamping: $0) }
    }
  }

  borrowing func problem(_ message: String, at object: String, hint: String? = nil) -> Diagnostic {
    Diagnostic(message, place: .init(file: path, path: object), hint: hint)
  }
}
