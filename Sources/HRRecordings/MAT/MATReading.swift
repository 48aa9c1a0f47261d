internal import CHRFiles
internal import HRSupport

/// One reading of a MAT file of version 4 to 7: arrays found by path, each read once.
struct MATReading: ~Copyable {
  private(set) var file: MATFile
  let path: String
  private var known: [String: [Double]] = [:]

  /// Reads a MAT file; files of version 7.3 are read as HDF5, with HDF5's paths.
  static func contents(
    for request: FileRequest, at path: String, budget: ReadingBudget
  ) throws(Diagnostics) -> FileContents {
    if let reason = hr_unreadable(path) { throw Diagnostics(String(cString: reason), in: path) }
    switch hr_mat_version_of(path) {
    case HR_MAT_HDF5:
      var reading = try HierarchyReading(path, budget: budget)
      return try reading.contents(for: request)
    case HR_MAT_4, HR_MAT_5:
      var reading = try MATReading(path, budget: budget)
      return try reading.contents(for: request)
    default:
      throw Diagnostics(
        "this is no MAT file: it begins neither as one of version 4 to 7, nor as HDF5 does (version 7.3)",
        in: path,
        hint: "was the download interrupted, or is it of another program? another \"reader\" may read it")
    }
  }

  private init(_ path: String, budget: ReadingBudget) throws(Diagnostics) {
    file = try MATFile(path, budget: budget)
    self.path = path
  }

