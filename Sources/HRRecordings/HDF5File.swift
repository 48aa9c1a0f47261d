internal import CHRFiles
package import HRDiagnostics
internal import Foundation

/// An open HDF5 (or MATLAB v7.3) file, closed when the value goes out of scope.
///
/// External links are refused and filter plugins are off: reading a file opens no other one.
package struct HDF5File: ~Copyable {
  private let file: Int64
  private let path: String

  package init(_ path: String) throws(Diagnostic) {
    file = try Self.opened(path)
    self.path = path
  }

  private static func opened(_ path: String) throws(Diagnostic) -> Int64 {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw Diagnostic("the file does not exist", place: .init(file: path))
    }
    guard !isDirectory.boolValue else {
      throw Diagnostic("expected an HDF5 file, found a folder", place: .init(file: path), hint: "name a file inside it")
    }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw Diagnostic("the file cannot be read", place: .init(file: path), hint: "check its permissions")
    }
    var error = ErrorText()
    let file = error.call { hr_h5_open(path, $0) }
    guard file >= 0 else { throw openFailure(path, error.text) }
    return file
  }

  deinit {
    hr_h5_close(file)
  }

  // MARK: Finding

  package borrowing func exists(_ object: String) -> Bool {
    hr_h5_kind(file, object) != Int32(HR_H5_ABSENT.rawValue)
  }

  /// Absolute paths of the data sets that a pattern names, in natural order; `*` stands for part of one name.
  package borrowing func datasets(matching pattern: String) throws(Diagnostic) -> [String] {
    var found = [""]
    let parts = pattern.split(separator: "/").map(String.init)
    for (depth, part) in parts.enumerated() {
      let isLast = depth == parts.count - 1
      var next: [String] = []
      for group in found {
        let names = part.contains("*") ? try members(of: group.isEmpty ? "/" : group).filter { $0.fits(wildcards: part) } : [part]
        for name in names {
          let candidate = "\(group)/\(name)"
          let kind = hr_h5_kind(file, candidate)
          if kind == Int32((isLast ? HR_H5_DATASET : HR_H5_GROUP).rawValue) { next.append(candidate) }
        }
      }
      found = next
    }
    return parts.isEmpty ? [] : found.sorted { $0.precedesNaturally($1) }
  }

  private borrowing func members(of group: String) throws(Diagnostic) -> [String] {
    let names = NameList()
    var error = ErrorText()
    let context = Unmanaged.passUnretained(names).toOpaque()
    let result = error.call { error in
      hr_h5_members(
        file, group,
        { name, context in
          guard let name, let context else { return }
          Unmanaged<NameList>.fromOpaque(context).takeUnretainedValue().names.append(String(cString: name))
        }, context, error)
    }
    guard result >= 0 else { throw problem("the group cannot be read: \(error.text)", at: group) }
    return names.names
  }

  // MARK: Numbers

  package borrowing func dimensions(of object: String) throws(Diagnostic) -> [Int] {
    try layout(of: object).dimensions
  }

  private struct Layout {
    let dimensions: [Int]
    let elementClass: Int32

    var count: Int { dimensions.reduce(1) { $0.multipliedReportingOverflow(by: $1).partialValue } }
  }

  private borrowing func layout(of object: String) throws(Diagnostic) -> Layout {
    switch UInt32(hr_h5_kind(file, object)) {
    case HR_H5_DATASET.rawValue: break
    case HR_H5_GROUP.rawValue:
      throw problem("expected a data set, found a group", at: object, hint: "its members: \((try? members(of: object))?.prefix(8).joined(separator: ", ") ?? "none")")
    case HR_H5_EXTERNAL.rawValue:
      throw problem("this is a link to another file", at: object, hint: "hreval follows none; copy the data into this file")
    case HR_H5_OTHER.rawValue: throw problem("expected a data set, found a named type", at: object)
    default: throw problem("there is no such object in the file", at: object, hint: nearest(to: object))
    }
    var dimensions = [Int64](repeating: 0, count: Int(HR_H5_MAX_RANK))
    var elementClass: Int32 = 0
    var error = ErrorText()
    let rank = error.call { hr_h5_dimensions(file, object, &dimensions, &elementClass, $0) }
    guard rank >= 0 else { throw problem("the data set cannot be read: \(error.text)", at: object, hint: Self.hint(error.text)) }
    return Layout(dimensions: dimensions.prefix(Int(rank)).map(Int.init), elementClass: elementClass)
  }

  /// All elements, row-major. A data set of object references (a MATLAB cell) gives what its first one points to.
  package borrowing func numbers(at object: String) throws(Diagnostic) -> HDF5Array {
    let layout = try numericLayout(of: object)
    if layout.elementClass == Int32(HR_H5_REFERENCES.rawValue) { return try numbers(at: followed(object)) }
    let values = try box(
      of: object, start: layout.dimensions.map { _ in 0 }, extent: layout.dimensions, count: layout.count)
    return HDF5Array(values: values, dimensions: layout.dimensions)
  }

  /// One column of an n×k data set.
  ///
  /// - Parameter alongLastAxis: true when samples run along the last axis (k×n, as MATLAB's columns are stored).
  package borrowing func numbers(
    at object: String, column: Int, alongLastAxis: Bool = false
  ) throws(Diagnostic) -> [Double] {
    let layout = try numericLayout(of: object)
    guard layout.dimensions.count == 2 else {
      throw problem("expected two dimensions, found \(layout.dimensions.count)", at: object)
    }
    let (rows, columns) = (layout.dimensions[0], layout.dimensions[1])
    let width = alongLastAxis ? rows : columns
    guard (0..<width).contains(column) else {
      throw problem("there is no column \(column)", at: object, hint: "it has \(width), counted from 0")
    }
    return alongLastAxis
      ? try box(of: object, start: [column, 0], extent: [1, columns], count: columns)
      : try box(of: object, start: [0, column], extent: [rows, 1], count: rows)
  }

  private borrowing func numericLayout(of object: String) throws(Diagnostic) -> Layout {
    let layout = try layout(of: object)
    switch UInt32(layout.elementClass) {
    case HR_H5_NUMBERS.rawValue, HR_H5_REFERENCES.rawValue: break
    case HR_H5_STRINGS.rawValue: throw problem("expected numbers, found texts", at: object)
    case HR_H5_COMPOUND.rawValue:
      throw problem("expected numbers, found records of several members", at: object, hint: "store each member as a data set of its own")
    default: throw problem("expected numbers, found another kind of element", at: object)
    }
    var total = 1
    for dimension in layout.dimensions {
      let product = total.multipliedReportingOverflow(by: dimension)
      guard !product.overflow, product.partialValue <= 1 << 31 else {
        throw problem("the data set claims more than 2³¹ elements", at: object, hint: "the file may be damaged")
      }
      total = product.partialValue
    }
    return layout
  }

  private borrowing func box(
    of object: String, start: [Int], extent: [Int], count: Int
  ) throws(Diagnostic) -> [Double] {
    guard count > 0 else { return [] }
    var error = ErrorText()
    var result: Int32 = 0
    let first = start.map(Int64.init)
    let size = extent.map(Int64.init)
    let values = [Double](unsafeUninitializedCapacity: count) { buffer, initialized in
      result = error.call { hr_h5_read(file, object, Int32(size.count), first, size, buffer.baseAddress, $0) }
      initialized = result >= 0 ? count : 0
    }
    guard result >= 0 else {
      throw problem("the data cannot be read: \(error.text)", at: object, hint: Self.hint(error.text))
    }
    return values
  }

  private borrowing func followed(_ object: String) throws(Diagnostic) -> String {
    var target: UnsafeMutablePointer<CChar>?
    var error = ErrorText()
    let result = error.call { hr_h5_follow(file, object, &target, $0) }
    defer { hr_free(target) }
    guard result >= 0, let target else { throw problem("its reference leads nowhere: \(error.text)", at: object) }
    return String(cString: target)
  }

  // MARK: Attributes and texts

  /// The first number of an attribute; `nil` when there is no such attribute.
  package borrowing func number(attribute: String, of object: String) throws(Diagnostic) -> Double? {
    try mustExist(object)
    var value = 0.0
    var error = ErrorText()
    let result = error.call { hr_h5_attribute_number(file, object, attribute, &value, $0) }
    guard result >= 0 else { throw problem(error.text, at: object) }
    return result == 1 ? value : nil
  }

  /// An attribute as text, numbers as their shortest text; `nil` when there is no such attribute.
  package borrowing func text(attribute: String, of object: String) throws(Diagnostic) -> String? {
    try mustExist(object)
    var text: UnsafeMutablePointer<CChar>?
    var error = ErrorText()
    let result = error.call { hr_h5_attribute_text(file, object, attribute, &text, $0) }
    defer { hr_free(text) }
    if result == 1, let text { return String(cString: text) }
    if result == 0 { return nil }
    return try number(attribute: attribute, of: object).map(shortest)
  }

  /// A single text: a string data set, or a MATLAB char array.
  package borrowing func text(at object: String) throws(Diagnostic) -> String? {
    _ = try layout(of: object)
    var text: UnsafeMutablePointer<CChar>?
    var error = ErrorText()
    let result = error.call { hr_h5_read_text(file, object, &text, $0) }
    defer { hr_free(text) }
    guard result >= 0, let text else { return nil }
    return String(cString: text)
  }

  private borrowing func mustExist(_ object: String) throws(Diagnostic) {
    guard exists(object) else {
      throw problem("there is no such object in the file", at: object, hint: nearest(to: object))
    }
  }

  // MARK: Problems

  private borrowing func problem(_ message: String, at object: String, hint: String? = nil) -> Diagnostic {
    Diagnostic(message, place: .init(file: path, path: object), hint: hint)
  }

  /// The longest existing part of a path, and what lies there.
  private borrowing func nearest(to object: String) -> String? {
    var parts = object.split(separator: "/").map(String.init)
    while let missing = parts.popLast() {
      let group = "/" + parts.joined(separator: "/")
      guard exists(group), let names = try? members(of: group), !names.isEmpty else { continue }
      return "\(group) has " + suggestionHint(for: missing, among: names).replacing("known here: ", with: "")
    }
    return nil
  }

  private static func openFailure(_ path: String, _ words: String) -> Diagnostic {
    let text = words.lowercased()
    let place = Diagnostic.Place(file: path)
    if text.contains("signature not found") {
      return Diagnostic("this is not an HDF5 file", place: place, hint: "MATLAB files must be saved with -v7.3")
    }
    if text.contains("truncated") {
      return Diagnostic("the HDF5 file is cut off", place: place, hint: "was its download finished?")
    }
    return Diagnostic("the HDF5 file cannot be opened: \(words)", place: place, hint: hint(words))
  }

  private static func hint(_ words: String) -> String? {
    let text = words.lowercased()
    if text.contains("filter") {
      return "it is compressed in a way this HDF5 library lacks; rewrite it with gzip (h5repack -f GZIP=4)"
    }
    if text.contains("version number") {
      return "it was written for a newer HDF5 library; rewrite it without libver='latest'"
    }
    return "the file may be damaged"
  }
}

/// Elements of a data set, row-major, with its dimensions.
package struct HDF5Array: Equatable, Sendable {
  package let values: [Double]
  package let dimensions: [Int]

  package init(values: [Double], dimensions: [Int]) {
    self.values = values
    self.dimensions = dimensions
  }
}

/// Where the C edge writes the library's words.
struct ErrorText {
  private var buffer = [CChar](repeating: 0, count: Int(HR_ERROR_LENGTH))

  mutating func call<Result>(_ body: (UnsafeMutablePointer<CChar>?) -> Result) -> Result {
    buffer.withUnsafeMutableBufferPointer { body($0.baseAddress) }
  }

  var text: String {
    String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Gathers names from a C callback.
private final class NameList {
  var names: [String] = []
}
