internal import CHRFiles
internal import HRNumerics
package import HRSupport
package import HRSignals

/// Writes a recording in hreval's own layouts; equal recordings give equal bytes.
///
/// HDF5: root attributes `format`, `version`, `subject` and one `meta_<name>` per metadatum; `/channels/<name>` with
/// `sample_rate`, `start_time`, `unit`, and `/channels/<name>_time` for irregular ones; `/reference/beats` (s) or
/// `/reference/heart_rate` (n×2: s, bpm), or `/reference/window_start`, `window_end` (s) and `window_bpm`;
/// `/reference/breaths` (s); camera frames, where there are some, in
/// `/camera/frames`. CSV: one file per sensor, `<id>_ppg.csv`, `<id>_camera.csv`, …, first column
/// `time_s`, and `<id>_beats.csv`, `<id>_windows.csv`, `<id>_breaths.csv`. EDF: see ``EDFWriter``; beats and breaths as
/// in CSV. MAT: see ``MATWriter``. NPY: see ``NPYWriter``.
/// WFDB: see ``WFDBWriter``; beats in `<id>.atr`, breaths in `<id>.breath`.
package enum RecordingWriter {
  package static func writeHDF5(
    _ recording: Recording, frames: FrameStack? = nil, to path: String
  ) throws(Diagnostics) {
    let temporary = TemporaryName.of(path)
    let file = try HDF5Writer(temporary)
    do {
      try write(recording, into: file)
      try frames?.write(into: file)
      try file.finish()
    } catch {
      TextFile.remove(temporary)
      throw error
    }
    try TemporaryName.put(temporary, as: path)
  }

  private static func write(_ recording: Recording, into file: borrowing HDF5Writer) throws(Diagnostics) {
    try file.attribute("format", "hreval-recording", of: "/")
    try file.attribute("version", 1, of: "/")
    if let subject = recording.subject { try file.attribute("subject", subject, of: "/") }
    for datum in recording.metadata { try file.attribute("meta_\(datum.name)", datum.value, of: "/") }
    try file.group("/channels")
    for kind in recording.channels.kinds {
      guard let channel = recording.channels[kind] else { continue }
      let object = "/channels/\(kind.rawValue)"
      try file.write(channel.values, to: object)
      switch channel {
      case .uniform(let signal):
        try file.attribute("sample_rate", signal.sampleRate, of: object)
        try file.attribute("start_time", signal.startTime, of: object)
      case .irregular(let series):
        try file.write(series.times, to: object + "_time")
      }
      try file.attribute("unit", recording.channels.unit(of: kind), of: object)
    }
    try file.group("/reference")
    for (name, columns) in recording.referenceArrays {
      let rows = columns[0].indices.flatMap { row in columns.map { $0[row] } }
      let dimensions = columns.count == 1 ? nil : [columns[0].count, columns.count]
      try file.write(rows, dimensions: dimensions, to: "/reference/\(name)")
    }
  }

  /// Returns the first of some channels, which all others must be sampled with; `nil` if there are none.
  static func clock(of kinds: [ChannelKind], _ recording: Recording) throws(Diagnostics) -> Channel? {
    guard let first = kinds.first, let channel = recording.channels[first] else { return nil }
    for kind in kinds.dropFirst() where recording.channels[kind]?.hasTimes(of: channel) != true {
      throw Diagnostics(
        "\(kind.rawValue) and \(first.rawValue) of recording \(recording.id) are not sampled at the same moments",
        hint: "the HDF5 layout can hold them")
    }
    return channel
  }

  /// Sensors; their channels share a time base and so a file.
  static let sensors: [(name: String, kinds: [ChannelKind])] = [
    ("ppg", [.ppg, .ppg2, .infrared]), ("camera", [.red, .green, .blue]), ("ecg", [.ecg]),
    ("respiration", [.respiration]),
    ("accelerometer", [.accelerometerX, .accelerometerY, .accelerometerZ]),
  ]

  static let events = ["beat", "breath"]

  package static func hdf5Name(of id: String) -> String { "\(id).h5" }

  /// Returns every name that ``writeCSV(_:toDirectory:)`` may write for a recording.
  package static func csvNames(of id: String) -> [String] {
    sensors.map { "\(id)_\($0.name).csv" } + eventNames(of: id)
  }

  /// Returns every name that ``writeVideo(_:_:as:toDirectory:)`` may write for a recording.
  package static func clipNames(of id: String) -> [String] {
    ["\(id).mp4"] + eventNames(of: id)
  }

  /// Returns every name that ``writeEDF(_:toDirectory:)`` may write for a recording.
  package static func edfNames(of id: String) -> [String] {
    ["\(id).edf"] + eventNames(of: id)
  }

  private static func eventNames(of id: String) -> [String] {
    events.map { "\(id)_\($0)s.csv" } + ["\(id)_windows.csv"]
  }

  /// Returns every name that ``writeWFDB(_:toDirectory:)`` may write for a recording.
  package static func wfdbNames(of id: String) -> [String] {
    ["hea", "dat", "atr", "breath"].map { "\(id).\($0)" }
  }

  /// Returns true if a file's ending is one that a reader supports.
  package static func isRecording(_ name: String) -> Bool { FileReader(path: name) != nil }

  /// - Returns: the files' names.
  package static func writeCSV(
    _ recording: Recording, toDirectory directory: String
  ) throws(Diagnostics) -> [String] {
    var names: [String] = []
    for (sensor, kinds) in sensors {
      let kinds = recording.channels.kinds.filter { kinds.contains($0.ruling) }
      guard let channel = try clock(of: kinds, recording) else { continue }
      let columns = kinds.compactMap { recording.channels[$0]?.values }
      var text = (["time_s"] + kinds.map(\.rawValue)).joined(separator: ",") + "\n"
      for index in 0..<channel.count {
        text += shortest(channel.time(at: index))
        for column in columns { text += "," + shortest(column[index]) }
        text += "\n"
      }
      names.append(try put(Data(text.utf8), directory, "\(recording.id)_\(sensor).csv"))
    }
    return names + (try writeEvents(of: recording, directory))
  }

  /// Writes `<id>.edf` with every channel, and beside it the beats and breaths in the CSV layout.
  ///
  /// - Returns: the files' names.
  package static func writeEDF(
    _ recording: Recording, toDirectory directory: String
  ) throws(Diagnostics) -> [String] {
    [try put(Data(EDFWriter.bytes(of: recording)), directory, "\(recording.id).edf")]
      + (try writeEvents(of: recording, directory))
  }

  /// Writes `<id>.mp4` with the camera's frames alone, and beside it the beats and breaths in the CSV layout.
  ///
  /// - Returns: the files' names.
  package static func writeVideo(
    _ recording: Recording, _ frames: FrameStack, as compression: VideoCompression,
    toDirectory directory: String
  ) throws(Diagnostics) -> [String] {
    try ClipWriter.write(frames, as: compression, to: "\(directory)/\(recording.id).mp4")
    return ["\(recording.id).mp4"] + (try writeEvents(of: recording, directory))
  }

  /// Writes `<id>.hea` and `<id>.dat` with every channel, and beats and breaths as annotations.
  ///
  /// - Returns: the files' names.
  package static func writeWFDB(
    _ recording: Recording, toDirectory directory: String
  ) throws(Diagnostics) -> [String] {
    let names = wfdbNames(of: recording.id)
    let (header, data) = try WFDBWriter.record(recording)
    var written = [
      try put(Data(header.utf8), directory, names[0]), try put(Data(data), directory, names[1]),
    ]
    if case .beats(let beats) = recording.reference {
      written.append(try put(Data(WFDBWriter.annotations(beats, symbol: "N")), directory, names[2]))
    }
    if !recording.breaths.isEmpty {
      let breaths = WFDBWriter.annotations(recording.breaths, symbol: "\"", note: "breath")
      written.append(try put(Data(breaths), directory, names[3]))
    }
    return written
  }

  /// - Returns: the files' names.
  private static func writeEvents(
    of recording: Recording, _ directory: String
  ) throws(Diagnostics) -> [String] {
    var names: [String] = []
    if case .beats(let beats) = recording.reference {
      names.append(try put(events: beats, "beat", of: recording, directory))
    }
    if case .windowRates(let rates) = recording.reference {
      let rows = rates.map { "\(shortest($0.range.start)),\(shortest($0.range.end)),\(shortest($0.bpm))\n" }
      names.append(
        try put(
          Data(("start_s,end_s,bpm\n" + rows.joined()).utf8), directory, "\(recording.id)_windows.csv"))
    }
    if !recording.breaths.isEmpty {
      names.append(try put(events: recording.breaths, "breath", of: recording, directory))
    }
    return names
  }

  /// - Returns: the file's name.
  private static func put(
    events: [Double], _ noun: String, of recording: Recording, _ directory: String
  ) throws(Diagnostics) -> String {
    let text = "\(noun)_s\n" + events.map { shortest($0) + "\n" }.joined()
    return try put(Data(text.utf8), directory, "\(recording.id)_\(noun)s.csv")
  }

  /// Writes a file, and returns its name.
  static func put(_ data: Data, _ directory: String, _ name: String) throws(Diagnostics) -> String {
    try TextFile.write(data, to: "\(directory)/\(name)")
    return name
  }
}