  private mutating func contents(for request: FileRequest) throws(Diagnostics) -> FileContents {
    var contents = FileContents(path: path)
    try look(for: request)
    var problems: [Diagnostic] = []
    for item in request.cells {
      if case .moments(let cells) = item.cell {
        problems.gather(try readMoments(cells, optional: item.isOptional, into: &contents))
      } else {
        contents.columns[item.cell] = problems.gather(try series(item)) ?? nil
      }
    }
    for source in request.numbers { contents.numbers[source] = problems.gather(try number(source)) ?? nil }
    for attribute in request.texts {
      contents.texts[attribute] = problems.gather(try text(attribute)) ?? nil
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    return contents
  }

  /// Finds all requested variables before any values are read.
  private mutating func look(for request: FileRequest) throws(Diagnostics) {
    var paths = request.cells.flatMap(\.cell.objects) + request.texts.map(\.object)
    for case .object(_, let path) in request.numbers { paths.append(path) }
    for path in paths.compactMap(MATPath.init) { _ = try file.variables(fitting: path.variable) }
  }

  /// - Returns: `nil` for an optional series that the file does not have, and for cells that no MAT file has.
  private mutating func series(_ item: FileRequest.Cell) throws(Diagnostics) -> [Double]? {
    switch item.cell {
    case .object(let path, let part):
      guard let array = try array(path, optional: item.isOptional) else { return nil }
      return try series(part, of: array)
    case .pixels(let object, _, _):
      throw problem("frames are read from HDF5 files only", at: object, hint: "save -v7.3 writes one")
    default: return nil
    }
  }

  private mutating func text(_ attribute: FileRequest.Attribute) throws(Diagnostics) -> String? {
    if attribute.name != nil { throw withoutAttributes(attribute.object) }
    guard let array = try array(attribute.object, optional: true) else { return nil }
    return try file.text(array)
  }

  private func withoutAttributes(_ object: String) -> Diagnostics {
    problem(
      "a MAT file before version 7.3 has no attributes", at: object,
      hint: "leave out \"attribute\": \"object\" names the number or the text itself")
  }

  func problem(_ message: String, at object: String, hint: String? = nil) -> Diagnostics {
    Diagnostics(message, in: path, at: object, hint: hint)
  }

  // MARK: Values

  private mutating func numbers(_ array: MATArray) throws(Diagnostics) -> [Double] {
    if let known = known[array.spoken] { return known }
    let values = try file.numbers(array)
    known[array.spoken] = values
    return values
  }

  private mutating func number(_ source: NumberSource) throws(Diagnostics) -> Double? {
    switch source {
    case .given(let number): return number
    case .fact: return nil
    case .attribute(_, let object, _): throw withoutAttributes(object)
    case .object(_, let object):
      guard let array = try array(object, optional: true) else { return nil }
      if array.lackOfNumbers == nil, array.count != 1 {
        throw problem("expected a single number, found \(array.described)", at: array.spoken)
      }
      return try numbers(array).first
    }
  }

  private mutating func series(_ part: ObjectPart, of array: MATArray) throws(Diagnostics) -> [Double] {
    let sizes = array.dimensions
    let name = array.spoken
    if let lack = array.lackOfNumbers {
      throw problem(lack.message, at: name, hint: file.hintOfMoments(array) ?? lack.hint)
    }
    switch part {
    case .whole:
      guard array.count == 0 || sizes.count(where: { $0 != 1 }) <= 1 else {
        throw problem(
          "\(name) is \(array.shape), not a single series", at: name,
          hint: sizes.count == 2
            ? "say which \"column\" or \"row\" of it, counted from 0"
            : "only arrays of two dimensions have columns and rows")
      }
      return try numbers(array)
    case .column(let index), .row(let index):
      guard sizes.count == 2 else {
        throw problem("\(name) is \(array.shape) and has no columns", at: name)
      }
      let isColumn = part == .column(index)
      guard index < sizes[isColumn ? 1 : 0] else {
        throw problem(
          "\(name) is \(array.shape) (rows × columns) and has no \(isColumn ? "column" : "row") \(index)",
          at: name,
          hint: "columns and rows are counted from 0")
      }
      let all = try numbers(array)
      if isColumn { return Array(all[(index * sizes[0])..<((index + 1) * sizes[0])]) }
      return stride(from: index, to: all.count, by: sizes[0]).map { all[$0] }
    case .member: throw problem("a MAT array's columns have no names", at: name)
    }
  }

  // MARK: Paths

  /// - Returns: `nil` for an array that is optional and absent.
  mutating func array(_ text: String, optional: Bool) throws(Diagnostics) -> MATArray? {
    guard let path = MATPath(text) else {
      throw problem(
        "\"\(text)\" is no path into a MAT file", at: text,
        hint: text.contains("/")
          ? "paths with / are those of version 7.3, which is HDF5; in this file: ppg.v, subject{3}.ecg, data(2).v"
          : "write names of variables and fields, and indices from 1: ppg.v, subject{3}.ecg, data(2).v")
    }
    guard
      let start = try only(try file.variables(fitting: path.variable), path.variable, "variable", optional)
    else {
      return nil
    }
    var current = start
    /// Index of the chosen element in an array of structs.
    var element: Int?
    for step in path.steps {
      switch step {
      case .name(let name):
        guard let next = try field(name, of: current, element, optional) else { return nil }
        (current, element) = (next, nil)
      case .cell(let indices):
        try require(HR_MAT_CELLS, current, element, step)
        guard let place = try place(indices, of: current, step, optional),
          let next = current.part(field: 0, at: place, current.spoken + step.spoken)
        else { return nil }
        current = next
      case .element(let indices):
        try require(HR_MAT_STRUCTS, current, element, step)
        guard let place = try place(indices, of: current, step, optional) else { return nil }
        element = place
      }
    }
    guard element == nil else {
      throw problem(
        "\(text) is a struct, and no series of numbers", at: text,
        hint: "it has \(current.fields.joined(separator: ", "))")
    }
    return current
  }

  private func only(
    _ found: [MATArray], _ name: String, _ what: String, _ optional: Bool
  ) throws(Diagnostics) -> MATArray? {
    if let first = found.first, found.count == 1 || !name.contains("*") { return first }
    if found.isEmpty, optional { return nil }
    let names = found.prefix(3).map(\.spoken).joined(separator: ", ")
    throw problem(
      found.isEmpty ? "the file has no \(what) \(name)" : "\(found.count) \(what)s fit \(name): \(names)",
      at: name,
      hint: found.isEmpty
        ? suggestionHint(for: name, among: file.variables.map(\.spoken))
        : "write the name so that only one fits")
  }

  private func field(
    _ name: String, of array: MATArray, _ element: Int?, _ optional: Bool
  ) throws(Diagnostics) -> MATArray? {
    guard array.info.kind == HR_MAT_STRUCTS else {
      throw problem("\(array.spoken) is \(array.described), and has no field \(name)", at: array.spoken)
    }
    guard let index = element ?? (array.count == 1 ? 0 : nil) else {
      throw problem(
        "\(array.spoken) is \(array.described)", at: array.spoken,
        hint: "say which: \(array.spoken)(1).\(name)")
    }
    let fields = array.fields
    let fitting = fields.indices.filter {
      fields[$0] == name || (name.contains("*") && fields[$0].fits(wildcards: name))
    }
    guard let found = fitting.first, fitting.count == 1 || !name.contains("*") else {
      if fitting.isEmpty, optional { return nil }
      throw problem(
        fitting.isEmpty
          ? "\(array.spoken) has no field \(name)" : "\(fitting.count) fields of \(array.spoken) fit \(name)",
        at: array.spoken,
        hint: fitting.isEmpty
          ? suggestionHint(for: name, among: fields) : "write the name so that only one fits")
    }
    let spoken = array.spoken + (element.map { "(\($0 + 1))" } ?? "") + "." + fields[found]
    return array.part(field: found, at: index, spoken)
  }

  private func require(
    _ kind: hr_mat_kind, _ array: MATArray, _ element: Int?, _ step: MATPath.Step
  ) throws(Diagnostics) {
    if array.info.kind == kind, element == nil { return }
    let hint: String? =
      switch array.info.kind {
      case HR_MAT_CELLS: "cells take braces: \(array.spoken){1}"
      case HR_MAT_STRUCTS: "structs take parentheses: \(array.spoken)(1)"
      case HR_MAT_NUMBERS: "numbers take \"column\" or \"row\", counted from 0"
      default: nil
      }
    throw problem(
      "\(array.spoken) is \(array.described), and has no \(array.spoken)\(step.spoken)", at: array.spoken,
      hint: hint)
  }

  private func place(
    _ indices: [Int], of array: MATArray, _ step: MATPath.Step, _ optional: Bool
  ) throws(Diagnostics) -> Int? {
    if let place = array.place(of: indices) { return place }
    if optional { return nil }
    throw problem(
      "\(array.spoken) is \(array.described): there is no \(array.spoken)\(step.spoken)", at: array.spoken,
      hint: "indices count from 1")
  }
}
