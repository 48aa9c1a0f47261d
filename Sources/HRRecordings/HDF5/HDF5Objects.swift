internal import CHRFiles
package import HRSupport

extension HDF5File {
  /// Returns absolute paths of the datasets that match a pattern, in natural order (`rec_2` before `rec_10`).
  ///
  /// `*` matches any characters inside one path component. A pattern without it gives the path itself if it exists.
  ///
  /// - Parameter most: maximum number of names examined; the limit on members if it is left out.
  package borrowing func datasets(
    matching pattern: String, most: Int? = nil
  ) throws(Diagnostics) -> [String] {
    var left = most ?? budget.limits[.members]
    let parts = pattern.split(separator: "/").map(String.init)
    var groups = [""]
    for (index, part) in parts.enumerated() {
      var next: [String] = []
      for group in groups {
        for name in try names(fitting: part, in: group, &left) {
          let path = group + "/" + name
          let kind = hr_hdf5_object(id, path)
          let isLast = index == parts.count - 1
          if isLast ? kind == HR_OBJECT_DATASET : kind == HR_OBJECT_GROUP { next.append(path) }
        }
      }
      groups = next
    }
    return parts.isEmpty ? [] : groups.sorted { $0.precedesNaturally($1) }
  }

  private borrowing func names(
    fitting part: String, in group: String, _ left: inout Int
  ) throws(Diagnostics) -> [String] {
    guard part.contains("*") else { return exists(group + "/" + part) ? [part] : [] }
    let all = try members(of: group.isEmpty ? "/" : group, most: left)
    left -= all.count
    return all.filter { $0.fits(wildcards: part) }
  }

  borrowing func members(of group: String, most: Int) throws(Diagnostics) -> [String] {
    var failure = hr_failure()
    var count = 0
    guard let bytes = hr_hdf5_members(id, group, max(0, most), &count, &failure) else {
      throw explained(failure, at: group)
    }
    defer { hr_free(bytes) }
    var names: [String] = []
    var next = UnsafePointer(bytes)
    for _ in 0..<count {
      let name = String(cString: next)
      names.append(name)
      while next.pointee != 0 { next += 1 }
      next += 1
    }
    return names
  }

  /// - Returns: the first element of a numeric attribute; `nil` if there is none.
  package borrowing func number(
    attribute: String, of object: String
  ) throws(Diagnostics) -> Double? {
    switch try value(attribute: attribute, of: object) {
    case .number(let number): return number
    case .absent: return nil
    case .text(let text):
      throw problem(
        "expected a number in attribute \"\(attribute)\", found the text \"\(text.prefix(40))\"", at: object)
    }
  }

  /// - Returns: the first element, numbers as their shortest text; `nil` if there is none.
  package borrowing func text(attribute: String, of object: String) throws(Diagnostics) -> String? {
    switch try value(attribute: attribute, of: object) {
    case .number(let number): return shortest(number)
    case .absent: return nil
    case .text(let text): return text
    }
  }

  /// Returns the text of a string dataset, or of a MATLAB char array (UTF-16 units); `nil` if empty.
  package borrowing func text(at path: String) throws(Diagnostics) -> String? {
    let info = try info(of: path)
    guard info.is_null == 0 else { return nil }
    if info.type == HR_CLASS_NUMBER, info.is_uint16 != 0 {
      guard info.count <= mostTextBytes / 2 else {
        throw budget.limits.problem(
          .textBytes, "the text has \(info.count) letters of 2 bytes",
          needed: info.count.multipliedReportingOverflow(by: 2).partialValue,
          place: .init(file: self.path, path: path))
      }
      let units = try written(numbers(at: path), at: path).map { UInt16(saturating: $0) }
      return units.isEmpty ? nil : String(decoding: units, as: UTF16.self)
    }
    guard info.type == HR_CLASS_STRING else {
      throw problem("expected a text, found \(HDF5Problem.named(info.type))", at: path)
    }
    var failure = hr_failure()
    guard let text = hr_hdf5_text(id, path, mostTextBytes, &failure) else {
      if failure.kind.rawValue == 0 { return nil }
      throw explained(failure, at: path)
    }
    defer { hr_free(text) }
    return String(cString: text)
  }

  var mostTextBytes: UInt64 { UInt64(clamping: budget.limits[.textBytes]) }

  private enum AttributeValue {
    case absent
    case number(Double)
    case text(String)
  }

  private borrowing func value(
    attribute: String, of object: String
  ) throws(Diagnostics) -> AttributeValue {
    var failure = hr_failure()
    var number = 0.0
    var text: UnsafeMutablePointer<CChar>?
    switch hr_hdf5_attribute(id, object, attribute, mostTextBytes, &number, &text, &failure) {
    case 0: return .absent
    case 1: return .number(number)
    case 2:
      guard let text else { return .absent }
      defer { hr_free(text) }
      return .text(String(cString: text))
    default:
      var problem = explained(failure, at: object).first
      if failure.kind != HR_FAILURE_ABSENT { problem.place?.path = "\(object), attribute \"\(attribute)\"" }
      throw Diagnostics(problem)
    }
  }
}
