extension ReferenceDescription {
  /// Files from which it is read.
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

  /// Returns true if a recording has its files; their content is not checked.
  func isThere(in entry: RecordingEntry) -> Bool {
    files.allSatisfy { file in if case .success = entry.paths[file] { true } else { false } }
  }
}

extension Dataset {
  /// Returns the reference used if none is requested: the first whose files at least one recording has. It is the
  /// same for all recordings. It is chosen before any is opened, and does not depend on the selection. Recordings
  /// without it fail.
  ///
  /// - Parameters:
  ///   - candidates: names of the descriptor's references; the first is the default if the files of none exist.
  ///   - entries: all recordings found.
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

  /// Reason why the default is not the first reference of the descriptor: `no recording has the files of "beats"`.
  package var referenceNote: String? {
    guard !passedReferences.isEmpty else { return nil }
    return "no recording has the files of " + passedReferences.map { "\"\($0)\"" }.joined(separator: " and ")
  }
}
