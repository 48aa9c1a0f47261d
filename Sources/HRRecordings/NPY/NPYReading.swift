internal import CHRFiles
internal import HRSupport

/// One reading of an NPY file: the header, then the requested values.
struct NPYReading {
  private let path: String
  private let budget: ReadingBudget
  private let file: OpenFile
  let header: NPYHeader

  init(_ path: String, budget: ReadingBudget) throws(Diagnostics) {
    let read = try HeadedFile(path, startBytes: 12) { (start, size) throws(Diagnostics) in
      try NPYHeader.byteCount(start, fileBytes: size, path: path)
    }
    header = try NPYHeader(read.header, fileBytes: read.bytes, path: path)
    self.path = path
    self.budget = budget
    file = read.file
  }

  /// Positions of the elements of a series, from the first value on.
  private struct Places {
    let type: NPYType
    let first: Int
    let step: Int
    let count: Int
  }

  func contents(for request: FileRequest) throws(Diagnostics) -> FileContents {
    var contents = FileContents(path: path)
    var problems: [Diagnostic] = []
    var wanted: [(cell: DataCell, places: Places)] = []
    for item in request.cells {
      if let places = problems.gather(try places(of: item.cell, optional: item.isOptional)) ?? nil {
        wanted.append((item.cell, places))
      }
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    for (cell, places) in wanted { contents.columns[cell] = try values(places, cell) }
    return contents
  }

  // MARK: Positions

  private var spokenShape: String {
    header.shape.isEmpty ? "a single number" : header.shape.map(String.init).joined(separator: "×")
  }

  private func problem(_ message: String, _ cell: DataCell? = nil, hint: String? = nil) -> Diagnostics {
    Diagnostics(message, place: .init(file: path, path: cell?.described), hint: hint)
  }

  /// - Returns: `nil` for an optional series that the file does not have.
  private func places(of cell: DataCell, optional: Bool) throws(Diagnostics) -> Places? {
    switch cell {
    case .everything: return try whole(cell)
    case .column(.named(let name)): return try field(name, cell, optional)
    case .column(.at(let index)): return try line(index, axis: 1, cell, optional)
    case .row(.at(let index)): return try line(index, axis: 0, cell, optional)
    default: return nil
    }
  }

  /// Returns the type of a plain array's numbers.
  private func plainType(_ cell: DataCell) throws(Diagnostics) -> NPYType {
    guard let type = header.type else {
      throw problem(
        "the array has named fields", cell,
        hint: "write which: "
          + header.fields.prefix(12).map { "\"\($0.name.shortened)\"" }.joined(separator: ", "))
    }
    return try checked(type, "the array", cell)
  }

  private func checked(_ type: NPYType, _ what: String, _ cell: DataCell) throws(Diagnostics) -> NPYType {
    guard case .other(let words, let hint) = type.kind else { return type }
    throw problem("expected numbers, found \(words) in \(what)", cell, hint: hint)
  }

  private func whole(_ cell: DataCell) throws(Diagnostics) -> Places {
    let type = try plainType(cell)
    guard header.shape.count(where: { $0 != 1 }) <= 1 else {
      throw problem(
        "the array is \(spokenShape), not a single series", cell,
        hint: header.shape.count == 2
          ? "say which \"column\" or \"row\" of it, counted from 0" : "save one or two dimensions")
    }
    return Places(type: type, first: 0, step: type.bytes, count: header.shape.reduce(1, *))
  }

  private func field(_ name: String, _ cell: DataCell, _ optional: Bool) throws(Diagnostics) -> Places? {
    guard header.type == nil else {
      throw problem(
        "the array is \(spokenShape) and has no named fields", cell,
        hint: header.shape.count == 1
          ? "leave \"column\" out: it is one series" : "\"column\" and \"row\" take an index, counted from 0")
    }
    guard let field = header.fields.first(where: { $0.name == name }) else {
      if optional { return nil }
      throw problem(
        "the array has no field \"\(name)\"", cell,
        hint: suggestionHint(for: name, among: header.fields.map(\.name)))
    }
    guard header.shape.count == 1, let count = header.shape.first else {
      throw problem("the array of fields is \(spokenShape), and one dimension is expected", cell)
    }
    guard let type = field.type else {
      throw problem(
        "the field \"\(name)\" holds \(field.lack ?? "no numbers")", cell,
        hint: "save its parts as fields of their own, or as an array of two dimensions")
    }
    return Places(
      type: try checked(type, "the field \"\(name)\"", cell), first: field.offset, step: header.elementBytes,
      count: count)
  }

  /// Returns the positions of a column (axis 1) or a row (axis 0).
  private func line(_ index: Int, axis: Int, _ cell: DataCell, _ optional: Bool) throws(Diagnostics)
    -> Places?
  {
    let type = try plainType(cell)
    let what = axis == 1 ? "column" : "row"
    if header.shape.count == 1, axis == 1, index == 0 { return try whole(cell) }
    guard header.shape.count == 2 else {
      throw problem("the array is \(spokenShape) and has no \(what)s", cell)
    }
    guard index < header.shape[axis] else {
      if optional { return nil }
      throw problem(
        "the array is \(spokenShape) (rows × columns) and has no \(what) \(index)", cell,
        hint: "columns and rows are counted from 0")
    }
    let (rows, columns) = (header.shape[0], header.shape[1])
    // C order keeps rows together, Fortran order columns.
    let (rowStep, columnStep) = header.isFortran ? (1, rows) : (columns, 1)
    return axis == 1
      ? Places(type: type, first: index * columnStep * type.bytes, step: rowStep * type.bytes, count: rows)
      : Places(type: type, first: index * rowStep * type.bytes, step: columnStep * type.bytes, count: columns)
  }

  // MARK: Values

  private static let blockBytes = 1 << 20
  /// Distance in bytes beyond which elements are read one by one.
  private static let farBytes = 1 << 16

  private func values(_ places: Places, _ cell: DataCell) throws(Diagnostics) -> [Double] {
    try budget.take(numbers: UInt64(clamping: places.count), place: .init(file: path, path: cell.described))
    var values: [Double] = []
    values.reserveCapacity(places.count)
    let perBlock = places.step > Self.farBytes ? 1 : max(1, Self.blockBytes / places.step)
    while values.count < places.count {
      let count = min(perBlock, places.count - values.count)
      let bytes = try file.bytes(
        (count - 1) * places.step + places.type.bytes,
        from: header.start + places.first + values.count * places.step, of: path)
      bytes.withUnsafeBytes { bytes in
        for index in 0..<count { values.append(places.type.number(bytes, at: index * places.step)) }
      }
    }
    return values
  }

}
