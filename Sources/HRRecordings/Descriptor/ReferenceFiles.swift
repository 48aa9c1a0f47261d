extension ReferenceDescription {
  /// The files that it is read from.
  var files: [Int] {
    let locations: [DataLocation]
    switch source {
    case .beats(let location, _), .rrIntervals(let location, _), .breaths(let location, _),
      .samples(_, let location, _, _):
      locations = [location]
    case .rateSeries(let columns, _, _, let timing):
      locations = columns + [timing.stamps?.location].compactMap(\.self)
    case .windowRates(.stated(let start, let end, _), let bpm, _): locations = [start, end, bpm]
    case .windowRates(.regular, let bpm, _): locations = [bpm]
    case .ecg(let channel, _), .respiration(let channel):
      locations = [channel.location] + [channel.timing.stamps?.location].compactMap(\.self)
    }
    return locations.map(\.file)
  }

  /// Whether a recording has its files; what they hold is not looked at.
  func isThere(in entry: RecordingEntry) -> Bool {
    files.allSatisfy { file in if case .success = entry.paths[file] { true } else { false } }
  }
}

extension Dataset {
  /// The reference that a data set has where none is asked for: the first whose files at least one recording has. It is
  /// one for all recordings, chosen before any is opened and whichever of them are selected; those that lack it fail.
  ///
  /// - Parameters:
  ///   - candidates: names of the descriptor's references, of which the first is the default where none is there.
  ///   - entries: all recordings that were found.
  static func defaultReference(
    among candidates: [String], of descriptor: DatasetDescriptor, _ entries: [RecordingEntry]
  ) -> String? {
    let there = candidates.first { name in
      descriptor.references.first { $0.name == name }.map { reference in
        entries.contains(where: reference.isThere(in:))
      } ?? false
    }
    return there ?? candidates.first
  }

  /// Why the default is not the first reference of the descriptor: `no recording has the files of "beats"`.
  package var referenceNote: String? {
    guard !passedReferences.isEmpty else { return nil }
    return "no recording has the files of " + passedReferences.map { "\"\($0)\"" }.joined(separator: " and ")
  }
}
