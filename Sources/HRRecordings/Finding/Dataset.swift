package import HRSupport
package import HRSignals

/// The recordings that a descriptor finds under a root.
package struct Dataset: Sendable {
  package let descriptor: DatasetDescriptor
  /// The file that ``descriptor`` was read from.
  package let descriptorPath: String
  /// The folder that the files' paths are relative to.
  package let root: String
  /// Folders besides the root that may contain the files.
  package let alsoReads: [String]
  /// Folders that may contain its files.
  let scope: ReadingScope
  /// Recordings in natural order of their names (`rec_2` before `rec_10`).
  package let recordings: [RecordingEntry]
  /// Recordings that the patterns leave out, in the same order.
  package let excluded: [ExcludedRecording]
  /// Reference with which recordings are loaded.
  package let referenceName: String?
  /// References before ``referenceName`` in the descriptor whose files no recording has.
  let passedReferences: [String]
  /// Limits on the size of a recording.
  package let limits: ReadingLimits

  /// Name of the reference, for an ECG with its detectors: `ecg (panTompkins@1 + hamilton@1)`.
  package var referenceText: String? {
    guard case .ecg(_, let detectors)? = reference?.source else { return referenceName }
    return referenceName.map { "\($0) (\(detectors.definition))" }
  }

  /// Key of its reference in the descriptor: `rateSeries`; `nil` without a reference.
  package var referenceKind: String? { reference?.kind.rawValue }

  /// Offset that the descriptor adds to the reference's times, in seconds; `nil` without a reference.
  package var referenceOffsetSeconds: Double? { reference?.offsetSeconds }

  /// Clocks of the reference; `nil` without a reference.
  package var referenceClocks: ReferenceClocks? { reference?.clocks }

  package var name: String { descriptor.name }

  /// Channels that the descriptor declares, in the order of ``ChannelKind``.
  package var channelKinds: [ChannelKind] { descriptor.channelKinds }

  package var hasReference: Bool { referenceName != nil }

  /// Returns a name that is unique among several data sets and selects the random streams: `welltory-ppg/subject_04`.
  package func qualifiedName(of recording: String) -> String { "\(name)/\(recording)" }

  /// True if the reference has heart beats, and not only rates.
  package var referenceHasBeats: Bool { reference?.source.events == .beats }

  /// True if a recording's subject is known only after the recording is opened.
  package var statesSubjectsInside: Bool {
    if case .attribute? = descriptor.subject { true } else { false }
  }

  package var referenceMeasurand: Measurand? { reference?.measurand }

  /// Finds the recordings; opens only files that hold several.
  ///
  /// - Parameters:
  ///   - descriptorPath: path of the descriptor; its own `root` is relative to that folder.
  ///   - root: overrides every other root. Otherwise the descriptor's own if that exists, else `<dataDirectory>/<name>`
  ///     if that exists, else the descriptor's folder where it names none of its own.
  ///   - select: patterns (`*`, `?`) on recording names; none selects all. A pattern that fits nothing is a problem.
  ///   - exclude: patterns of recordings to leave out, by the same rules.
  ///   - reference: one of the descriptor's references; `nil` takes the first of the measurand whose files exist.
  ///   - measurand: the measurand that the reference must state; `nil` allows any.
  ///   - dataDirectory: the value of `HREVAL_DATA`.
  ///   - alsoReads: folders besides the root that may contain its files, by links or by the descriptor's own root.
  package init(
    descriptor: DatasetDescriptor, descriptorPath: String, root: String? = nil, select: [String] = [],
    exclude: [String] = [], reference: String? = nil, measurand: Measurand? = .heartRate,
    dataDirectory: String? = nil, alsoReads: [String] = [], limits: ReadingLimits = ReadingLimits()
  ) throws(Diagnostics) {
    self.descriptor = descriptor
    self.limits = limits
    self.descriptorPath = descriptorPath
    let (folder, tried) = Self.root(
      of: descriptor, at: descriptorPath, override: root, dataDirectory: dataDirectory)
    self.root = folder
    self.alsoReads = alsoReads
    let fitting = measurand.map { descriptor.referenceNames(of: $0) } ?? descriptor.referenceNames
    var problems: [Diagnostic] = []
    if let reference, !fitting.contains(reference) {
      let isKnown = descriptor.referenceNames.contains(reference)
      problems.add(
        isKnown
          ? "the reference \"\(reference)\" of the data set \"\(descriptor.name)\" states no \(measurand?.words ?? "rate")"
          : "the data set \"\(descriptor.name)\" has no reference \"\(reference)\"",
        in: descriptorPath,
        hint: fitting.isEmpty
          ? "it has none at all" : suggestionHint(for: reference, among: fitting))
    }
    if root == nil, descriptor.root != nil,
      let away = ReadingScope.departure(
        ofRoot: folder, descriptor: descriptorPath, allowed: [dataDirectory].compactMap(\.self) + alsoReads)
    {
      problems.add(
        "the \"root\" of the data set \"\(descriptor.name)\" leads out of its descriptor's folder",
        in: descriptorPath, at: "$.root",
        hint:
          "to allow it: \"root\": \(JSONText.quoted(away)) in the experiment's entry of the data set, or --root on the command line"
      )
      throw Diagnostics(problems)
    }
    guard TextFile.isDirectory(folder) else {
      problems.add(
        "the folder of the data set \"\(descriptor.name)\" does not exist: \(folder)",
        in: descriptorPath,
        hint: descriptor.fetchHint
          ?? "\(tried); give \"root\", or set HREVAL_DATA to the folder that holds \(descriptor.folder)")
      throw Diagnostics(problems)
    }
    let scope = ReadingScope([folder] + alsoReads)
    self.scope = scope
    var finder = RecordingFinder(
      descriptor: descriptor, listing: DirectoryListing(root: folder), scope: scope, limits: limits)
    let all = finder.entries()
    let usual = Self.defaultReference(among: fitting, of: descriptor, all)
    referenceName = reference ?? usual
    passedReferences = reference == nil ? Array(fitting.prefix { $0 != usual }) : []
    problems += finder.problems
    if all.isEmpty, finder.problems.isEmpty {
      let pattern = descriptor.files.first?.pattern.text ?? ""
      problems.add(
        "no file fits \"\(pattern)\" of the data set \"\(descriptor.name)\"", in: folder,
        hint:
          descriptor.fetchHint
          ?? "\(finder.contentHint); \(tried). Give \"root\", or set HREVAL_DATA to the folder that holds \(descriptor.folder)"
      )
    }
    (recordings, excluded) =
      all.isEmpty
      ? ([], [])
      : Self.selected(all, select: select, exclude: exclude, name: descriptor.name, problems: &problems)
    problems += tables.compactMap(scope.objection(toReading:))
    if !problems.isEmpty { throw Diagnostics(problems) }
  }

  /// Reads the descriptor from a file, then as
  /// ``init(descriptor:descriptorPath:root:select:exclude:reference:measurand:dataDirectory:alsoReads:limits:)``.
  package static func load(
    path: String, root: String? = nil, select: [String] = [], exclude: [String] = [],
    reference: String? = nil, measurand: Measurand? = .heartRate,
    dataDirectory: String? = nil, alsoReads: [String] = [], limits: ReadingLimits = ReadingLimits()
  ) throws(Diagnostics) -> Dataset {
    try Dataset(
      descriptor: try DatasetDescriptor(path: path), descriptorPath: path, root: root, select: select,
      exclude: exclude, reference: reference, measurand: measurand, dataDirectory: dataDirectory,
      alsoReads: alsoReads,
      limits: limits)
  }

  /// The reference that ``referenceName`` names.
  var reference: ReferenceDescription? {
    descriptor.references.first { $0.name == referenceName }
  }

  /// Reads one recording.
  ///
  /// - Parameters:
  ///   - kinds: the channels wanted; `nil` for all that are declared and present.
  ///   - wishes: further channels wanted, if the recording has them.
  ///   - reference: true to read the reference; it is ``Reference/none`` otherwise.
  ///   - labels: names of the kinds of labels that are wanted; `nil`: all. Those that exclude stretches from the
  ///     evaluation are read with the reference in any case.
  ///   - aids: help for clips, whose decoding takes long.
  package func load(
    _ entry: RecordingEntry, needing kinds: Set<ChannelKind>? = nil, wishing wishes: Set<ChannelKind> = [],
    reference: Bool = true, labels: [String]? = [], aids: ReadingAids = ReadingAids()
  ) throws(Diagnostics) -> Recording {
    var loader = RecordingLoader(dataset: self, entry: entry, clips: ClipRule(aids: aids))
    return try loader.recording(needing: kinds, wishing: wishes, withReference: reference, labels: labels)
  }

  /// Tables in which metadata are looked up, without repetition; they belong to no recording.
  package var tables: [String] {
    descriptor.metadata.compactMap { description -> String? in
      guard case .table(let path, _, _, _, _) = description.source else { return nil }
      return DirectoryListing(root: root).absolute(path)
    }.distinct
  }

  /// Returns every file of a recording: those that the descriptor names, then those that these files name.
  package func files(of entry: RecordingEntry) -> [String] {
    let named = zip(descriptor.files, entry.paths).flatMap { file, path in
      (try? path.get()).map { file.companions(of: $0, scope: scope) } ?? []
    }
    return named.isEmpty ? entry.files : (entry.files + named).distinct
  }

  /// True if some of its channels are means of a video's frames.
  package var hasVideo: Bool { !videoKinds.isEmpty }

  private var videoKinds: Set<ChannelKind> {
    Set(descriptor.channels.filter { descriptor.files[$0.location.file].reader == .video }.map(\.kind))
  }

  /// Reads the channels that come from a recording's video once the video has gone through a compression.
  ///
  /// - Parameter kinds: channels that are wanted; others, and those that come from elsewhere, are left out.
  package func recompressed(
    _ entry: RecordingEntry, _ kinds: Set<ChannelKind>, by compression: VideoCompression, aids: ReadingAids
  ) throws(Diagnostics) -> Channels {
    let wanted = videoKinds.intersection(kinds)
    guard !wanted.isEmpty else { return Channels() }
    var loader = RecordingLoader(
      dataset: self, entry: entry, clips: ClipRule(aids: aids, compression: compression))
    return try loader.recording(needing: wanted, wishing: [], withReference: false, labels: []).channels
  }

  /// SHA-256 of every file of a recording.
  package func digests(of entry: RecordingEntry) throws(Diagnostics) -> [FileDigest] {
    try files(of: entry).map { (path) throws(Diagnostics) in
      FileDigest(path: path, sha256: try ContentHash.digest(ofFile: path))
    }
  }

  private static func root(
    of descriptor: DatasetDescriptor, at path: String, override: String?, dataDirectory: String?
  ) -> (folder: String, tried: String) {
    if let override { return (override, "that is the root it was given") }
    let own = descriptor.root.map { DirectoryListing.resolve($0, besideFile: path) }
    if let own, TextFile.isDirectory(own) { return (own, "that is the descriptor's own \"root\"") }
    if let dataDirectory, !dataDirectory.isEmpty {
      let candidate = dataDirectory + "/" + descriptor.folder
      if TextFile.isDirectory(candidate) { return (candidate, "found under HREVAL_DATA") }
    }
    if let own { return (own, "that is the descriptor's own \"root\"") }
    return (DirectoryListing.resolve(".", besideFile: path), "that is the descriptor's own folder")
  }

  private static func selected(
    _ all: [RecordingEntry], select: [String], exclude: [String], name: String, problems: inout [Diagnostic]
  ) -> (recordings: [RecordingEntry], excluded: [ExcludedRecording]) {
    let ids = all.map(\.id)
    for (key, patterns) in [("select", select), ("exclude", exclude)] {
      for pattern in patterns where !ids.contains(where: { $0.fits(wildcards: pattern) }) {
        problems.add(
          "\"\(key)\": no recording of \"\(name)\" fits \"\(pattern)\"",
          hint: suggestionHint(for: pattern, among: ids))
      }
    }
    func reason(_ entry: RecordingEntry) -> ExcludedRecording.Reason? {
      if exclude.contains(where: { entry.id.fits(wildcards: $0) }) { return .exclude }
      return select.isEmpty || select.contains { entry.id.fits(wildcards: $0) } ? nil : .select
    }
    let reasons = all.map(reason)
    let kept = zip(all, reasons).filter { $1 == nil }.map(\.0)
    if kept.isEmpty, problems.isEmpty {
      problems.add("\"exclude\" leaves no recording of \"\(name)\"")
    }
    return (kept, zip(all, reasons).compactMap { entry, reason in reason.map { .init(entry.id, $0) } })
  }
}

