internal import CHRFiles
internal import HRSupport

/// One reading of an HDF5 file: objects found by pattern, each read once.
struct HierarchyReading: ~Copyable {
  let file: HDF5File
  let path: String
  /// Names matched by a `*`, by the part of the pattern up to and including it.
  private var stars: [String: String] = [:]

  init(_ path: String, budget: ReadingBudget) throws(Diagnostics) {
    file = try HDF5File(path, budget: budget)
    self.path = path
  }

  mutating func contents(for request: FileRequest) throws(Diagnostics) -> FileContents {
    var contents = FileContents(path: path)
    var wanted: [(cell: DataCell, object: String, part: ObjectPart)] = []
    for item in request.cells {
      guard case .object(let pattern, let part) = item.cell else { continue }
      if let object = try dataset(pattern, optional: item.isOptional), try has(part, object, item.isOptional)
      {
        wanted.append((item.cell, object, part))
      }
    }
    try file.foresee(wanted.map { ($0.object, $0.part) })
    for item in request.cells {
      guard case .moments(let cells) = item.cell else { continue }
      try readMoments(cells, optional: item.isOptional, into: &contents)
    }
    try readMembers(wanted.filter(\.part.isMember), into: &contents)
    var matrices: [String: HDF5Array] = [:]
    for (cell, object, part) in wanted where !part.isMember {
      let sharers = wanted.filter { $0.object == object && $0.part != .whole }
      let found: HDF5Array
      if part == .whole || sharers.count > 1 {
        let array: HDF5Array
        if let known = matrices[object] { array = known } else { array = try file.numbers(at: object) }
        if part != .whole { matrices[object] = array }
        let values = try Self.part(part, of: array, object: object, file: path)
        // Missing values of one column among several are only known from reading that column.
        found =
          part == .whole || array.neverWritten == 0
          ? HDF5Array(values: values, dimensions: [], neverWritten: array.neverWritten)
          : try single(part, of: object)
      } else {
        found = try single(part, of: object)
      }
      contents.columns[cell] = found.values
      if found.neverWritten > 0 { contents.neverWritten[cell] = found.neverWritten }
    }
    try readPixels(request, into: &contents)
    for source in request.numbers { contents.numbers[source] = try number(source) }
    for attribute in request.texts {
      guard let object = try existing(attribute.object) else { continue }
      contents.texts[attribute] =
        if let name = attribute.name { try file.text(attribute: name, of: object) } else {
          try text(of: object)
        }
    }
    return contents
  }

  /// - Returns: false for a member that is optional and absent from the records.
  private func has(_ part: ObjectPart, _ object: String, _ isOptional: Bool) throws(Diagnostics) -> Bool {
    guard isOptional, part.isMember, try file.info(of: object).type == HR_CLASS_COMPOUND else { return true }
    return try file.record(of: object).has(part)
  }

  /// Reads the members of each data set of records in one pass.
  private func readMembers(
    _ wanted: [(cell: DataCell, object: String, part: ObjectPart)], into contents: inout FileContents
  ) throws(Diagnostics) {
    var done: Set<String> = []
    for object in wanted.map(\.object) where done.insert(object).inserted {
      let mine = wanted.filter { $0.object == object }
      for (item, found) in zip(mine, try file.members(mine.map(\.part), of: object)) {
        contents.columns[item.cell] = found.values
        if found.neverWritten > 0 { contents.neverWritten[item.cell] = found.neverWritten }
      }
    }
  }

  /// Reads frames once for all their planes.
  private mutating func readPixels(
    _ request: FileRequest, into contents: inout FileContents
  ) throws(Diagnostics) {
    struct Source: Hashable {
      let object: String
      let view: PixelView
    }
    var known: [Source: (means: [[Double]], neverWritten: Int)] = [:]
    for item in request.cells {
      guard case .pixels(let pattern, let view, let plane) = item.cell,
        let object = try dataset(pattern, optional: item.isOptional)
      else { continue }
      let source = Source(object: object, view: view)
      let read: (means: [[Double]], neverWritten: Int)
      if let before = known[source] { read = before } else { read = try file.pixelMeans(at: object, view) }
      known[source] = read
      contents.columns[item.cell] = read.means[plane]
      if read.neverWritten > 0 { contents.neverWritten[item.cell] = read.means[plane].count(where: \.isNaN) }
    }
  }

  private func single(_ part: ObjectPart, of object: String) throws(Diagnostics) -> HDF5Array {
    switch part {
    case .column(let index): try file.numbers(at: object, column: index, alongLastAxis: false)
    case .row(let index): try file.numbers(at: object, column: index, alongLastAxis: true)
    case .whole: try file.numbers(at: object)
    case .member: try file.members([part], of: object).first ?? HDF5Array(values: [], dimensions: [0])
    }
  }

