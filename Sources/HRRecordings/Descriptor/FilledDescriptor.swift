/// HDF5 paths that hold captures of the first file's path: `/{subject}/ppg`.
extension DatasetDescriptor {
  /// Returns the descriptor with captures in object paths replaced by their values in one recording.
  func filled(from captures: PathPattern.Captures) -> DatasetDescriptor {
    let filling = ObjectFilling(captures: captures)
    return DatasetDescriptor(
      name: name, title: title, summary: summary, citation: citation, license: license, homePage: homePage,
      fetch: fetch, folder: folder, root: root, recordingTemplate: recordingTemplate,
      subject: subject.map { source in
        if case .attribute(let file, let attribute) = source {
          .attribute(file: file, filling(attribute))
        } else {
          source
        }
      },
      files: files, channels: channels.map { filling($0) },
      references: references.map { reference in
        ReferenceDescription(
          name: reference.name, measurand: reference.measurand, source: filling(reference.source),
          offsetSeconds: reference.offsetSeconds, kind: reference.kind, clocks: reference.clocks)
      },
      metadata: metadata.map { description in
        guard case .attribute(let file, let attribute) = description.source else { return description }
        return MetadataDescription(
          name: description.name, source: .attribute(file: file, filling(attribute)),
          isOptional: description.isOptional)
      }, labels: labels.map { filling($0) }, acknowledged: acknowledged, sha256: sha256)
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
    let cell: DataCell =
      switch location.cell {
      case .object(let path, let part): .object(self(path), part)
      case .pixels(let path, let view, let plane): .pixels(self(path), view, plane: plane)
      case .moments(let cells): .moments(cells.filled { self($0) })
      default: location.cell
      }
    return DataLocation(file: location.file, cell: cell)
  }

  func callAsFunction(_ number: NumberSource) -> NumberSource {
    switch number {
    case .given: number
    case .attribute(let file, let object, let name): .attribute(file: file, object: self(object), name: name)
    case .object(let file, let object): .object(file: file, self(object))
    }
  }

  func callAsFunction(_ timing: Timing) -> Timing {
    Timing(
      sampleRate: timing.sampleRate.map { self($0) }, startTime: timing.startTime.map { self($0) },
      stamps: timing.stamps.map {
        TimeStamps(
          location: self($0.location), unit: $0.unit, isUniform: $0.isUniform, isOptional: $0.isOptional)
      }, repeatedTimes: timing.repeatedTimes)
  }

  func callAsFunction(_ channel: ChannelDescription) -> ChannelDescription {
    ChannelDescription(
      kind: channel.kind, location: self(channel.location), timing: self(channel.timing),
      scale: channel.scale,
      offset: channel.offset,
      unit: channel.unit.map { unit in
        if case .attribute(let file, let attribute) = unit {
          .attribute(file: file, self(attribute))
        } else {
          unit
        }
      },
      missing: channel.missing, fillGapSeconds: channel.fillGapSeconds, isOptional: channel.isOptional)
  }

  func callAsFunction(_ labels: LabelDescription) -> LabelDescription {
    let source: LabelSource
    switch labels.source {
    case .spans(let start, .end(let end), let label, let unit):
      source = .spans(start: self(start), end: .end(self(end)), label: self(label), unit: unit)
    case .spans(let start, .duration(let duration), let label, let unit):
      source = .spans(start: self(start), end: .duration(self(duration)), label: self(label), unit: unit)
    case .annotations: source = labels.source
    case .codes(let location, let missing, let timing):
      source = .codes(self(location), missing: missing, self(timing))
    }
    return LabelDescription(
      name: labels.name, source: source, words: labels.words, notJudged: labels.notJudged,
      offsetSeconds: labels.offsetSeconds, isOptional: labels.isOptional)
  }

  func callAsFunction(_ label: LabelSource.SpanLabel) -> LabelSource.SpanLabel {
    if case .numbers(let location) = label { .numbers(self(location)) } else { label }
  }

  func callAsFunction(_ source: ReferenceSource) -> ReferenceSource {
    switch source {
    case .beats(let location, let unit): .beats(self(location), unit: unit)
    case .samples(let events, let location, let first, let rate):
      .samples(of: events, self(location), first: first, sampleRate: self(rate))
    case .rrIntervals(let location, let unit): .rrIntervals(self(location), unit: unit)
    case .rateSeries(let columns, let combine, let missing, let timing):
      .rateSeries(columns.map { self($0) }, combine: combine, missing: missing, self(timing))
    case .windowRates(.stated(let start, let end, let unit), let bpm, let missing):
      .windowRates(.stated(start: self(start), end: self(end), unit: unit), bpm: self(bpm), missing: missing)
    case .windowRates(.regular(let windows), let bpm, let missing):
      .windowRates(.regular(windows), bpm: self(bpm), missing: missing)
    case .ecg(let channel, let detectors): .ecg(self(channel), detectors)
    case .breaths(let location, let unit): .breaths(self(location), unit: unit)
    case .respiration(let channel): .respiration(self(channel))
    }
  }
}
