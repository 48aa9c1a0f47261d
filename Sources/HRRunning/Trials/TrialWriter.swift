internal import HRSupport
internal import HRPlugins
internal import HRRecordings
internal import HRSignals

/// Folder and file format of the trials that are written.
struct TrialDestination: Codable, Equatable, Sendable {
  let folder: String
  let format: TrialManifest.FileFormat

  /// Returns the folder in which files are written before they are moved to their final paths, so that only
  /// complete ones are there.
  static func unfinished(in folder: String) -> String { "\(folder)/unfinished" }
}

/// Result of the export of one unit.
struct ExportedUnit: ProcessMessage, Equatable, Sendable {
  let unit: Int
  let trial: TrialManifest.Trial
}

extension UnitRunner {
  /// Writes the files of a unit's trial: its channels as the scenario leaves them, without any channel that tells
  /// the reference.
  mutating func exported(_ unit: WorkUnit, to destination: TrialDestination) -> ExportedUnit {
    let key = trials.experiment.trialKey(of: unit)
    do throws(ScenarioFailure) {
      let (shown, windows) = try shown(of: unit)
      var channels = try trials.channels(of: unit, shown: shown)
      let dataset = trials.experiment.recordings[unit.recording].dataset
      for kind in trials.experiment.tellingChannels(among: channels.kinds, dataset: dataset) {
        channels[kind] = nil
      }
      let place = trials.experiment.trialPlace(of: unit)
      let files: [String]
      do throws(Diagnostics) {
        files = try Self.write(
          Recording(id: place.name, channels: channels, reference: .none), of: unit, into: place.folder,
          of: destination)
      } catch {
        throw ScenarioFailure(error.first.summary(within: destination.folder))
      }
      return ExportedUnit(
        unit: unit.index,
        trial: .init(
          key: key, files: files, channels: channels.kinds.map(\.rawValue),
          sha256: TrialDigest.digest(of: channels),
          windows: TrialManifest.Windows(windows, by: trials.experiment.scenarios[unit.scenario].windows),
          failure: nil))
    } catch {
      return ExportedUnit(unit: unit.index, trial: .init(key, failure: error.reason))
    }
  }

  /// - Returns: the files' paths below the destination.
  private static func write(
    _ recording: Recording, of unit: WorkUnit, into folder: String, of destination: TrialDestination
  ) throws(Diagnostics) -> [String] {
    let desk = TrialDestination.unfinished(in: destination.folder) + "/\(unit.index)"
    try TextFile.makeDirectory(desk)
    defer { TextFile.remove(desk) }
    let names: [String]
    switch destination.format {
    case .hdf5:
      names = [RecordingWriter.hdf5Name(of: recording.id)]
      try RecordingWriter.writeHDF5(recording, to: "\(desk)/\(names[0])")
    case .csv:
      names = try RecordingWriter.writeCSV(recording, toDirectory: desk)
      guard !names.isEmpty else {
        throw Diagnostics("no channel of the recording has a place in the CSV layout")
      }
    }
    try TextFile.makeDirectory("\(destination.folder)/\(folder)")
    for name in names {
      let path = "\(folder)/\(name)"
      guard rename("\(desk)/\(name)", "\(destination.folder)/\(path)") == 0 else {
        throw Diagnostics("cannot put the file in place: \(lastSystemError())", in: path)
      }
    }
    return names.map { "\(folder)/\($0)" }
  }
}

extension TrialManifest.Windows {
  /// Equally long windows at even distances, as every plan cuts them.
  ///
  /// - Returns: `nil` if there are no windows.
  fileprivate init?(_ windows: [TimeRange], by plan: WindowPlan) {
    guard let first = windows.first else { return nil }
    let seconds = plan.windowSeconds ?? first.duration
    self.init(
      count: windows.count, firstStart: first.start, seconds: seconds,
      hopSeconds: plan.mode == .continuous ? plan.hopSeconds : seconds)
  }
}
