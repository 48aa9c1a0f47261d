internal import CHRFiles

/// An array in a MAT file, without its values: a variable, a cell, a field.
struct MATArray {
  /// Handle of the array, valid while its file is open.
  let id: OpaquePointer
  /// Path of the array, with the names matched by patterns.
  let spoken: String
  let info: hr_mat_info

  init(_ id: OpaquePointer, _ spoken: String) {
    self.id = id
    self.spoken = spoken
    var info = hr_mat_info()
    hr_mat_look(id, &info)
    self.info = info
  }

  var count: Int { Int(clamping: info.count) }

  var dimensions: [Int] {
    withUnsafeBytes(of: info.dimensions) { bytes in
      bytes.bindMemory(to: UInt64.self).prefix(Int(clamping: info.rank)).map { Int(clamping: $0) }
    }
  }

  /// Dimensions as a text: `6×1250`.
  var shape: String { dimensions.map(String.init).joined(separator: "×") }

  /// Description for messages: `1×3 cells`.
  var described: String {
    switch info.kind {
    case HR_MAT_NUMBERS: count == 0 ? "an empty array" : count == 1 ? "a number" : "\(shape) numbers"
    case HR_MAT_COMPLEX: "\(shape) complex numbers"
    case HR_MAT_TEXT: "a text"
    case HR_MAT_CELLS: count == 1 ? "a cell" : "\(shape) cells"
    case HR_MAT_STRUCTS: count == 1 ? "a struct" : "\(shape) structs"
    case HR_MAT_SPARSE: "a sparse matrix"
    default: "an object, a table or a function"
    }
  }

  /// Names of a struct's fields.
  var fields: [String] {
    (0..<info.fields).map { field in hr_mat_field(id, field).map { String(cString: $0) } ?? "" }
  }

  /// Returns a cell, or a field of a struct.
  func part(field: Int, at index: Int, _ spoken: String) -> MATArray? {
    hr_mat_part(id, UInt64(clamping: field), UInt64(clamping: index)).map { MATArray($0, spoken) }
  }

  /// Returns the index of an element, counted from 0, in the order of the file; `nil` if it is outside the array.
  ///
  /// - Parameter indices: one, or one for each dimension, counted from 1; the first counts fastest.
  func place(of indices: [Int]) -> Int? {
    let sizes = dimensions
    if let only = indices.first, indices.count == 1 { return only <= count ? only - 1 : nil }
    guard indices.count == sizes.count, zip(indices, sizes).allSatisfy({ $0 <= $1 }) else { return nil }
    return zip(indices, sizes).reversed().reduce(0) { $0 * $1.1 + $1.0 - 1 }
  }

  /// Reason why no series of numbers can be read from it, and advice; `nil` if one can be read.
  var lackOfNumbers: (message: String, hint: String?)? {
    let message = "expected numbers, found \(described)"
    return switch info.kind {
    case HR_MAT_NUMBERS: nil
    case HR_MAT_COMPLEX: (message, "save their real part, or their magnitude: x = abs(x)")
    case HR_MAT_SPARSE: (message, "save it whole: x = full(x)")
    case HR_MAT_CELLS: (message, "say which: \(spoken){1}")
    case HR_MAT_STRUCTS:
      (
        message,
        fields.isEmpty
          ? nil
          : "it has "
            + fields.prefix(12).map { "\(spoken)\(count == 1 ? "" : "(1)").\($0)" }.joined(separator: ", ")
      )
    case HR_MAT_TEXT: (message, nil)
    default: (message, "save its values as plain arrays")
    }
  }
}

/// Path of an array in a MAT file, in MATLAB's notation: `ppg.v`, `subject{3}.ecg`, `data(2).ppg.v`.
///
/// Indices count from 1, and there may be one for each dimension. `*` in a name matches any part of it.
struct MATPath: Equatable {
  enum Step: Equatable {
    /// A variable, or a field of a struct.
    case name(String)
    /// A cell.
    case cell([Int])
    /// A struct of an array of structs.
    case element([Int])

    var spoken: String {
      switch self {
      case .name(let name): name
      case .cell(let indices): "{" + indices.map(String.init).joined(separator: ",") + "}"
      case .element(let indices): "(" + indices.map(String.init).joined(separator: ",") + ")"
      }
    }
  }

  let variable: String
  let steps: [Step]

  /// - Returns: `nil` for a text that is not such a path.
  init?(_ text: String) {
    var rest = text[...]
    var steps: [Step] = []
    while let first = rest.first {
      switch first {
      case "{", "(":
        guard !steps.isEmpty, let end = rest.firstIndex(of: first == "{" ? "}" : ")"),
          let indices = Self.indices(rest[rest.index(after: rest.startIndex)..<end])
        else { return nil }
        steps.append(first == "{" ? .cell(indices) : .element(indices))
        rest = rest[rest.index(after: end)...]
      default:
        if !steps.isEmpty {
          guard first == "." else { return nil }
          rest.removeFirst()
        }
        let name = rest.prefix { !".{}()/ ".contains($0) }
        guard !name.isEmpty else { return nil }
        steps.append(.name(String(name)))
        rest = rest.dropFirst(name.count)
      }
    }
    guard case .name(let variable)? = steps.first else { return nil }
    self.variable = variable
    self.steps = Array(steps.dropFirst())
  }

  private static func indices(_ text: Substring) -> [Int]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      Int(part.drop { $0 == " " }, radix: 10).flatMap { $0 >= 1 ? $0 : nil }
    }
    return numbers.count == parts.count ? numbers : nil
  }
}
