internal import ArgumentParser
internal import HRDiagnostics
internal import HRExperiments
internal import HRRecordings
internal import HRSignals
internal import HRSynthesis

struct SynthesizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synthesize", abstract: "Write synthetic recordings with exactly known beats.",
    discussion: """
      Each recording holds a pulse wave, a finger camera's red, green and blue, an ECG, an accelerometer and \
      breathing, all from one heartbeat. The same seed gives the same bytes; recording k does not depend on how many \
      are made. `hreval-hdf5` and `hreval-csv` are the data sets that read them back: give the folder as their root.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case hdf5, csv, both
  }

  @Option(help: "Folder to write to; made if it is not there.", completion: .directory)
  var output: String

  @Option(help: "How many recordings, each of another subject.")
  var count = 6

  @Option(help: "Length of each in seconds.")
  var seconds = 120.0

  @Option(help: "All numbers follow from it.")
  var seed: UInt64 = 0

  @Option(help: "hdf5, csv or both.")
  var format: Format = .hdf5

  @Option(help: "Samples per second of the pulse wave and the ECG.")
  var ppgRate = 125.0

  @Option(help: "Frames per second of the camera.")
  var cameraRate = 30.0

  mutating func validate() throws {
    if !(1...10_000).contains(count) { throw ValidationError("--count takes 1 to 10000, not \(count).") }
    if !(10...86_400).contains(seconds) {
      throw ValidationError("--seconds takes 10 to 86400, not \(shortest(seconds)).")
    }
    if !(20...4000).contains(ppgRate) {
      throw ValidationError("--ppg-rate takes 20 to 4000, not \(shortest(ppgRate)).")
    }
    if !(5...240).contains(cameraRate) {
      throw ValidationError("--camera-rate takes 5 to 240, not \(shortest(cameraRate)).")
    }
  }

  func run() throws {
    try refusing { () throws(Diagnostics) in try write() }
    let files = format == .both ? "HDF5 and CSV" : format.rawValue.uppercased()
    Terminal().err("\(count) recordings of \(shortest(seconds)) s as \(files) in \(output)")
  }

  private func write() throws(Diagnostics) {
    try TextFile.makeDirectory(output)
    let plan = SynthesisPlan(
      count: count, seconds: seconds, seed: seed, pulseRate: ppgRate, cameraRate: cameraRate)
    for index in 0..<count {
      let recording = plan.recording(index)
      do {
        if format != .csv {
          try RecordingWriter.writeHDF5(recording, to: "\(output)/\(recording.id).h5")
        }
        if format != .hdf5 {
          _ = try RecordingWriter.writeCSV(recording, toDirectory: output)
        }
      } catch {
        throw Diagnostics(error)
      }
    }
  }
}