extension ChannelKind {
  /// Unit as the layouts state it.
  var unit: String {
    switch self {
    case .ppg, .ppg2, .furtherPulse, .infrared, .respiration: "a.u."
    case .red, .green, .blue: "code 0-255"
    case .ecg: "mV"
    case .accelerometerX, .accelerometerY, .accelerometerZ: "g"
    case .contact: "0 or 1"
    }
  }
}

extension Channels {
  /// Returns the unit of a channel as the layouts state it.
  func unit(of kind: ChannelKind) -> String {
    Cadence.axes.contains(kind) && !accelerationIsInG ? ChannelUnit.arbitrary.rawValue : kind.unit
  }
}

extension Recording {
  /// Arrays of the reference by their names, each of one or more columns.
  var referenceArrays: [(name: String, columns: [[Double]])] {
    let arrays: [(name: String, columns: [[Double]])] =
      switch reference {
      case .beats(let beats): [("beats", [beats])]
      case .rateSeries(let series): [("heart_rate", [series.times, series.values])]
      case .agreeingBeats(let agreeing): [("beats", [agreeing.matched])]
      case .windowRates(let rates):
        [
          ("window_start", [rates.map(\.range.start)]), ("window_end", [rates.map(\.range.end)]),
          ("window_bpm", [rates.map(\.bpm)]),
        ]
      case .breaths, .agreeingBreaths, .none: []
      }
    return arrays + (breaths.isEmpty ? [] : [("breaths", [breaths])])
  }

