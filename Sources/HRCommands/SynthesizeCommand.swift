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

  @Flag(help: "Round the camera's frame means to whole 8-bit codes.")
  var wholeCodes = false

  mutating func validate() throws {
    guard var problem = plan.problems.first else { return }
    // The plan speaks of its own values, people of their options.
    let options = [
      ("opticalRate", "--ppg-rate"), ("cameraRate", "--camera-rate"), ("count", "--count"),
      ("seconds", "--seconds"),
    ]
    for (value, option) in options where problem.hasPrefix(value) {
      problem = option + problem.dropFirst(value.count)
    }
    throw ValidationError(problem + ".")
  }

  private var plan: SynthesisPlan {
    var plan = SynthesisPlan()
    plan.count = count
    plan.seconds = seconds
    plan.seed = seed
    plan.opticalRate = ppgRate
    plan.electrocardiogramRate = ppgRate
    plan.cameraRate = cameraRate
    plan.cameraCodes = wholeCodes ? .whole : .fractional
    return plan
  }

  func run() throws {
    try refusing { () throws(Diagnostics) in try write() }
    let files = format == .both ? "HDF5 and CSV" : format.rawValue.uppercased()
    Terminal().err("\(count) recordings of \(shortest(seconds)) s as \(files) in \(output)")
  }

  private func write() throws(Diagnostics) {
    try TextFile.makeDirectory(output)
    let plan = self.plan
    for index in 0..<count {
      let recording = plan.recording(index)
      do throws(Diagnostic) {
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
