internal import HRSupport

/// Lists of beats or RR intervals of one heart from two or more devices: one is the reference, the others are recorded
/// output.
struct BeatLists {
  /// Lists of one device, in the order of the recordings.
  struct Device {
    /// Part of the paths by which its files differ from the others': `watch`.
    let name: String
    let paths: [String]
  }

  let reference: Device
  let others: [Device]
  /// Reason for the choice of the reference.
  let why: String

  /// Finds the part of the paths that names the device: two paths that differ in it alone are of one recording.
  ///
  /// - Parameter paths: those of files with such lists.
  /// - Returns: `nil` if no two devices are found that have files of the same recordings.
  init?(_ paths: [String]) {
    let paths = paths.sorted { $0.precedesNaturally($1) }
    var splits: [(names: [String], pairs: [[String]])] = []
    for (index, a) in paths.enumerated() {
      for b in paths.dropFirst(index + 1) {
        let (prefix, suffix) = PathFamily.ends([a, b], isFile: true)
        let names = [a, b].map { String($0.dropFirst(prefix.count).dropLast(suffix.count)) }
        // Files of two people are two recordings.
        if PathFamily.countPeople(names) || names.allSatisfy({ Double($0) != nil }) { continue }
        splits[splits.index(where: { $0.names == names }, else: (names, []))].pairs.append([a, b])
      }
    }
    func known(_ names: [String]) -> Int { names.count { NameWords($0).hasAny(Vocabulary.devices) } }
    guard let best = splits.map({ known($0.names) }).max(), best > 0 || paths.count == 2 else { return nil }
    let named = splits.filter { known($0.names) == best }
    let most = named.map(\.pairs.count).max()
    let chosen = named.filter { $0.pairs.count == most }
    var devices: [Device] = []
    for name in chosen.flatMap(\.names).distinct {
      let own = chosen.flatMap { split in
        split.pairs.flatMap { pair in zip(split.names, pair).filter { $0.0 == name }.map(\.1) }
      }
      devices.append(Device(name: name, paths: own.distinct.sorted { $0.precedesNaturally($1) }))
    }
    func isReference(_ device: Device) -> Bool {
      let words = NameWords(device.name)
      return words.hasAny(Vocabulary.referenceDevices) && !words.hasAny(Vocabulary.triedDevices)
    }
    func isTried(_ device: Device) -> Bool { NameWords(device.name).hasAny(Vocabulary.triedDevices) }
    guard
      let place = devices.firstIndex(where: isReference) ?? devices.firstIndex(where: { !isTried($0) })
        ?? devices.indices.first
    else { return nil }
    reference = devices[place]
    others = devices.indices.filter { $0 != place }.map { devices[$0] }
    why =
      isReference(reference)
      ? "the name \(quoted(reference.name)) is that of a device whose beats are a reference"
      : "no name says which device is the reference, so the first is taken that is not called a device under test"
    guard others.allSatisfy({ $0.paths.count == reference.paths.count }) else { return nil }
  }
}

/// The lists of another device beside those of the reference.
struct RecordedList {
  let name: String
  /// Path of recorded output, with `{recording}`.
  let path: String
  let file: KnownFile
  let columns: BeatColumns
  let count: Int
}

extension FolderOutline {
  /// Returns the proposal for a folder with nothing but lists of beats or intervals; `nil` if there are no two lists of
  /// one recording.
  func listsProposal(_ files: [KnownFile]) -> Proposal? {
    let listed = files.compactMap { file in BeatColumns(file).map { (file: file, columns: $0) } }
    guard let lists = BeatLists(listed.map(\.file.path)) else { return nil }
    let paired = PathFamily(lists.reference.paths)
    var recorded: [RecordedList] = []
    for device in lists.others {
      guard let list = listed.first(where: { $0.file.path == device.paths.first }) else { return nil }
      let template = paired.template(of: list.file.path, for: 0)
      guard paired.paths.indices.allSatisfy({ device.paths.contains(paired.fill(template, $0)) }) else {
        return nil
      }
      let name = device.name.split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
      recorded.append(
        RecordedList(
          name: name.isEmpty ? "recorded" : name,
          path: paired.parts.isEmpty ? template : template.replacing(paired.recording, with: "{recording}"),
          file: list.file, columns: list.columns,
          count: inventory.files.count { PathFamily.fits($0, PathFamily.wildcards(template)) }))
    }
    // Recordings that lack another device's list, and files that were not looked into.
    let listsOthers = recorded.map { PathFamily.wildcards($0.path) }
    let family = PathFamily(
      inventory.files.filter { path in
        PathFamily.fits(path, paired.wildcards) && !listsOthers.contains { PathFamily.fits(path, $0) }
      })
    let own = files.filter { family.paths.contains($0.path) }
    var builder = ProposalBuilder(self, main: Candidate(family: family, files: own), files: own)
    builder.recorded = recorded
    builder.guess("reference: \(paired.pattern)", "\(lists.why); else exchange the two in both files")
    return builder.proposal(others: [])
  }
}