  /// Returns a text, or a number as its shortest text.
  private func text(of object: String) throws(Diagnostics) -> String? {
    let info = try file.info(of: object)
    if info.type == HR_CLASS_NUMBER, info.count == 1, info.is_uint16 == 0 {
      return try file.written(file.numbers(at: object), at: object).first.map { shortest($0) }
    }
    return try file.text(at: object)
  }

  private func number(_ source: NumberSource) throws(Diagnostics) -> Double? {
    switch source {
    case .given(let number): return number
    case .fact: return nil
    case .attribute(_, let pattern, let name):
      guard let object = try existing(pattern) else { return nil }
      return try file.number(attribute: name, of: object)
    case .object(_, let pattern):
      guard let object = try existing(pattern) else { return nil }
      let values = try file.written(file.numbers(at: object), at: object)
      guard let value = values.first, values.count == 1 else {
        throw Diagnostics("expected a single number, found \(values.count)", in: path, at: object)
      }
      return value
    }
  }

  /// Returns the one data set that a pattern matches.
  mutating func dataset(_ pattern: String, optional: Bool) throws(Diagnostics) -> String? {
    if !pattern.contains("*") {
      if file.exists(pattern) { return pattern }
      if optional { return nil }
      throw Diagnostics("the file has no object \(pattern)", in: path, hint: known(insteadOf: pattern))
    }
    let found = try file.datasets(matching: pattern)
    guard let only = found.first, found.count == 1 else {
      if found.isEmpty, optional { return nil }
      throw Diagnostics(
        found.isEmpty
          ? "no object fits \(pattern)"
          : "\(found.count) objects fit \(pattern): \(found.prefix(3).joined(separator: ", "))",
        in: path,
        hint: found.isEmpty ? nil : "write the path so that only one fits")
    }
    remember(pattern, only)
    return only
  }

  /// Returns the names that exist in place of an object; a limited search.
  private func known(insteadOf pattern: String) -> String? {
    var names: [String] = []
    for depth in ["*", "*/*", "*/*/*"] {
      guard let found = try? file.datasets(matching: depth, most: 1000) else { break }
      names += found
    }
    return names.isEmpty ? nil : suggestionHint(for: pattern, among: names)
  }

  private mutating func remember(_ pattern: String, _ object: String) {
    let written = pattern.split(separator: "/")
    let names = object.split(separator: "/")
    guard written.count == names.count else { return }
    for index in written.indices where written[index].contains("*") {
      stars[written[...index].joined(separator: "/")] = String(names[index])
    }
  }

  /// Returns the object that a pattern names, groups included: a `*` has the value that it had in the samples' path.
  private func existing(_ pattern: String) throws(Diagnostics) -> String? {
    if pattern == "/" { return pattern }
    guard pattern.contains("*") else { return file.exists(pattern) ? pattern : nil }
    let written = pattern.split(separator: "/")
    var names: [String] = []
    for index in written.indices {
      if !written[index].contains("*") {
        names.append(String(written[index]))
      } else if let name = stars[written[...index].joined(separator: "/")] {
        names.append(name)
      } else {
        let found = try file.datasets(matching: pattern)
        return found.count == 1 ? found.first : nil
      }
    }
    let object = "/" + names.joined(separator: "/")
    return file.exists(object) ? object : nil
  }

  /// Returns a vector, a column or a row of an array.
  static func part(
    _ part: ObjectPart, of array: HDF5Array, object: String, file: String
  ) throws(Diagnostics) -> [Double] {
    let shape = array.dimensions.map(String.init).joined(separator: "×")
    switch part {
    case .whole:
      guard array.dimensions.count(where: { $0 != 1 }) <= 1 else {
        throw Diagnostics(
          "\(object) is \(shape), not a single series", in: file, at: object,
          hint: "say which \"column\" or \"row\" of it")
      }
      return array.values
    case .column(0) where array.dimensions.count == 1: return array.values
    case .column(let index), .row(let index):
      guard array.dimensions.count == 2, let rows = array.dimensions.first,
        let columns = array.dimensions.last
      else {
        throw Diagnostics(
          "\(object) is \(shape.isEmpty ? "a single number" : shape) and has no columns",
          in: file, at: object)
      }
      let isColumn = part == .column(index)
      guard index < (isColumn ? columns : rows) else {
        throw Diagnostics(
          "\(object) is \(shape) and has no \(isColumn ? "column" : "row") \(index)",
          in: file, at: object, hint: "columns and rows are counted from 0")
      }
      if isColumn { return stride(from: index, to: array.values.count, by: columns).map { array.values[$0] } }
      return Array(array.values[(index * columns)..<((index + 1) * columns)])
    case .member: throw Diagnostics("\(object) is \(shape) and has no members", in: file, at: object)
    }
  }
}
