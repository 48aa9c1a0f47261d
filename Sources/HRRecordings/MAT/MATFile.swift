internal import CHRFiles
internal import HRSupport

/// A MAT file of version 4 to 7 open for reading, closed when the value goes out of scope.
///
/// Variables are read one after the other, as far as needed, and values only of the requested arrays.
struct MATFile: ~Copyable {
  let id: OpaquePointer
  let path: String
  let budget: ReadingBudget
  private(set) var variables: [MATArray] = []
  private var isAtEnd = false

  init(_ path: String, budget: ReadingBudget) throws(Diagnostics) {
    guard hr_reads_mat() != 0 else { throw OptionalFormat.mat.lack(path) }
    var availableBytes = hr_mat_limits()
    availableBytes.arrays = UInt64(clamping: budget.limits[.members])
    availableBytes.bytes = UInt64(clamping: budget.limits[.recordingBytes])
    var failure = hr_failure()
    guard let id = hr_mat_open(path, &availableBytes, &failure) else {
      throw Self.explained(failure, .init(file: path), budget.limits)
    }
    self.id = id
    self.path = path
    self.budget = budget
  }

  deinit { hr_mat_close(id) }

  /// Returns the variables whose names match, in the order of the file; stops at the first match if there is no `*`.
  mutating func variables(fitting name: String) throws(Diagnostics) -> [MATArray] {
    let isPattern = name.contains("*")
    func fits(_ array: MATArray) -> Bool {
      isPattern ? array.spoken.fits(wildcards: name) : array.spoken == name
    }
    while isPattern || !variables.contains(where: fits), let next = try next() { variables.append(next) }
    return variables.filter(fits)
  }

  private mutating func next() throws(Diagnostics) -> MATArray? {
    guard !isAtEnd else { return nil }
    var failure = hr_failure()
    guard let array = hr_mat_next(id, &failure) else {
      isAtEnd = true
      if failure.kind.rawValue == 0 { return nil }
      throw Self.explained(failure, .init(file: path, path: "byte \(hr_mat_place(id))"), budget.limits)
    }
    return MATArray(array, String(cString: hr_mat_name(array)))
  }

  /// Returns all numbers of an array, column by column.
  borrowing func numbers(_ array: MATArray) throws(Diagnostics) -> [Double] {
    let place = Diagnostic.Place(file: path, path: array.spoken)
    if let lack = array.lackOfNumbers { throw Diagnostics(lack.message, place: place, hint: lack.hint) }
    guard array.count > 0 else { return [] }
    try budget.take(numbers: array.info.count, place: place)
    var failure = hr_failure()
    var status: Int32 = 0
    let file = id
    let values = [Double](unsafeUninitializedCapacity: array.count) { buffer, used in
      status = hr_mat_numbers(
        file, array.id, array.spoken, buffer.baseAddress, UInt64(clamping: array.count), &failure)
      used = status == 0 ? array.count : 0
    }
    guard status == 0 else { throw Self.explained(failure, place, budget.limits) }
    return values
  }

  /// Returns the text of one line of letters, a number, or a cell of one of these; `nil` if empty.
  borrowing func text(_ array: MATArray) throws(Diagnostics) -> String? {
    let place = Diagnostic.Place(file: path, path: array.spoken)
    if array.info.kind == HR_MAT_CELLS, array.count == 1,
      let only = array.part(field: 0, at: 0, array.spoken + "{1}"), only.info.kind != HR_MAT_CELLS
    {
      return try text(only)
    }
    if array.info.kind == HR_MAT_NUMBERS, array.count <= 1 {
      return try numbers(array).first.map { shortest($0) }
    }
    guard array.info.kind == HR_MAT_TEXT else {
      throw Diagnostics(
        "expected a text, found \(array.described)", place: place,
        hint: array.info.kind == HR_MAT_CELLS ? "say which: \(array.spoken){1}" : nil)
    }
    guard array.count > 0 else { return nil }
    guard array.dimensions.count(where: { $0 != 1 }) <= 1 else {
      throw Diagnostics("expected one line of text, found \(array.shape) letters", place: place)
    }
    guard array.count <= budget.limits[.textBytes] / 4 else {
      throw budget.limits.problem(
        .textBytes, "the text has \(array.count) letters of up to 4 bytes",
        needed: array.info.count.multipliedReportingOverflow(by: 4).partialValue, place: place)
    }
    var failure = hr_failure()
    guard let text = hr_mat_text(id, array.id, array.spoken, &failure) else {
      throw Self.explained(failure, place, budget.limits)
    }
    defer { hr_free(text) }
    return String(cString: text)
  }

  static func explained(
    _ failure: hr_failure, _ place: Diagnostic.Place, _ limits: ReadingLimits
  ) -> Diagnostics {
    let text = HDF5Problem.text(of: failure)
    let again = "the file is damaged: copy or download it again"
    return switch failure.kind {
    case HR_FAILURE_STRUCTURE: Diagnostics(text, place: place, hint: again)
    case HR_FAILURE_TRUNCATED: Diagnostics(text, place: place)
    case HR_FAILURE_NO_MEMORY: Diagnostics("there is not enough memory to read this", place: place)
    case HR_FAILURE_MANY_MEMBERS:
      limits.problem(
        .members, "there are more cells and fields to go through",
        needed: UInt64(clamping: 2 * limits[.members]), place: place)
    case HR_FAILURE_LARGE_BLOCK:
      limits.problem(
        .recordingBytes, "a packed variable has \(text) bytes",
        needed: UInt64(text, radix: 10) ?? UInt64.max, place: place)
    default:
      Diagnostics(
        "the MAT library cannot read this" + (text.isEmpty ? "" : ": \(text)"), place: place, hint: again)
    }
  }
}

/// A format whose library a first build omits.
package enum OptionalFormat: String, CaseIterable, Sendable {
  case mat, flac

  /// The libraries of this build, optional or not, with their versions.
  package static var libraries: String { String(cString: hr_libraries()) }

  package var isRead: Bool {
    switch self {
    case .mat: hr_reads_mat() != 0
    case .flac: hr_reads_flac() != 0
    }
  }

  /// Name of the format: `MAT`.
  package var spoken: String { rawValue.uppercased() }

  /// Message without the library: `this build reads no MAT files: ./setup.sh install --formats mat, then build
  /// again`.
  package var absence: String {
    "this build reads no \(spoken) files: ./setup.sh install --formats \(rawValue), then build again"
  }

  func lack(_ path: String) -> Diagnostics {
    Diagnostics(
      "this build of hreval reads no \(spoken) files", in: path,
      hint:
        "./setup.sh install --formats \(rawValue) installs what it needs and switches it on; then build again"
    )
  }
}
