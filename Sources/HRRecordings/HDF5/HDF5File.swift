internal import CHRFiles
package import HRSupport

/// An HDF5 file open for reading, closed when the value goes out of scope.
///
/// Links to other files are refused and no filter plugins are loaded. Calls into the library run one at a time.
package struct HDF5File: ~Copyable {
  let id: Int64
  let path: String
  let budget: ReadingBudget
  /// Size up to which a dataset is read even if the file stores little of it; values never written are filled.
  private static let freeBytes: UInt64 = 1_000_000

  /// - Parameter budget: limit of the numbers that are read.
  package init(_ path: String, budget: ReadingBudget = ReadingBudget()) throws(Diagnostics) {
    // Checked before the library opens the file: opening a named pipe would block.
    if let reason = hr_unreadable(path) { throw Diagnostics(String(cString: reason), in: path) }
    var failure = hr_failure()
    let id = hr_hdf5_open(path, &failure)
    guard id >= 0 else { throw HDF5Problem.unopened(failure, path: path, limits: budget.limits) }
    self.id = id
    self.path = path
    self.budget = budget
  }

  deinit { hr_hdf5_close(id) }

  borrowing func isGroup(_ path: String) -> Bool { hr_hdf5_object(id, path) == HR_OBJECT_GROUP }

  package borrowing func exists(_ path: String) -> Bool {
    hr_hdf5_object(id, path) != HR_OBJECT_ABSENT
  }

  /// Returns all numbers of a dataset; a dataset of one object reference is replaced by its target.
  package borrowing func numbers(at path: String) throws(Diagnostics) -> HDF5Array {
    let info = try numericInfo(of: path)
    return try block(at: path, count: info.count, hr_block(), dimensions: Self.dimensions(info))
  }

  /// Returns the values of an array in which none may be missing.
  borrowing func written(_ array: HDF5Array, at path: String) throws(Diagnostics) -> [Double] {
    guard array.neverWritten == 0 else {
      throw problem(
        "\(array.neverWritten) of \(array.values.count) values were never written to the file", at: path,
        hint: Self.unfinished)
    }
    return array.values
  }

  static let unfinished =
    "did the recorder stop while it wrote, or is the file damaged? copy or download it again"

  /// Returns one series of a matrix.
  ///
  /// - Parameter alongLastAxis: `false`: the matrix is n × k and series `column` is `[:, column]`; `true`: it is k × n,
  ///   as MATLAB's matrices appear, and series `column` is `[column, :]`.
  package borrowing func numbers(
    at path: String, column: Int, alongLastAxis: Bool = false
  ) throws(Diagnostics) -> HDF5Array {
    let info = try numericInfo(of: path)
    let dimensions = Self.dimensions(info)
    if info.is_null != 0 { return HDF5Array(values: [], dimensions: [0]) }
    if dimensions.count == 1, column == 0 {
      return try block(at: path, count: info.count, hr_block(), dimensions: dimensions)
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
    var part = hr_block()
    part.rank = 2
    (part.start.0, part.start.1) =
      axis == 0 ? (UInt64(clamping: column), 0) : (0, UInt64(clamping: column))
    (part.count.0, part.count.1) = axis == 0 ? (1, info.dimensions.1) : (info.dimensions.0, 1)
    let count = dimensions[1 - axis]
    return try block(at: path, count: UInt64(clamping: count), part, dimensions: [count])
  }

  /// Announces to the budget all numbers that will be read.
  borrowing func foresee(_ parts: [(object: String, part: ObjectPart)]) throws(Diagnostics) {
    var whole: Set<String> = []
    var counts: [UInt64] = []
    for (object, part) in parts {
      // An object that cannot be queried is reported when it is read.
      guard let info = try? info(of: object) else { continue }
      if part.isMember {
        counts.append(info.count)
        continue
      }
      let isShared = parts.count { $0.object == object && $0.part != .whole } > 1
      guard info.rank == 2, part != .whole, !isShared else {
        if whole.insert(object).inserted { counts.append(info.count) }
        continue
      }
      if case .row = part { counts.append(info.dimensions.1) } else { counts.append(info.dimensions.0) }
    }
    try budget.foresee(numbers: counts, in: path)
  }

  private borrowing func block(
    at path: String, count: UInt64, _ block: hr_block, dimensions: [Int]
  ) throws(Diagnostics) -> HDF5Array {
    guard count > 0 else { return HDF5Array(values: [], dimensions: dimensions) }
    try budget.take(numbers: count, place: .init(file: self.path, path: path))
    let (values, neverWritten) = try read(block, count: count, of: path, chunkBytes: blockBytes)
    return HDF5Array(values: values, dimensions: dimensions, neverWritten: neverWritten)
  }

  /// Returns some numbers of a series without charging the budget.
  ///
  /// - Parameters:
  ///   - block: the selection of the numbers.
  ///   - count: the number of its values.
  ///   - path: path of the dataset.
  ///   - chunkBytes: size of the largest chunk that is decompressed for them.
  borrowing func read(
    _ block: hr_block, count: UInt64, of path: String, chunkBytes: UInt64
  ) throws(Diagnostics) -> (values: [Double], neverWritten: Int) {
    var failure = hr_failure()
    var status: Int32 = 0
    var neverWritten: UInt64 = 0
    var block = block
    let file = id
    let capacity = Int(clamping: count)
    let values = [Double](unsafeUninitializedCapacity: capacity) { buffer, used in
      status = hr_hdf5_read(
        file, path, &block, buffer.baseAddress, count, chunkBytes, &neverWritten, &failure)
      used = status == 0 ? capacity : 0
    }
    guard status == 0 else { throw explained(failure, at: path) }
    return (values, Int(clamping: neverWritten))
  }

  /// Returns the facts of a dataset of numbers whose size is in proportion to its stored bytes.
  borrowing func numericInfo(of path: String) throws(Diagnostics) -> hr_dataset_info {
    let info = try info(of: path)
    guard info.type == HR_CLASS_NUMBER else {
      throw problem(
        "expected numbers, found \(HDF5Problem.named(info.type))", at: path,
        hint: hintOfMembers(info, at: path) ?? hintOfMoments(info, at: path))
    }
    try checkExpansion(of: info, at: path)
    return info
  }

  /// Refuses a dataset whose size is out of proportion to its stored bytes.
  borrowing func checkExpansion(of info: hr_dataset_info, at path: String) throws(Diagnostics) {
    let bytes = info.count.multipliedReportingOverflow(by: info.element_bytes)
    let most = info.stored_bytes.multipliedReportingOverflow(by: UInt64(clamping: budget.limits[.expansion]))
    if !bytes.overflow, most.overflow || bytes.partialValue <= max(most.partialValue, Self.freeBytes) {
      return
    }
    guard info.stored_bytes > 0 else {
      throw problem(
        "none of the dataset's \(info.count) values are in the file", at: path,
        hint: "was the recording ever written?")
    }
    throw budget.limits.problem(
      .expansion,
      "of the dataset's \(info.count) values, \(bytes.partialValue) bytes, the file holds \(info.stored_bytes) bytes",
      needed: bytes.overflow ? UInt64.max : bytes.partialValue / info.stored_bytes + 1,
      place: .init(file: self.path, path: path))
  }

  /// Maximum size of a chunk or a frame that is read in one piece.
  var blockBytes: UInt64 { UInt64(clamping: budget.limits[.recordingBytes]) }

  borrowing func info(of path: String) throws(Diagnostics) -> hr_dataset_info {
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

  borrowing func problem(_ message: String, at object: String, hint: String? = nil) -> Diagnostics {
    Diagnostics(message, in: path, at: object, hint: hint)
  }
}

/// Numbers of a dataset in row-major order (last dimension fastest), with its dimensions.
package struct HDF5Array: Sendable {
  package let values: [Double]
  package let dimensions: [Int]
  /// Number of values that were never written to the file; they are NaN.
  package var neverWritten = 0
}