  /// Returns all channels, for a format that holds only evenly spaced samples from 0 s on.
  ///
  /// - Parameter format: name of the format: `EDF`.
  /// - Throws: problems of all channels that are not of that kind.
  func evenSignals(for format: String) throws(Diagnostics) -> [(kind: ChannelKind, signal: Signal)] {
    var signals: [(kind: ChannelKind, signal: Signal)] = []
    var problems: [Diagnostic] = []
    for kind in channels.kinds {
      guard case .uniform(let signal)? = channels[kind], signal.startTime == 0, signal.count > 0 else {
        problems.add(
          "\(format) holds evenly spaced samples from 0 s on, and \(kind.rawValue) of recording \(id) is not of that kind",
          hint: "the HDF5 layout can hold it")
        continue
      }
      signals.append((kind, signal))
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    return signals
  }

  /// Returns the parts of a file that hold signals; throws if some signal has none.
  ///
  /// - Parameter limit: what is too narrow for such a signal.
  func parts<Part>(
    of signals: [(kind: ChannelKind, signal: Signal)], limit: String, _ part: (ChannelKind, Signal) -> Part?
  ) throws(Diagnostics) -> [Part] {
    var problems: [Diagnostic] = []
    let parts = signals.compactMap { kind, signal -> Part? in
      let made = part(kind, signal)
      if made == nil {
        problems.add("\(kind.rawValue) of recording \(id) has samples that \(limit) cannot hold")
      }
      return made
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    return parts
  }
}

extension [Signal] {
  /// Returns the number of pieces into which all signals divide evenly; `nil` if there is none.
  ///
  /// - Parameter samples: samples per piece, which must be whole.
  func pieces(of samples: (Signal) -> Double) -> Int? {
    let counts = map { signal -> Int? in
      let samples = samples(signal)
      let whole = Int(saturating: samples.rounded())
      guard whole > 0, abs(samples - Double(whole)) < 1e-9 * samples, signal.count % whole == 0 else {
        return nil
      }
      return signal.count / whole
    }
    guard let first = counts.first, counts.allSatisfy({ $0 == first }) else { return nil }
    return first
  }
}