extension ProposalBuilder {
  /// Heart-rate variability in the longest usual window that the first list is sure to fill, at 100 beats per minute;
  /// the heart rate if it is shorter than any. With it what a detector is shown at a time, of which lists need nothing.
  private var judged: Members {
    let columns = BeatColumns(first)
    let count = (columns?.intervals ?? columns?.times)?.guess.series.count ?? 0
    let shown: Members = [
      ("windows", .object([("windowSeconds", .integer(20)), ("hopSeconds", .integer(5))]))
    ]
    guard let seconds = [300, 120, 60, 30].first(where: { 0.6 * Double(count) >= Double($0) }) else {
      return shown
    }
    return shown + [
      ("measurand", .string("hrv")), ("hrv", .object([("windowSeconds", .integer(seconds))])),
    ]
  }

  /// Returns the references of a file that lists beats or intervals and has no channel.
  mutating func listReferences(_ columns: BeatColumns) -> [Members] {
    func place(_ column: BeatColumns.Column) -> Members {
      location(column.guess.series, first) + Self.unit(column.unit)
    }
    var members: Members
    if let intervals = columns.intervals {
      let times = columns.times.map { [ReferenceKey.time(place($0))] } ?? []
      members = [
        ReferenceKey.name("rr"), (ReferenceKind.rrIntervals.rawValue, .object(place(intervals) + times)),
      ]
    } else {
      members = [
        ReferenceKey.name("beats"),
        (ReferenceKind.beats.rawValue, .object(columns.times.map(place) ?? [])),
      ]
    }
    guess("reference in \(first.path)", columns.why)
    members.append(DatasetKey.guessed(columns.why))
    return [members]
  }

  /// Returns the experiment whose detectors are the lists of the other devices.
  mutating func listsExperiment(_ dataset: Members) -> JSONText {
    for list in recorded { guess("recorded output in \(list.file.path)", list.columns.why) }
    let clocks = ([BeatColumns(first)] + recorded.map(\.columns)).compactMap { $0?.clock }.distinct
    let why =
      clocks == [.none]
      ? "no list has times, so all are taken to begin together"
      : clocks.count == 1
        ? "the times of all lists are taken to be of one clock"
        : "a list without times is taken to begin at 0 s, and dates are of use only where all lists have them"
    guess(
      "clocks",
      "\(why); if a device began S seconds after the reference, \"offsetSeconds\": -S in \"reference\" of dataset.json moves the reference to its clock; the offsets of beats in the report show what is left"
    )
    let names = recorded.map(\.name).joined(separator: ", ")
    return .object(
      [
        ("schemaVersion", .integer(1)), ("name", .string("\(summary.name)-first")),
        (
          "description",
          .string("Beats of \(names) against the reference in \(summary.name), as they were recorded.")
        ),
        ("seed", .integer(1)), ("datasets", .array([.object(dataset)])),
      ] + judged + [
        ("scenarios", .array([.string("clean")])),
        (
          "detectors",
          .array(
            recorded.map { list in
              let path = summary.root.map { "\($0)/\(list.path)" } ?? list.path
              return .object([("label", .string(list.name)), ("recorded", .string(path))])
            })
        ),
        (
          "comment",
          .string(
            recorded.map { "Guessed of \($0.file.path): \($0.columns.why)." }.joined(separator: " "))
        ),
      ])
  }
}
