internal import CHRFiles
internal import HRSupport

/// Dates and times in data sets of texts.
extension HDF5File {
  /// Returns the moments in the texts of a data set; throws all problems, each with its place.
  borrowing func moments(at path: String, _ form: MomentForm) throws(Diagnostics) -> Moments {
    let info = try textInfo(of: path)
    guard info.is_null == 0, info.count > 0 else { return Moments(nanoseconds: [], isZoned: false) }
    try budget.take(numbers: info.count, place: .init(file: self.path, path: path))
    let count = Int(clamping: info.count)
    var compiled = form.compiled
    var zoned = [UInt8](repeating: 0, count: count)
    var failure = hr_failure()
    var status: Int32 = 0
    var neverWritten: UInt64 = 0
    let (file, mostBytes, blockBytes) = (id, mostTextBytes, blockBytes)
    let moments = [Int64](unsafeUninitializedCapacity: count) { buffer, used in
      status = hr_hdf5_moments(
        file, path, &compiled, buffer.baseAddress, &zoned, info.count, mostBytes, blockBytes, &neverWritten,
        &failure)
      used = status == 0 ? count : 0
    }
    guard status == 0 else { throw explained(failure, at: path) }
    guard neverWritten == 0 else {
      throw problem(
        "\(neverWritten) of \(count) values were never written to the file", at: path, hint: Self.unfinished)
    }
    let read = ReadMoments(nanoseconds: moments, zoned: zoned, names: Self.entryNames(path), file: self.path)
    var unread: [Diagnostics] = []
    for index in read.unread { unread.append(self.unread(at: path, index, form)) }
    return try read.checked(unread)
  }

  /// Names of the entries of a data set, which count from 0.
  static func entryNames(_ path: String) -> EntryNames {
    EntryNames(before: "\(path)[", after: "]", first: 0)
  }

  /// Returns the facts of a data set of texts in one dimension.
  private borrowing func textInfo(of path: String) throws(Diagnostics) -> hr_dataset_info {
    let info = try info(of: path)
    guard info.type == HR_CLASS_STRING else {
      throw problem(
        "expected texts that say dates and times, found \(HDF5Problem.named(info.type))", at: path,
        hint: hintOfTexts(info, at: path))
    }
    let dimensions = Self.dimensions(info)
    guard dimensions.count(where: { $0 != 1 }) <= 1 else {
      throw problem(
        "\(path) is \(dimensions.map(String.init).joined(separator: "×")) texts, not a single series",
        at: path)
    }
    try checkExpansion(of: info, at: path)
    return info
  }

  private borrowing func hintOfTexts(_ info: hr_dataset_info, at path: String) -> String? {
    // MATLAB's texts are letters in numbers, and its cells are references.
    if info.type == HR_CLASS_REFERENCE || (try? text(attribute: "MATLAB_class", of: path)) == "char" {
      return "of MATLAB's files such texts are read of version 4 to 7: save -v7, or their seconds as numbers"
    }
    switch info.type {
    case HR_CLASS_NUMBER: return "numbers take \"unit\": \"s\", \"ms\" or \"us\""
    case HR_CLASS_COMPOUND:
      return "texts in members of records are not read: store them as a data set of texts"
    default: return nil
    }
  }

  /// Returns one text of a data set of texts; throws if it is damaged or too long.
  borrowing func oneText(at path: String, _ index: Int) throws(Diagnostics) -> String? {
    var failure = hr_failure()
    guard
      let text = hr_hdf5_one_text(id, path, UInt64(clamping: index), mostTextBytes, blockBytes, &failure)
    else {
      if failure.kind.rawValue == 0 { return nil }
      let name = Self.entryNames(path).name(of: index)
      throw HDF5Problem.explained(failure, place: .init(file: self.path, path: name), limits: budget.limits)
    }
    defer { hr_free(text) }
    return String(cString: text)
  }

  /// Returns the problem of a text that is not a moment.
  private borrowing func unread(at path: String, _ index: Int, _ form: MomentForm) -> Diagnostics {
    let name = Self.entryNames(path).name(of: index)
    do throws(Diagnostics) {
      let text = try oneText(at: path, index) ?? ""
      return Diagnostics(
        MomentProblem.unread(
          form.expected, found: text.isEmpty ? "an empty text" : JSONText.quoted(text.shortened), in: name,
          place: .init(file: self.path, path: name), hint: MomentHint.hint(for: text.shortened, form)))
    } catch {
      return error
    }
  }

  /// Returns the hint for texts in which numbers are expected, if these say dates and times.
  borrowing func hintOfMoments(_ info: hr_dataset_info, at path: String) -> String? {
    guard info.type == HR_CLASS_STRING, info.is_null == 0, info.count > 0, let text = try? text(at: path)
    else { return nil }
    return MomentHint.hint(forNumber: text)
  }
}

extension HierarchyReading {
  mutating func readMoments(
    _ cells: MomentCells, optional: Bool, into contents: inout FileContents
  ) throws(Diagnostics) {
    var objects: [String] = []
    for series in cells.series {
      guard case .object(let pattern, let part) = series.place else { return }
      guard let object = try dataset(pattern, optional: optional) else { return }
      guard part == .whole else {
        throw Diagnostics(
          part.isMember
            ? "texts in members of records are not read as dates and times"
            : "only whole data sets of texts are read as dates and times", in: path, at: object,
          hint: part.isMember ? "store them as a data set of texts" : "leave out \"column\" and \"row\"")
      }
      objects.append(object)
    }
    var moments: [Moments] = []
    for (object, series) in zip(objects, cells.series) {
      moments.append(try file.moments(at: object, series.form))
    }
    guard let object = objects.first, let first = moments.first else { return }
    if let other = moments.first(where: { $0.nanoseconds.count != first.nanoseconds.count }) {
      throw Diagnostics(
        "there are \(first.nanoseconds.count) times of day and \(other.nanoseconds.count) dates", in: path,
        at: object)
    }
    guard let joined = cells.joined(moments) else { return }
    contents.moments.append((cells, joined))
    contents.entries[.moments(cells)] = HDF5File.entryNames(object)
  }
}
