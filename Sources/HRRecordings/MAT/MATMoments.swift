internal import CHRFiles
internal import HRSupport

/// Dates and times in cells with one text each, or in the rows of a matrix of letters.
extension MATReading {
  mutating func readMoments(
    _ cells: MomentCells, optional: Bool, into contents: inout FileContents
  ) throws(Diagnostics) {
    var read: [MATTexts] = []
    for series in cells.series {
      guard case .object(let path, let part) = series.place else { return }
      guard let array = try array(path, optional: optional) else { return }
      read.append(try MATTexts(array, part, file: self.path))
    }
    if let first = read.first, let other = read.first(where: { $0.count != first.count }) {
      throw problem(
        "there are \(first.count) times of day and \(other.count) dates", at: first.array.spoken)
    }
    var moments: [Moments] = []
    for (texts, series) in zip(read, cells.series) { moments.append(try file.moments(texts, series.form)) }
    guard let joined = cells.joined(moments) else { return }
    contents.moments.append((cells, joined))
    contents.entries[.moments(cells)] = read.first?.names
  }
}

/// Texts in an array: those of its cells, or its rows of letters.
struct MATTexts {
  let array: MATArray
  let first: Int
  let step: Int
  let count: Int
  let names: EntryNames

  init(_ array: MATArray, _ part: ObjectPart, file: String) throws(Diagnostics) {
    let (name, sizes) = (array.spoken, array.dimensions)
    func problem(_ message: String, _ hint: String? = nil) -> Diagnostics {
      Diagnostics(message, in: file, at: name, hint: hint)
    }
    self.array = array
    switch (array.info.kind, part) {
    case (HR_MAT_CELLS, .whole):
      guard array.count == 0 || sizes.count(where: { $0 != 1 }) <= 1 else {
        throw problem(
          "\(name) is \(array.described), not a single series",
          sizes.count == 2 ? "say which \"column\" or \"row\" of it, counted from 0" : nil)
      }
      (first, step, count, names) = (0, 1, array.count, EntryNames(before: name + "{", after: "}"))
    case (HR_MAT_CELLS, .column(let index)), (HR_MAT_CELLS, .row(let index)):
      let isColumn = part == .column(index)
      guard sizes.count == 2, index < sizes[isColumn ? 1 : 0] else {
        throw problem(
          "\(name) is \(array.described) and has no \(isColumn ? "column" : "row") \(index)",
          "columns and rows are counted from 0")
      }
      (first, step, count) = isColumn ? (index * sizes[0], 1, sizes[0]) : (index, sizes[0], sizes[1])
      names =
        isColumn
        ? EntryNames(before: name + "{", after: ",\(index + 1)}")
        : EntryNames(before: "\(name){\(index + 1),", after: "}")
    case (HR_MAT_TEXT, .whole) where sizes.count == 2:
      (first, step, count) = (0, 1, array.count == 0 ? 0 : sizes[0])
      names = EntryNames(before: name + "(", after: ",:)")
    default:
      throw problem(
        "expected texts that say dates and times, found \(Self.found(array, part))", Self.hint(array))
    }
  }

  private static func found(_ array: MATArray, _ part: ObjectPart) -> String {
    guard array.info.kind == HR_MAT_TEXT else { return array.described }
    return "\(array.shape) letters" + (part == .whole ? "" : ", of which the rows are texts")
  }

  private static func hint(_ array: MATArray) -> String? {
    switch array.info.kind {
    case HR_MAT_NUMBERS: "of numbers, \"unit\" takes \(TimeUnit.spoken)"
    case HR_MAT_OTHER: "save them as texts: t = cellstr(t)"
    case HR_MAT_TEXT: nil
    default: array.lackOfNumbers?.hint
    }
  }
}

extension MATFile {
  /// Returns the moments in texts; throws all problems, each with its place.
  borrowing func moments(_ texts: MATTexts, _ form: MomentForm) throws(Diagnostics) -> Moments {
    let place = Diagnostic.Place(file: path, path: texts.array.spoken)
    try budget.take(numbers: UInt64(clamping: texts.count), place: place)
    var asked = hr_mat_texts(texts, mostLetters: budget.limits[.textBytes] / 4)
    var compiled = form.compiled
    var zoned = [UInt8](repeating: 0, count: texts.count)
    var failure = hr_failure()
    var status: Int32 = 0
    let file = id
    let moments = [Int64](unsafeUninitializedCapacity: texts.count) { buffer, used in
      status = hr_mat_moments(
        file, &asked, texts.array.spoken, &compiled, buffer.baseAddress, &zoned, &failure)
      used = status == 0 ? texts.count : 0
    }
    guard status == 0 else { throw Self.explained(failure, place, budget.limits) }
    let read = ReadMoments(nanoseconds: moments, zoned: zoned, names: texts.names, file: path)
    var unread: [Diagnostics] = []
    for index in read.unread { unread.append(try self.unread(texts, index, form)) }
    return try read.checked(unread)
  }

  /// Returns the problem of a text that is not a moment.
  private borrowing func unread(
    _ texts: MATTexts, _ index: Int, _ form: MomentForm
  ) throws(Diagnostics) -> Diagnostics {
    let name = texts.names.name(of: index)
    let place = Diagnostic.Place(file: path, path: name)
    let holder =
      texts.array.info.kind == HR_MAT_CELLS
      ? texts.array.part(field: 0, at: texts.first + index * texts.step, name) : texts.array
    let letters = texts.array.info.kind == HR_MAT_CELLS ? holder?.count ?? 0 : texts.array.dimensions[1]
    let isText = holder?.info.kind == HR_MAT_TEXT
    if isText, letters > budget.limits[.textBytes] / 4 {
      return budget.limits.problem(
        .textBytes, "the text has \(letters) letters of up to 4 bytes",
        needed: UInt64(clamping: letters).multipliedReportingOverflow(by: 4).partialValue, place: place)
    }
    var asked = hr_mat_texts(texts, mostLetters: budget.limits[.textBytes] / 4)
    var failure = hr_failure()
    guard isText, letters > 0,
      let bytes = hr_mat_one_text(id, &asked, UInt64(clamping: index), texts.array.spoken, &failure)
    else {
      let found = isText && letters == 0 ? "an empty text" : holder?.described ?? "nothing"
      return Diagnostics(
        MomentProblem.unread(form.expected, found: found, in: name, place: place, hint: nil))
    }
    defer { hr_free(bytes) }
    let text = String(cString: bytes)
    return Diagnostics(
      MomentProblem.unread(
        form.expected, found: JSONText.quoted(text.shortened), in: name, place: place,
        hint: MomentHint.hint(for: text.shortened, form)))
  }

  /// Returns the hint for an array in which numbers are expected, and whose texts are dates and times.
  borrowing func hintOfMoments(_ array: MATArray) -> String? {
    let text = array.info.kind == HR_MAT_CELLS ? array.part(field: 0, at: 0, array.spoken + "{1}") : array
    guard let text, text.info.kind == HR_MAT_TEXT, let said = try? self.text(text) else { return nil }
    return MomentHint.hint(forNumber: said)
  }
}

extension hr_mat_texts {
  fileprivate init(_ texts: MATTexts, mostLetters: Int) {
    self.init(
      array: texts.array.id, first: UInt64(clamping: texts.first), step: UInt64(clamping: texts.step),
      count: UInt64(clamping: texts.count), most_letters: UInt64(clamping: mostLetters))
  }
}
