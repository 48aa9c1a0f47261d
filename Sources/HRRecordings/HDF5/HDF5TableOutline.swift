internal import CHRFiles
internal import HRSupport

/// Records and texts in the outline of an HDF5 file.
extension HDF5Outline {
  /// Maximum number of entries of an array in records that are examined.
  private static let mostEntries = 64
  /// Number of texts that say what a data set of texts holds.
  private static let firstTexts = 3

  /// Adds a series for each number of a data set's records.
  ///
  /// - Parameter series: outline of the data set.
  static func addRecords(
    of series: SeriesOutline, _ object: String, _ info: hr_dataset_info, _ file: borrowing HDF5File,
    _ outline: inout FileOutline
  ) throws(Diagnostics) {
    let sizes = HDF5File.dimensions(info)
    guard info.count > 1, sizes.count(where: { $0 != 1 }) == 1 else {
      outline.notes.append(
        info.count == 1
          ? "\(object) holds a single record, which is not looked at"
          : "\(object) holds records in \(sizes.count) dimensions, which are not read")
      return
    }
    let record = try file.record(of: object)
    for member in record.members {
      let names = kindNames(of: member.name, object, file)
      let parts = member.parts.prefix(mostEntries)
      if parts.isEmpty {
        outline.notes.append(
          "the member \(JSONText.quoted(member.name.shortened)) of \(object) holds \(HDF5Problem.named(member.type)) and is not read"
        )
      }
      if member.entries > mostEntries {
        outline.notes.append(
          "of the member \(JSONText.quoted(member.name.shortened)) of \(object) the first \(mostEntries) of \(member.entries) entries were looked at"
        )
      }
      for (index, part) in parts.enumerated() where outline.series.count < FileOutline.mostSeries {
        var line = series
        line.place = .object(object, part)
        line.count = Int(clamping: info.count)
        if case .member(let name, let entry) = part { line.name = ObjectPart.spoken(name, entry) }
        if names.count == max(1, member.entries) { line.name = names[index] }
        line.hints += names.filter { $0 != line.name }
        // Each member is read by itself, so that few numbers are held at once.
        if info.count <= FileOutline.mostValues {
          let read = outline.problems.gather(try file.members([part], of: object))
          line.summary = read?.first.flatMap { ValueSummary($0.values) }
        }
        outline.series.append(line)
      }
    }
  }

  /// Returns the names of a table's columns that one member of its records holds, as pandas notes them: in the lines of
  /// a pickle of protocol 0 that begin with `V` or `aV`, which is read as a text.
  private static func kindNames(
    of member: String, _ object: String, _ file: borrowing HDF5File
  ) -> [String] {
    guard let kind = try? file.text(attribute: "\(member)_kind", of: object) else { return [] }
    return kind.split(separator: "\n").compactMap { line in
      ["V", "aV"].first(where: line.hasPrefix).map { String(line.dropFirst($0.count)) }
    }
  }

  /// Adds a data set of texts that say dates and times, or a note of what it holds.
  static func addTexts(
    of series: SeriesOutline, _ object: String, _ info: hr_dataset_info, _ file: borrowing HDF5File,
    _ outline: inout FileOutline
  ) throws(Diagnostics) {
    // A single text is no series.
    guard info.count > 1 else { return }
    let sizes = HDF5File.dimensions(info)
    guard sizes.count(where: { $0 != 1 }) == 1 else {
      outline.notes.append("\(object) holds texts in \(sizes.count) dimensions, which are not read")
      return
    }
    var texts: [String] = []
    for index in 0..<min(firstTexts, Int(clamping: info.count)) {
      texts.append(try file.oneText(at: object, index) ?? "")
    }
    var line = series
    line.count = Int(clamping: info.count)
    let forms: [(SeriesOutline.Form, MomentForm)] = [
      (.dateTimes, MomentForm(iso: .both)), (.timesOfDay, MomentForm(iso: .time)),
    ]
    guard
      let (form, momentForm) = forms.first(where: { form in texts.allSatisfy { form.1.moment(in: $0) != nil }
      })
    else {
      let first = texts.first { !$0.isEmpty } ?? ""
      let hint = Double(first) == nil ? MomentHint.hint(for: first.shortened, MomentForm(iso: .both)) : nil
      outline.notes.append(
        "\(object) holds texts, such as \(JSONText.quoted(first.shortened)), which are not read\(hint.map { "; \($0)" } ?? "")"
      )
      return
    }
    line.form = form
    outline.series.append(line)
    guard info.count <= FileOutline.mostValues else { return }
    let moments = try file.moments(at: object, momentForm)
    guard let first = moments.first else { return }
    let last = outline.series.count - 1
    outline.series[last].beginsAt = Double(first) / 1e9
    let whole = ValueSummary(moments.seconds(from: first))
    // Times of day may pass midnight.
    if whole?.falls == 0 { outline.series[last].summary = whole }
  }
}
