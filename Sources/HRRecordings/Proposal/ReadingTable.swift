internal import HRSupport
internal import HRSignals

/// A table with readings of all recordings, whose rows say of which recording they are: what somebody wrote down beside
/// an oximeter.
struct ReadingTable {
  let file: KnownFile
  /// Column with the names of the recordings, or of their files.
  let column: NameOrIndex
  let rate: SeriesOutline
  /// Column of times, where a recording has several rows.
  let time: SeriesOutline?
  let why: String

  static let name = "readings"

  /// Finds the first such table.
  ///
  /// - Parameters:
  ///   - family: paths of the recordings.
  ///   - files: files that may be one.
  init?(of family: PathFamily, among files: [KnownFile]) {
    let names = Set(
      family.names
        + family.paths.flatMap { path -> [String] in
          let file = path.split(separator: "/").last.map(String.init) ?? path
          return [file, PackedText.stem(file)]
        })
    for file in files where !family.paths.contains(file.path) && file.outline.reader == "csv" {
      guard let column = Self.column(of: names, in: file), let rate = Self.rate(in: file) else { continue }
      let rows = rate.count ?? rate.summary?.count ?? 0
      let time = Self.time(in: file, besides: rate)
      if rows > family.paths.count, time == nil { continue }
      (self.file, self.column, self.rate) = (file, column, rate)
      self.time = rows > family.paths.count ? time : nil
      why =
        "\(ProposalBuilder.spoken(rate)) of \(file.path): \(column.spoken) names recordings, "
        + (self.time == nil
          ? "a row each, so the rate is that of the whole recording" : "and there are times beside the rates")
      return
    }
    return nil
  }

  /// Returns the column whose cells are names of recordings.
  private static func column(of names: Set<String>, in file: KnownFile) -> NameOrIndex? {
    if let recordings = file.outline.table?.recordings {
      return recordings.names.contains(where: names.contains) ? recordings.column : nil
    }
    for series in file.outline.series {
      if case .texts(let cells) = series.form, !cells.isEmpty, cells.allSatisfy(names.contains),
        case .column(let column) = series.place
      {
        return column
      }
    }
    return nil
  }

  /// Returns the column of times by its name: the times of all recordings together need not ascend.
  private static func time(in file: KnownFile, besides rate: SeriesOutline) -> SeriesOutline? {
    file.outline.series.first { series in
      let words = NameWords(series.name)
      return series.form == .numbers && series.place != rate.place
        && (words.hasAny(Vocabulary.time) || Vocabulary.timeAlone.contains(words.joined))
    }
  }

  /// Returns the column that holds heart rates by its name; or the only one whose values may be heart rates.
  private static func rate(in file: KnownFile) -> SeriesOutline? {
    let possible = file.outline.series.filter { series in
      guard series.form == .numbers, let summary = series.summary else { return false }
      return summary.lowest == 0 || summary.lowest >= 25
        ? summary.highest <= 250 && summary.median >= 25 : false
    }
    let named = possible.filter { series in
      let words = NameWords(series.name)
      return words.hasAny(Vocabulary.rate) || words.hasAny(Vocabulary.pulse) || words.words.contains("pulse")
        || words.words.contains("bpm")
    }
    return named.first ?? (possible.count == 1 ? possible.first : nil)
  }
}

extension ProposalBuilder {
  /// Returns the entry of a table with readings in the files of a descriptor.
  mutating func readingsFile() -> Members? {
    guard let readings else { return nil }
    var members: Members = [FileKey.name(ReadingTable.name), FileKey.path(readings.file.path)]
    members += layout(of: readings.file, path: readings.file.path, others: [readings.file])
    members.append(FileKey.recordingColumn(readings.column))
    if let time = readings.time, let summary = time.summary,
      let unit = SampleTimes.unit(of: time, summary, within: 0.005...60)
    {
      members.append(TimingKey.time(location(time, readings.file) + Self.unit(unit.name)))
    }
    return members
  }

  /// Returns the reference that a table with readings holds.
  mutating func readingsReference() -> Members? {
    guard let readings else { return nil }
    let place: Members = [LocationKey.file(ReadingTable.name)]
    let rate = location(readings.rate, readings.file)
    let isZeroMissing = readings.rate.summary?.lowest == 0
    let missing: Members = isZeroMissing ? [(ChannelKey.missing.name, .array([.integer(0)]))] : []
    let why = readings.why + (isZeroMissing ? "; 0 is taken to mean no reading" : "")
    guess("reference \(ReadingTable.name)", why)
    let value: Members =
      readings.time == nil
      ? place + [WindowKey.bpm(rate), WindowKey.whole(true)] + missing : place + rate + missing
    let kind: ReferenceKind = readings.time == nil ? .windowRates : .rateSeries
    return [
      ReferenceKey.name(ReadingTable.name), (kind.rawValue, .object(value)), DatasetKey.guessed(why),
    ]
  }
}
