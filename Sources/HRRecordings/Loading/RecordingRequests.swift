/// Requests of a recording to its files.
extension RecordingLoader {
  private mutating func request(_ location: DataLocation, optional: Bool = false) {
    requests[location.file].add(location.cell, optional: optional)
  }

  private mutating func request(_ source: NumberSource?) {
    switch source {
    case .attribute(let file, _, _)?, .object(let file, _)?:
      if let source { requests[file].add(source) }
    case .given?, .fact?, nil: break
    }
  }

  private mutating func request(_ timing: Timing, optional: Bool) {
    request(timing.sampleRate)
    request(timing.startTime)
    if let stamps = timing.stamps { request(stamps.location, optional: optional || stamps.isOptional) }
  }

  mutating func request(_ channel: ChannelDescription) {
    request(channel.location, optional: channel.isOptional)
    request(channel.timing, optional: channel.isOptional)
    if let columns = channel.location.cell.rectangleColumns {
      for column in columns.columns {
        request(DataLocation(file: columns.file, cell: .column(column)), optional: channel.isOptional)
      }
    }
    if case .attribute(let file, let attribute)? = channel.unit { requests[file].add(attribute) }
  }

  mutating func request(_ source: ReferenceSource) {
    switch source {
    case .times(_, let location, _): request(location)
    case .rrIntervals(let location, _, let times):
      request(location)
      if let times { request(times.location) }
    case .beatFlags(let location, let timing):
      request(location)
      request(timing, optional: false)
    case .samples(_, let location, _, let sampleRate):
      request(location)
      request(sampleRate)
    case .rateSeries(let locations, _, _, let timing):
      for location in locations { request(location) }
      request(timing, optional: false)
    case .windowRates(let places, let bpm, _):
      if case .stated(let start, let end, _) = places { for location in [start, end] { request(location) } }
      request(bpm)
    case .ecg(let channel, _), .respiration(let channel): request(channel)
    }
  }

  mutating func request(_ description: LabelDescription) {
    if description.isOptional, lacks(file: description.source.file) { return }
    switch description.source {
    case .spans(let start, let end, let label, _):
      for location in [start, end.location, label.numbers].compactMap(\.self) {
        requests[location.file].add(location.cell, optional: false, isOfStretches: true)
      }
    case .annotations(let file, _, _): requests[file].wantsMarks = true
    case .codes(let location, _, let timing):
      request(location, optional: description.isOptional)
      request(timing, optional: description.isOptional)
    }
  }

  /// Requests attributes for subject and metadata.
  mutating func requestFacts() {
    if case .attribute(let file, let attribute)? = descriptor.subject {
      requests[file].add(attribute)
    }
    for case .attribute(let file, let attribute) in descriptor.metadata.map(\.source) {
      requests[file].add(attribute)
    }
  }

  /// Requests the series that may define the origin. 0 s is the first moment of the first channel that has dates and
  /// times (of a reference, if no channel has), whatever is read of the recording.
  ///
  /// - Returns: the candidates, the preferred one first.
  mutating func requestOrigin() -> [DataLocation] {
    var candidates: [DataLocation] = []
    for channel in descriptor.channels {
      guard let stamps = channel.timing.stamps, stamps.location.cell.isMoment else { continue }
      let optional = channel.isOptional || stamps.isOptional
      candidates.append(stamps.location)
      request(stamps.location, optional: optional)
      if !optional { return candidates }
    }
    return candidates + (descriptor.channels.isEmpty ? descriptor.references.flatMap(\.source.moments) : [])
  }
}