extension DatasetDescriptor {
  /// How to get the recordings, with size and licence; `nil` where the descriptor does not say from where.
  fileprivate var fetchHint: String? {
    guard !fetch.isEmpty else { return nil }
    let size = DatasetFetch.bytes(of: self).map { ", \(shownMegabytes($0))" } ?? ""
    let files = fetch.count == 1 ? "one file" : "\(fetch.count) files"
    return
      "hreval datasets fetch \(name) brings its recordings (\(files)\(size), \(license ?? "no licence stated")); "
      + "or set HREVAL_DATA to the folder that holds \(folder)"
  }

  /// Reads and checks a descriptor file.
  package init(path: String) throws(Diagnostics) {
    guard !TextFile.isDirectory(path) else {
      throw Diagnostics("expected a descriptor file, found a folder", in: path, hint: "\(path)/dataset.json?")
    }
    let read = try TextDocument.read(path, what: "descriptor")
    try self.init(JSONDocument(read.text, file: path))
    sha256 = ContentHash.digest(of: [UInt8](read.bytes))
  }
}

/// A recording that an experiment leaves out.
package struct ExcludedRecording: Equatable, Sendable {
  /// Its name in its data set.
  package let id: String
  package let reason: Reason

  /// Part of the experiment, or of the command, that leaves it out.
  package enum Reason: String, CaseIterable, Codable, Sendable {
    /// A pattern of `exclude` fits its name.
    case exclude
    /// No pattern of `select` fits its name.
    case select
    /// It is in the other part of the split.
    case split
    /// It comes after as many recordings as `--limit` allows.
    case limit
  }

  package init(_ id: String, _ reason: Reason) {
    self.id = id
    self.reason = reason
  }
}

/// One recording before it is read: its name and the paths of its files.
package struct RecordingEntry: Equatable, Sendable {
  package let id: String
  /// Subject, if the descriptor states it without opening a file.
  package let subject: String?
  /// Absolute paths of the files that were found; relative if the root is.
  package var files: [String] { paths.compactMap { try? $0.get() } }
  /// Path or problem of each file of the descriptor.
  let paths: [Result<String, Diagnostics>]
  let captures: PathPattern.Captures
}

/// A file and the SHA-256 of its bytes.
package struct FileDigest: Equatable, Sendable {
  package let path: String
  /// 64 lower-case hexadecimal digits.
  package let sha256: String
}

extension Dataset {
  /// Returns the files of a recording from which channels are read, with those that these files name.
  package func signalFiles(of entry: RecordingEntry) -> [String] {
    let numbers = Set(
      descriptor.channels.flatMap { channel in
        [channel.location.file, channel.location.cell.rectangleColumns?.file].compactMap(\.self)
      })
    return zip(descriptor.files, entry.paths).enumerated().flatMap { number, file -> [String] in
      guard numbers.contains(number), let path = try? file.1.get() else { return [] }
      return [path] + file.0.companions(of: path, scope: scope)
    }.distinct
  }
}
