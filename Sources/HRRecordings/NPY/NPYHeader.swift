internal import HRSupport

/// The header of an NPY file: type, number and order of its elements.
///
/// NumPy Enhancement Proposal 1, and `numpy.lib.format`: byte 147 and "NUMPY", the version, the length of the text in 2
/// or 4 bytes, and a dictionary of Python with `descr`, `fortran_order` and `shape`.
struct NPYHeader {
  /// A named part of a structured element.
  struct Field {
    let name: String
    let offset: Int
    /// Type of the field; `nil` if the field is not a single element.
    let type: NPYType?
    /// Reason why it holds no series, if it holds none.
    let lack: String?
  }

  /// Offset of the values in bytes.
  let start: Int
  let shape: [Int]
  let isFortran: Bool
  let elementBytes: Int
  /// Element type of a plain array.
  let type: NPYType?
  /// Fields of a structured array.
  let fields: [Field]

  static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)
  static let mostHeaderBytes = 1 << 20

  /// Returns the number of bytes before the first value.
  ///
  /// - Parameter start: the first twelve bytes, or fewer if the file has fewer.
  static func byteCount(_ start: [UInt8], fileBytes: UInt64, path: String) throws(Diagnostics) -> Int {
    guard start.starts(with: magic) else {
      let foreign = ForeignFormat.all.first { $0.signature.map(start.starts) ?? false }
      throw Diagnostics(
        foreign.map { "this is \($0.words), not an NPY file" }
          ?? "this is no NPY file: these begin with byte 147 and \"NUMPY\"", in: path,
        hint: foreign?.advice ?? "another \"reader\" may read it")
    }
    guard start.count == 12 else {
      throw Diagnostics(
        "the file has \(fileBytes) bytes, fewer than a header", in: path,
        hint: "was the download interrupted?")
    }
    let (major, minor) = (start[6], start[7])
    guard (1...3).contains(major), minor == 0 else {
      throw Diagnostics(
        "the file is NPY \(major).\(minor), and 1.0, 2.0 and 3.0 are known", in: path, at: "bytes 6 to 7",
        hint: "the file is damaged, or newer than this program")
    }
    let digits = start[8..<(major == 1 ? 10 : 12)]
    let length = digits.reversed().reduce(0) { $0 << 8 | Int(truncatingIfNeeded: $1) }
    let bytes = 8 + digits.count + length
    guard length <= mostHeaderBytes, UInt64(clamping: bytes) <= fileBytes else {
      throw Diagnostics(
        "the header says that it has \(length) bytes, and the file has \(fileBytes)", in: path,
        at: "bytes 8 to \(7 + digits.count)", hint: "was the file cut off?")
    }
    return bytes
  }

  /// - Parameter bytes: the whole header, of ``byteCount(_:fileBytes:path:)`` bytes.
  init(_ bytes: [UInt8], fileBytes: UInt64, path: String) throws(Diagnostics) {
    start = bytes.count
    let before = bytes.count > 6 && bytes[6] == 1 ? 10 : 12
    func problem(_ message: String, hint: String? = nil) -> Diagnostics {
      Diagnostics(message, in: path, at: "header bytes \(before) to \(bytes.count - 1)", hint: hint)
    }
    // The text is Latin-1 before version 3.
    let text = bytes[before...]
    let utf8 =
      bytes[6] == 3 ? Array(text) : text.flatMap { Array(String(Character(Unicode.Scalar($0))).utf8) }
    let literal: PythonLiteral
    do {
      literal = try PythonLiteral.parse(utf8)
    } catch {
      throw Diagnostics(
        "the header cannot be read: \(error.message)", in: path, at: "header byte \(before + error.byte)",
        hint: "the file is damaged, or not written by NumPy")
    }
    guard case .dictionary(let pairs) = literal else { throw problem("the header is no dictionary") }
    let keys = pairs.map(\.key)
    for key in ["descr", "fortran_order", "shape"] where keys.count(where: { $0 == .text(key) }) != 1 {
      throw problem(
        keys.contains(.text(key)) ? "the header has \"\(key)\" twice" : "the header has no \"\(key)\"")
    }
    if let other = pairs.first(where: {
      !["descr", "fortran_order", "shape"].map(PythonLiteral.text).contains($0.key)
    }) {
      throw problem("the header has a key that no NPY file has: \(Self.spoken(other.key))")
    }
    func value(_ key: String) -> PythonLiteral { pairs.first { $0.key == .text(key) }?.value ?? .none }
    guard case .boolean(let isFortran) = value("fortran_order") else {
      throw problem("\"fortran_order\" is \(Self.spoken(value("fortran_order"))), expected True or False")
    }
    self.isFortran = isFortran
    guard case .tuple(let items) = value("shape"), let sizes = Self.numbers(items), sizes.count <= 32 else {
      throw problem("\"shape\" is \(Self.spoken(value("shape"))), expected a tuple of whole numbers")
    }
    shape = sizes
    switch value("descr") {
    case .text(let text):
      guard let known = NPYType(text) else { throw problem("the type \"\(text.shortened)\" is not known") }
      (type, fields, elementBytes) = (known, [], known.bytes)
    case .list(let list):
      guard let (fields, bytes) = Self.fields(list, depth: 0) else {
        throw problem("the fields in \"descr\" cannot be read: \(Self.spoken(value("descr")))")
      }
      (type, self.fields, elementBytes) = (nil, fields, bytes)
    default: throw problem("\"descr\" is \(Self.spoken(value("descr"))), expected a type or a list of fields")
    }
    if case .other("Python objects", let hint)? = type?.kind {
      throw problem("the array holds Python objects", hint: hint)
    }
    let count = shape.reduce((product: 1, overflow: false)) { result, size in
      let next = result.product.multipliedReportingOverflow(by: size)
      return (next.partialValue, result.overflow || next.overflow)
    }
    let needed = count.product.multipliedReportingOverflow(by: elementBytes)
    let left = fileBytes - UInt64(clamping: bytes.count)
    let spokenShape = shape.map(String.init).joined(separator: "×")
    guard !count.overflow, !needed.overflow, elementBytes > 0 else {
      throw problem(
        "the header claims \(spokenShape) elements of \(elementBytes) bytes, which no file can hold")
    }
    guard UInt64(clamping: needed.partialValue) == left else {
      throw problem(
        "the header claims \(needed.partialValue) bytes of values (\(spokenShape.isEmpty ? "one" : spokenShape) of \(elementBytes)), and \(left) follow it",
        hint: UInt64(clamping: needed.partialValue) > left
          ? "was the file cut off?" : "the header is damaged, or several arrays were saved into one file")
    }
  }

  /// - Returns: the fields, and the bytes of an element; `nil` for anything that NumPy does not write.
  private static func fields(_ list: [PythonLiteral], depth: Int) -> (fields: [Field], bytes: Int)? {
    guard depth < 8, list.count <= 10_000 else { return nil }
    var fields: [Field] = []
    var offset = 0
    for item in list {
      guard case .tuple(let parts) = item, (2...3).contains(parts.count) else { return nil }
      let name: String
      switch parts[0] {
      case .text(let text): name = text
      // A pair of title and name.
      case .tuple(let names):
        guard case .text(let text)? = names.last, names.count == 2 else { return nil }
        name = text
      default: return nil
      }
      var bytes: Int
      var type: NPYType?
      var lack: String?
      switch parts[1] {
      case .text(let text):
        guard let known = NPYType(text) else { return nil }
        (type, bytes) = (known, known.bytes)
      case .list(let inner):
        guard let nested = Self.fields(inner, depth: depth + 1) else { return nil }
        bytes = nested.bytes
        lack = "fields of its own (\(nested.fields.prefix(6).map(\.name).joined(separator: ", ")))"
      default: return nil
      }
      if parts.count == 3 {
        var sizes: [Int] = []
        switch parts[2] {
        case .number(let size): sizes = [size]
        case .tuple(let list):
          guard let known = numbers(list) else { return nil }
          sizes = known
        default: return nil
        }
        for size in sizes {
          let product = bytes.multipliedReportingOverflow(by: size)
          guard !product.overflow else { return nil }
          bytes = product.partialValue
        }
        lack = "an array of \(sizes.map(String.init).joined(separator: "×")) in every row"
        type = nil
      }
      // A field without a name is padding.
      if !name.isEmpty { fields.append(Field(name: name, offset: offset, type: type, lack: lack)) }
      let sum = offset.addingReportingOverflow(bytes)
      guard !sum.overflow else { return nil }
      offset = sum.partialValue
    }
    return fields.isEmpty ? nil : (fields, offset)
  }

  private static func numbers(_ literals: [PythonLiteral]) -> [Int]? {
    let numbers = literals.compactMap { if case .number(let number) = $0 { number } else { nil } }
    return numbers.count == literals.count ? numbers : nil
  }

  private static func spoken(_ literal: PythonLiteral) -> String {
    switch literal {
    case .text(let text): "'\(text.shortened)'"
    case .number(let number): "\(number)"
    case .boolean(let value): value ? "True" : "False"
    case .none: "None"
    case .list(let items): "a list of \(items.count)"
    case .tuple(let items):
      "(" + items.prefix(6).map(spoken).joined(separator: ", ") + (items.count > 6 ? ", …)" : ")")
    case .dictionary: "a dictionary"
    }
  }
}
