internal import CHRFiles
internal import HRNumerics
internal import HRSupport

/// One reading of an EDF or BDF file: the header, then all data records in one pass.
struct EDFReading {
  private let path: String
  private let budget: ReadingBudget
  private let file: OpenFile
  let header: EDFHeader

  init(_ path: String, budget: ReadingBudget) throws(Diagnostics) {
    let read = try HeadedFile(path, startBytes: EDFHeader.blockBytes) { (start, size) throws(Diagnostics) in
      try EDFHeader.byteCount(start, fileBytes: size, path: path)
    }
    header = try EDFHeader(read.header, fileBytes: read.bytes, path: path)
    self.path = path
    self.budget = budget
    file = read.file
  }

  /// A requested signal.
  private struct Asked {
    let index: Int
    let scale: EDFHeader.Scale
    let signal: EDFHeader.Signal
    var values: [Double] = []
  }

  func contents(for request: FileRequest) throws(Diagnostics) -> FileContents {
    var contents = FileContents(path: path)
    var cells: [(cell: DataCell, index: Int)] = []
    var asked: [Asked] = []
    var wanted: [[String]] = []
    var problems: [Diagnostic] = []
    let labels = header.signals.map(\.label)
    for item in request.cells {
      if case .annotations(let texts) = item.cell { wanted.append(texts) }
      let found = problems.gather(
        try item.signal(
          among: labels, known: labels.distinct, of: "file", in: path,
          remark: "labels are cut to 16 characters; "))
      guard let index = found ?? nil else { continue }
      cells.append((item.cell, index))
      if !asked.contains(where: { $0.index == index }),
        let scale = problems.gather(try header.scale(of: index))
      {
        asked.append(Asked(index: index, scale: scale, signal: header.signals[index]))
      }
    }
    if header.recordSeconds == 0, !cells.isEmpty {
      problems.add(
        "a data record lasts 0 s, so its signals have no sample rate", in: path,
        at: "header bytes 244 to 251",
        hint: "such a file holds annotations only")
    }
    if header.isDiscontinuous, header.annotations.isEmpty {
      problems.add(
        "the file is discontinuous (\(header.format)+D), but has no signal \"\(header.format) Annotations\" that says when its records begin",
        in: path)
    }
    if !wanted.isEmpty || request.wantsMarks, header.annotations.isEmpty {
      problems.add(
        "the file has no annotations: no signal is called \"\(header.format) Annotations\"", in: path,
        hint: header.isPlus ? nil : "only \(header.format)+ files have them")
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    guard !asked.isEmpty || !wanted.isEmpty || request.wantsMarks else { return contents }
    var notes = EDFAnnotations(wanted: wanted.flatMap(\.self), keepsAll: request.wantsMarks)
    let onsets = try read(&asked, &notes)
    if request.wantsMarks {
      // A text takes about as much memory as six numbers; two more are its times.
      try budget.take(numbers: UInt64(clamping: 8 * notes.marks.count), place: .init(file: path))
      contents.marks = notes.marks
    }
    for texts in wanted {
      let times = notes.times(of: texts)
      guard !times.isEmpty else {
        throw Diagnostics(
          "no annotation is " + texts.map(JSONText.quoted).joined(separator: " or "), in: path,
          hint: notes.others.isEmpty
            ? "it has none at all"
            : "known here: "
              + notes.others.prefix(12).map { JSONText.quoted($0.shortened) }.joined(separator: ", "))
      }
      try budget.take(numbers: UInt64(clamping: times.count), place: .init(file: path))
      contents.columns[.annotations(texts)] = times
    }
    for index in asked.indices where header.isDiscontinuous { try spread(&asked[index], onsets) }
    for (cell, index) in cells {
      guard let read = asked.first(where: { $0.index == index }) else { continue }
      contents.columns[cell] = read.values
      contents.units[cell] = read.signal.unit
      contents.clocks[cell] = SampleClock(
        sampleRate: Double(read.signal.samplesPerRecord) / header.recordSeconds, start: onsets.first ?? 0)
    }
    return contents
  }

  /// Reads all records.
  ///
  /// - Parameter notes: collects the annotations, if some are requested.
  /// - Returns: onsets of the records in seconds, if the file states them: each of a discontinuous file, else the
  ///   first.
  private func read(
    _ asked: inout [Asked], _ notes: inout EDFAnnotations
  ) throws(Diagnostics) -> [Double] {
    let records = header.recordCount
    let counts = asked.map { UInt64.product(records, $0.signal.samplesPerRecord) }
    try budget.foresee(numbers: counts, in: path)
    for (index, count) in counts.enumerated() {
      try budget.take(
        numbers: count, place: .init(file: path, path: "signal \(asked[index].index)"))
      asked[index].values.reserveCapacity(Int(clamping: count))
    }
    guard header.recordBytes <= budget.limits[.recordingBytes] else {
      throw budget.limits.problem(
        .recordingBytes, "a data record has \(header.recordBytes) bytes",
        needed: UInt64(clamping: header.recordBytes), place: .init(file: path))
    }
    let perBlock = max(1, (1 << 20) / header.recordBytes)
    var onsets: [Double] = []
    var first = 0
    while first < records {
      let count = min(perBlock, records - first)
      let block = try file.bytes(count * header.recordBytes, of: path)
      block.withUnsafeBytes { bytes in
        for record in 0..<count {
          let start = record * header.recordBytes
          for index in asked.indices { append(bytes, from: start, to: &asked[index]) }
        }
      }
      for record in 0..<count {
        for (place, signal) in header.annotations.enumerated() {
          let start = record * header.recordBytes + signal.offset
          let bytes = block[start..<(start + signal.samplesPerRecord * header.sampleBytes)]
          if place == 0, header.isDiscontinuous || first + record == 0 {
            onsets.append(try onset(bytes, record: first + record))
          }
          if notes.areWanted, let bad = notes.add(bytes) {
            throw Diagnostics(
              "data record \(first + record) holds an annotation that cannot be read: \"\(bad.shortened)\"",
              in: path,
              at: signal.label,
              hint: "expected +seconds, perhaps byte 21 and a duration, and texts, each between bytes 20")
          }
        }
      }
      first += count
    }
    return onsets
  }

  /// Appends the samples of a record; codes are little-endian, in two's complement.
  private func append(_ bytes: UnsafeRawBufferPointer, from record: Int, to asked: inout Asked) {
    let width = header.sampleBytes
    let sign = 1 << (8 * width - 1)
    let (gain, shift) = (asked.scale.gain, asked.scale.shift)
    var at = record + asked.signal.offset
    for _ in 0..<asked.signal.samplesPerRecord {
      var code = Int(truncatingIfNeeded: bytes[at]) | Int(truncatingIfNeeded: bytes[at + 1]) << 8
      if width == 3 { code |= Int(truncatingIfNeeded: bytes[at + 2]) << 16 }
      asked.values.append(gain * (Double((code ^ sign) - sign) + shift))
      at += width
    }
  }

  /// Returns the onset of a record, from its first annotation: `+12.5`, then bytes 20, 20 and 0.
  private func onset(_ bytes: ArraySlice<UInt8>, record: Int) throws(Diagnostics) -> Double {
    let text = bytes.prefix { $0 != 0x14 && $0 != 0 }
    if bytes.dropFirst(text.count).starts(with: [0x14, 0x14]), let seconds = EDFAnnotations.seconds(text) {
      return seconds
    }
    let word = String(decoding: text.prefix(40), as: UTF8.self)
    throw Diagnostics(
      "data record \(record) does not say when it begins: expected \"+seconds\" and bytes 20, 20, found \"\(word.shortened)\"",
      in: path, at: "\(header.format) Annotations", hint: "records count from 0")
  }

  /// Puts the samples of a discontinuous file at their times; samples between records are missing (NaN).
  ///
  /// A record begins at the sample nearest its onset. A record that begins, by rounding, up to 1 ms before the end of
  /// the previous record follows it without a gap.
  private func spread(_ asked: inout Asked, _ onsets: [Double]) throws(Diagnostics) {
    let samples = asked.signal.samplesPerRecord
    let rate = Double(samples) / header.recordSeconds
    var places: [Int] = []
    var end = 0
    for (record, onset) in onsets.enumerated() {
      if record > 0, onset < onsets[record - 1] + header.recordSeconds - 1e-3 {
        throw Diagnostics(
          "data record \(record) begins at \(shortest(onset)) s, before the end of record \(record - 1) at \(shortest(onsets[record - 1] + header.recordSeconds)) s",
          in: path, at: "\(header.format) Annotations")
      }
      let place = max(end, Int(saturating: ((onset - onsets[0]) * rate).rounded()))
      places.append(place)
      end = place.addingReportingOverflow(samples).partialValue
      guard end > place, end <= budget.limits[.values] else {
        throw budget.limits.problem(
          .values,
          "with the gaps between its records it has \(shortest((onset - onsets[0]) * rate, decimals: 0)) numbers or more",
          needed: UInt64(clamping: end), place: .init(file: path, path: "signal \(asked.index)"))
      }
    }
    guard end > asked.values.count else { return }
    try budget.take(
      numbers: UInt64(clamping: end - asked.values.count),
      place: .init(file: path, path: "signal \(asked.index)"))
    var spread = [Double](repeating: .nan, count: end)
    for (record, place) in places.enumerated() {
      for sample in 0..<samples { spread[place + sample] = asked.values[record * samples + sample] }
    }
    asked.values = spread
  }
}
