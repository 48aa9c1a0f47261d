internal import CHRFiles
internal import Foundation
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
      try file.attribute("unit", kind.unit, of: object)
    }
    try file.group("/reference")
    switch recording.reference {
    case .beats(let beats): try file.write(beats, to: "/reference/beats")
    case .rateSeries(let series):
      let rows = zip(series.times, series.values).flatMap { [$0, $1] }
      try file.write(rows, dimensions: [series.count, 2], to: "/reference/heart_rate")
    case .agreeingBeats(let agreeing): try file.write(agreeing.matched, to: "/reference/beats")
    case .windowRates(let rates):
      try file.write(rates.map(\.range.start), to: "/reference/window_start")
      try file.write(rates.map(\.range.end), to: "/reference/window_end")
      try file.write(rates.map(\.bpm), to: "/reference/window_bpm")
    case .breaths, .agreeingBreaths, .none: break
    }
    if !recording.breaths.isEmpty { try file.write(recording.breaths, to: "/reference/breaths") }
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
      guard let first = kinds.first, let channel = recording.channels[first] else { continue }
      for kind in kinds.dropFirst() where recording.channels[kind]?.hasTimes(of: channel) != true {
        throw Diagnostics(
          "\(kind.rawValue) and \(first.rawValue) of recording \(recording.id) are not sampled at the same moments",
          hint: "the HDF5 layout can hold them")
      }
      let name = "\(recording.id)_\(sensor).csv"
      let columns = kinds.compactMap { recording.channels[$0]?.values }
      var text = (["time_s"] + kinds.map(\.rawValue)).joined(separator: ",") + "\n"
      for index in 0..<channel.count {
        text += shortest(channel.time(at: index))
        for column in columns { text += "," + shortest(column[index]) }
        text += "\n"
      }
      try put(Data(text.utf8), directory, name)
      names.append(name)
    }
    return names + (try writeEvents(of: recording, directory))
  }

  /// Writes `<id>.edf` with every channel, and beside it the beats and breaths in the CSV layout.
  ///
  /// - Returns: the files' names.
  package static func writeEDF(
    _ recording: Recording, toDirectory directory: String
  ) throws(Diagnostics) -> [String] {
    let name = "\(recording.id).edf"
    try put(Data(EDFWriter.bytes(of: recording)), directory, name)
    return [name] + (try writeEvents(of: recording, directory))
  }

  /// Writes `<id>.hea` and `<id>.dat` with every channel, and beats and breaths as annotations.
  ///
  /// - Returns: the files' names.
  package static func writeWFDB(
    _ recording: Recording, toDirectory directory: String
  ) throws(Diagnostics) -> [String] {
    let names = wfdbNames(of: recording.id)
    let (header, data) = try WFDBWriter.record(recording)
    try put(Data(header.utf8), directory, names[0])
    try put(Data(data), directory, names[1])
    var written = Array(names[..<2])
    if case .beats(let beats) = recording.reference {
      try put(Data(WFDBWriter.annotations(beats, symbol: "N")), directory, names[2])
      written.append(names[2])
    }
    if !recording.breaths.isEmpty {
      let breaths = WFDBWriter.annotations(recording.breaths, symbol: "\"", note: "breath")
      try put(Data(breaths), directory, names[3])
      written.append(names[3])
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
      let name = "\(recording.id)_windows.csv"
      let rows = rates.map { "\(shortest($0.range.start)),\(shortest($0.range.end)),\(shortest($0.bpm))\n" }
      try put(Data(("start_s,end_s,bpm\n" + rows.joined()).utf8), directory, name)
      names.append(name)
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
    let name = "\(recording.id)_\(noun)s.csv"
    let text = "\(noun)_s\n" + events.map { shortest($0) + "\n" }.joined()
    try put(Data(text.utf8), directory, name)
    return name
  }

  static func put(_ data: Data, _ directory: String, _ name: String) throws(Diagnostics) {
    try TextFile.write(data, to: "\(directory)/\(name)")
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

extension Recording {
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
}
