internal import CHRFiles
internal import HRSupport

/// The tree of an HDF5 file: its data sets of numbers, records and dates and times, with rates and units where attributes state them.
enum HDF5Outline {
  /// Names of attributes in which programs state a sample rate, most usual first.
  private static let rateNames = [
    "sample_rate", "sampling_rate", "sampling rate", "sample rate", "samplerate", "sampleRate", "SampleRate",
    "samplingRate", "SamplingRate", "fs", "Fs", "FS", "sampling_frequency", "sampling frequency",
    "sample_frequency", "samplingFrequency", "frequency", "freq", "rate",
  ]
  private static let unitNames = ["unit", "units", "Unit", "Units"]
  private static let hintNames = ["sensor", "label", "name", "signal", "channel", "description", "title"]
  /// Names that are less specific than that of their group: `pleth/y`.
  private static let plainNames: Set<String> = [
    "v", "x", "y", "value", "values", "data", "signal", "samples", "raw", "wave",
  ]
  /// Maximum depth of groups within groups.
  private static let deepest = 12

  private typealias Rate = (value: Double, source: SeriesOutline.RateSource)

  static func read(
    _ path: String, reader: FileReader = .hdf5, budget: ReadingBudget
  ) throws(Diagnostics) -> FileOutline {
    let file = try HDF5File(path, budget: budget)
    var outline = FileOutline(reader: reader.rawValue)
    var groups: [(path: String, rate: Rate?, depth: Int)] = [("", nil, 0)]
    var left = min(20_000, budget.limits[.members])
    while let (group, inherited, depth) = groups.popLast() {
      let rate = self.rate(of: group.isEmpty ? "/" : group, in: file) ?? inherited
      // A group that cannot be listed does not hide the rest; a root that cannot be listed is an error.
      let names: [String]
      do {
        names = try file.members(of: group.isEmpty ? "/" : group, most: left)
      } catch {
        if group.isEmpty { throw error }
        outline.problems += error.list
        continue
      }
      left -= names.count
      var inner: [(path: String, rate: Rate?, depth: Int)] = []
      // MATLAB stores the targets of cells in such groups.
      for name in names.sorted(by: { $0.precedesNaturally($1) }) where !name.hasPrefix("#") {
        let object = group + "/" + name
        switch hr_hdf5_object(file.id, object) {
        case HR_OBJECT_GROUP where depth < deepest:
          if !isIndex(object, name, file) { inner.append((object, rate, depth + 1)) }
        case HR_OBJECT_DATASET:
          guard outline.series.count < FileOutline.mostSeries else {
            let note = "only the first \(FileOutline.mostSeries) data sets were looked at"
            if !outline.notes.contains(note) { outline.notes.append(note) }
            continue
          }
          do {
            try add(object, rate, file, &outline)
          } catch {
            outline.problems += error.list
          }
        default: break
        }
      }
      groups += inner.reversed()
    }
    return outline
  }

  private static func add(
    _ object: String, _ inherited: Rate?, _ file: borrowing HDF5File,
    _ outline: inout FileOutline
  ) throws(Diagnostics) {
    let info = try file.info(of: object)
    guard info.is_null == 0, info.count > 0 else { return }
    let parts = object.split(separator: "/").map(String.init)
    let name = parts.last ?? object
    let parent = parts.dropLast().last ?? ""
    guard [HR_CLASS_NUMBER, HR_CLASS_COMPOUND, HR_CLASS_STRING].contains(info.type) else { return }
    let rate = rate(of: object, in: file) ?? inherited
    let sizes = HDF5File.dimensions(info)
    if info.type != HR_CLASS_NUMBER {
      var series = SeriesOutline(.object(object, .whole), name: name)
      (series.rate, series.rateSource) = (rate?.value, rate?.source)
      if info.type == HR_CLASS_STRING { return try addTexts(of: series, object, info, file, &outline) }
      return try addRecords(of: series, object, info, file, &outline)
    }
    if sizes.count > 2 {
      if sizes.count == 3 || sizes.count == 4 {
        var series = SeriesOutline(.object(object, .whole), name: name, count: sizes.first)
        series.form = .pixels(sizes)
        (series.rate, series.rateSource) = (rate?.value, rate?.source)
        outline.series.append(series)
      }
      return
    }
    if info.count == 1 {
      // A single number may be a sample rate.
      if let value = try file.numbers(at: object).values.first {
        outline.numbers.append(NumberOutline(object: object, value: value))
      }
      return
    }
    var series = SeriesOutline(
      .object(object, .whole), name: plainNames.contains(name) && !parent.isEmpty ? "\(parent) \(name)" : name
    )
    (series.rate, series.rateSource) = (rate?.value, rate?.source)
    for name in unitNames where series.unit == nil { series.unit = text(name, of: object, in: file) }
    for name in hintNames {
      if let hint = text(name, of: object, in: file) { series.hints.append(hint) }
    }
    let lines = sizes.filter { $0 != 1 }
    if lines.count <= 1 {
      series.count = lines.first ?? 1
      if info.count <= FileOutline.mostValues {
        series.summary = ValueSummary(try file.numbers(at: object).values)
      }
      outline.series.append(series)
      return
    }
    series.name = name
    outline.addLines(
      of: series, object, sizes,
      info.count <= FileOutline.mostValues ? try file.numbers(at: object).values : nil, areRowsWhole: true)
  }

  /// Returns true for the groups in which PyTables keeps the indices of its tables.
  private static func isIndex(_ object: String, _ name: String, _ file: borrowing HDF5File) -> Bool {
    name.hasPrefix("_i_") || text("CLASS", of: object, in: file) == "TINDEX"
  }

  private static func rate(
    of object: String, in file: borrowing HDF5File
  ) -> Rate? {
    for name in rateNames {
      // A rate that some programs store as text is not a number for the reader.
      if let number = try? file.number(attribute: name, of: object), number > 0 {
        return (number, .attribute(object: object, name: name))
      }
    }
    return nil
  }

  private static func text(_ name: String, of object: String, in file: borrowing HDF5File) -> String? {
    guard let text = try? file.text(attribute: name, of: object), !text.isEmpty, text.utf8.count <= 200 else {
      return nil
    }
    return text
  }
}
