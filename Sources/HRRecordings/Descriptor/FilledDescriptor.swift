/// HDF5 paths that hold captures of the first file's path: `/{subject}/ppg`.
extension DatasetDescriptor {
  /// Returns the descriptor with captures in object paths replaced by their values in one recording.
  ///
  /// - Parameter path: path of the recording's first file, by whose name a table may call the recording; `nil` if there
  ///   is none.
  func filled(from captures: PathPattern.Captures, path: String? = nil) -> DatasetDescriptor {
    let filling = ObjectFilling(captures: captures)
    var filled = self
    for (index, file) in files.enumerated() {
      guard case .column(let column)? = file.inner,
        let name = captures.first(where: { $0.name == "recording" })?.value
      else { continue }
      let file = path?.split(separator: "/").last.map(String.init)
      let names = index == 0 ? [name] : [name, file, file.map(PackedText.stem)].compactMap(\.self).distinct
      filled.files[index].format.keptRows = .init(column: column, values: names)
    }
    if case .attribute(let file, let attribute)? = subject {
      filled.subject = .attribute(file: file, filling(attribute))
    }
    filled.channels = channels.map { filling($0) }
    for (index, reference) in references.enumerated() {
      filled.references[index].source = filling(reference.source)
    }
    for (index, description) in metadata.enumerated() {
      guard case .attribute(let file, let attribute) = description.source else { continue }
      filled.metadata[index].source = .attribute(file: file, filling(attribute))
    }
    for (index, label) in labels.enumerated() { filled.labels[index].source = filling(label.source) }
    return filled
  }
}

/// Replaces captures by their values in everything that names an object.
private struct ObjectFilling {
  let captures: PathPattern.Captures

  func callAsFunction(_ path: String) -> String { CaptureTemplate.fill(path, from: captures) }

  func callAsFunction(_ attribute: FileRequest.Attribute) -> FileRequest.Attribute {
    .init(object: self(attribute.object), name: attribute.name)
  }

  func callAsFunction(_ location: DataLocation) -> DataLocation {
    DataLocation(file: location.file, cell: location.cell.filled { self($0) })
  }

  func callAsFunction(_ number: NumberSource) -> NumberSource {
    switch number {
    case .given, .fact: number
    case .attribute(let file, let object, let name): .attribute(file: file, object: self(object), name: name)
    case .object(let file, let object): .object(file: file, self(object))
    }
  }

  func callAsFunction(_ timing: Timing) -> Timing {
    var filled = timing
    filled.sampleRate = timing.sampleRate.map { self($0) }
    filled.startTime = timing.startTime.map { self($0) }
    if let location = timing.stamps?.location { filled.stamps?.location = self(location) }
    return filled
  }

  func callAsFunction(_ channel: ChannelDescription) -> ChannelDescription {
    var filled = channel
    filled.location = self(channel.location)
    filled.timing = self(channel.timing)
    if case .attribute(let file, let attribute)? = channel.unit {
      filled.unit = .attribute(file: file, self(attribute))
    }
    return filled
  }

  func callAsFunction(_ source: LabelSource) -> LabelSource {
    switch source {
    case .spans(let start, .end(let end), let label, let unit):
      .spans(start: self(start), end: .end(self(end)), label: self(label), unit: unit)
    case .spans(let start, .duration(let duration), let label, let unit):
      .spans(start: self(start), end: .duration(self(duration)), label: self(label), unit: unit)
    case .annotations: source
    case .codes(let location, let missing, let timing):
      .codes(self(location), missing: missing, self(timing))
    }
  }

  func callAsFunction(_ label: LabelSource.SpanLabel) -> LabelSource.SpanLabel {
    if case .numbers(let location) = label { .numbers(self(location)) } else { label }
  }

  func callAsFunction(_ source: ReferenceSource) -> ReferenceSource {
    switch source {
    case .times(let events, let location, let unit): .times(of: events, self(location), unit: unit)
    case .samples(let events, let location, let first, let rate):
      .samples(of: events, self(location), first: first, sampleRate: self(rate))
    case .rrIntervals(let location, let unit, let times):
      .rrIntervals(
        self(location), unit: unit,
        times: times.map { EventTimes(location: self($0.location), unit: $0.unit) })
    case .beatFlags(let location, let timing): .beatFlags(self(location), self(timing))
    case .rateSeries(let columns, let combine, let missing, let timing):
      .rateSeries(columns.map { self($0) }, combine: combine, missing: missing, self(timing))
    case .windowRates(.stated(let start, let end, let unit), let bpm, let missing):
      .windowRates(.stated(start: self(start), end: self(end), unit: unit), bpm: self(bpm), missing: missing)
    case .windowRates(.whole, let bpm, let missing):
      .windowRates(.whole, bpm: self(bpm), missing: missing)
    case .windowRates(.regular(let windows), let bpm, let missing):
      .windowRates(.regular(windows), bpm: self(bpm), missing: missing)
    case .ecg(let channel, let detectors): .ecg(self(channel), detectors)
    case .respiration(let channel): .respiration(self(channel))
    }
  }
}
