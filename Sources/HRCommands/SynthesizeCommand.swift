internal import HRSupport
internal import ArgumentParser
internal import HRRecordings
internal import HRSignals
internal import HRSynthesis

struct SynthesizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synthesize", abstract: "Write synthetic recordings with exactly known beats.",
    discussion: """
      Each recording holds a pulse wave, a finger camera's red, green and blue, an ECG, an accelerometer at rest and \
      breathing, all from one heartbeat. The same options give the same bytes; recording k does not depend on how many \
      are made. `hreval-hdf5`, `hreval-csv`, `hreval-edf`, `hreval-wfdb`, `hreval-mat`, `hreval-npy` and `hreval-video` are the data sets that read them back: give the folder as their root. \
      Noise and motion come from the scenarios of an experiment.

      Where nothing else is asked for, recordings are at rest and on a ramp of 50 bpm in turn, subjects have light, \
      medium and dark skin in turn and resting rates of 52 to 110 bpm, and one recording in ten has an irregular \
      rhythm. Each option below changes one of these; they can be combined.

      The reference holds every electrical beat of the heart, also those whose pulse is weak: in atrial fibrillation \
      and after premature beats a pulse wave shows fewer beats than there are.

      A folder that holds recordings already is refused, so that no two sets are mixed.

      Examples:
        \(PluginContext.programName) synthesize --output af --rhythm atrialFibrillation --seconds 300
        \(PluginContext.programName) synthesize --output cold --perfusion veryLow --skin-tone dark
        \(PluginContext.programName) synthesize --output exercise --activity restRampRecover --seconds 600
        \(PluginContext.programName) synthesize --output latency --activity step --rhythm sinus
        \(PluginContext.programName) synthesize --output camera --frames 48x36
        \(PluginContext.programName) synthesize --output clips --format video --frames 320x240 --seconds 60
        \(PluginContext.programName) synthesize --output breathing --preset rrsynth
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case hdf5, csv, both, edf, wfdb, mat, npy, video

    /// Name of the format in messages.
    var spoken: String {
      switch self {
      case .both: "HDF5 and CSV"
      case .video: "video"
      default: rawValue.uppercased()
      }
    }

    /// Returns all names that may be written for a recording.
    func names(of id: String) -> [String] {
      switch self {
      case .hdf5: [RecordingWriter.hdf5Name(of: id)]
      case .csv: RecordingWriter.csvNames(of: id)
      case .both: [RecordingWriter.hdf5Name(of: id)] + RecordingWriter.csvNames(of: id)
      case .edf: RecordingWriter.edfNames(of: id)
      case .wfdb: RecordingWriter.wfdbNames(of: id)
      case .mat: [RecordingWriter.matName(of: id)]
      case .npy: RecordingWriter.npyNames(of: id)
      case .video: RecordingWriter.clipNames(of: id)
      }
    }
  }

  @Option(help: "Folder to write to; made if it is not there.", completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp(
      """
      A whole fixed set: rrsynth is the grid of RRest's synthetic data, 189 recordings of 210 s with PPG and ECG at \
      500 Hz and breaths (about 320 MB as HDF5). Heart rates of 30 to 200 bpm at 20 breaths a minute and 4 to 60 \
      breaths at 80 bpm, breathing in the base line (bw), the amplitude (am) or the beats (fm). Only --output, \
      --format and --waveform go with it.
      """, valueName: "name"), completion: .list(["rrsynth"]))
  var preset: String?

  @Option(
    help: ArgumentHelp("How many recordings, each of another subject (default: 6).", valueName: "count"))
  var count: Int?

  @Option(help: ArgumentHelp("Length of each in seconds (default: 120).", valueName: "seconds"))
  var seconds: Double?

  @Option(help: ArgumentHelp("All random numbers follow from it (default: 0).", valueName: "seed"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      """
      hdf5, csv, both of these, edf (samples of 16 bits, beats beside it as CSV), wfdb (samples of 16 bits, beats and \
      breaths as annotations), mat (MATLAB, version 5), npy (NumPy, a file per sensor) or video (the camera alone, as \
      an MP4 through an installed ffmpeg, beats beside it as CSV).
      """))
  var format: Format = .hdf5

  @Option(
    help: ArgumentHelp("Samples per second of the pulse wave and the ECG (default: 125).", valueName: "hertz")
  )
  var ppgRate: Double?

  @Option(help: ArgumentHelp("Frames per second of the camera (default: 30).", valueName: "hertz"))
  var cameraRate: Double?

  @Option(
    help: ArgumentHelp(
      """
      Also write the camera's frames, of 2 to 640 pixels a side and at most 1 GiB a recording before packing, as \
      /camera/frames: brightest near the lamp, darker towards the edges, with noise in every pixel, and on one side a \
      strip that the finger leaves open. HDF5 and video only; of a video 320x240 by default. The channels red, green \
      and blue of HDF5 stay what they are.
      """, valueName: "widthxheight"))
  var frames: String?

  @Option(
    help: "Codec of videos (default: h264).",
    completion: .list(VideoCompression.Codec.allCases.map(\.rawValue)))
  var codec: String?

  @Option(
    help: ArgumentHelp(
      """
      Quality number of the encoder, lower is better: CRF of h264 and h265 (0 to 51) and vp9 (0 to 63), q of mjpeg (2 \
      to 31). Default: 18; of mjpeg 3.
      """, valueName: "number"))
  var quality: Int?

  @Option(help: ArgumentHelp("Frames from one key frame to the next (default: 30).", valueName: "count"))
  var keyFrames: Int?

  @Flag(help: "Round the camera's frame means to whole 8-bit codes.")
  var wholeCodes = false

  @Option(
    help: ArgumentHelp(
      "light, medium or dark (Fitzpatrick I-II, III-IV, V-VI); all: taken in turn (default).",
      valueName: "tone"), completion: .list(SynthesizeCommand.skinTones.map(\.name)))
  var skinTone: String?

  @Option(
    help: ArgumentHelp(
      """
      How strong the pulse is: normal (default), low (a quarter), veryLow (a twentieth), or a factor from 0 to 10. \
      On top of the skin's own; red light of a finger camera pulses by 1.2 % in light skin where it is normal.
      """, valueName: "strength"), completion: .list(["normal", "low", "veryLow"]))
  var perfusion: String?

  @Option(
    help: ArgumentHelp(
      """
      mixed (default), sinus, irregular, atrialFibrillation (irregular without P waves, pulses uneven), bigeminy or \
      trigeminy (every second or third beat premature), ectopic (one beat in ten premature, at random).
      """, valueName: "rhythm"), completion: .list(SynthesizeCommand.rhythms.map(\.name)))
  var rhythm: String?

  @Option(
    help: ArgumentHelp(
      """
      mixed (default), rest, ramp (up by 50 bpm and back), recovery (down by 50 bpm), restRampRecover and intervals \
      (the rate follows a load with a time constant of 34 to 81 s; give them 300 s or more), step (60 bpm, from the \
      middle on 150 bpm: shows how late a detector is).
      """, valueName: "activity"), completion: .list(SynthesizeCommand.activities.map(\.name)))
  var activity: String?

  @Option(
    name: .customLong("protocol"),
    help: ArgumentHelp(
      """
      Heart rate over time instead of an activity: SECONDS:BPM points such as 0:60,60:150, joined by straight lines, \
      constant before the first and after the last.
      """, valueName: "points"))
  var course: String?

  @Option(
    help: ArgumentHelp(
      "Form of the pulse: bells (default; three bell curves, each subject's own) or neurokit (NeuroKit's, one for all).",
      valueName: "form"), completion: .list(SynthesizeCommand.waveforms.map(\.name)))
  var waveform: String?

  @Flag(
    help: "Replace recordings of the very names that are written, where no others would be left beside them.")
  var force = false

  mutating func validate() throws {
    let problems = read().problems
    guard problems.isEmpty else { throw ValidationError(problems.joined(separator: "\n")) }
  }

  func run() throws {
    let series = read().series
    try write(series)
    let size = frames.map { ", with frames of \($0) pixels" } ?? ""
    Terminal.err(
      "\(series.count) recordings of \(shortest(series.seconds)) s as \(format.spoken)\(size) in \(output)")
  }

  /// Writes the recordings of a command line without its `--output`.
  static func write(_ options: [String], to folder: String) throws(Diagnostics) {
    guard let command = try? parse(["--output", folder] + options) else {
      throw Diagnostics("the options are not those of synthesize: \(options.joined(separator: " "))")
    }
    try command.write(command.read().series)
  }

  private func write(_ series: any RecordingSeries) throws(Diagnostics) {
    let folder = SynthesisFolder(output, names: (0..<series.count).map(series.id).flatMap(format.names(of:)))
    try folder.claim(force: force)
    try TextFile.makeDirectory(output)
    for index in 0..<series.count {
      let recording = series.recording(index)
      var written: [String] = []
      switch format {
      case .hdf5: written = [try writeHDF5(recording, series.frames(index))]
      case .csv: written = try RecordingWriter.writeCSV(recording, toDirectory: output)
      case .both:
        written = [try writeHDF5(recording, series.frames(index))]
        written += try RecordingWriter.writeCSV(recording, toDirectory: output)
      case .edf: written = try RecordingWriter.writeEDF(recording, toDirectory: output)
      case .wfdb: written = try RecordingWriter.writeWFDB(recording, toDirectory: output)
      case .mat: written = [try RecordingWriter.writeMAT(recording, toDirectory: output)]
      case .npy: written = try RecordingWriter.writeNPY(recording, toDirectory: output)
      case .video: written = try writeVideo(recording, series.frames(index))
      }
      // Files of an earlier recording of that name for a sensor that this one does not have.
      for name in format.names(of: recording.id) where !written.contains(name) {
        TextFile.remove("\(output)/\(name)")
      }
    }
  }

  /// - Returns: the file's name.
  private func writeHDF5(_ recording: Recording, _ frames: FingerFrames?) throws(Diagnostics) -> String {
    let name = RecordingWriter.hdf5Name(of: recording.id)
    try RecordingWriter.writeHDF5(recording, frames: frames.map(Self.stack), to: "\(output)/\(name)")
    return name
  }

  /// - Returns: the files' names.
  private func writeVideo(_ recording: Recording, _ frames: FingerFrames?) throws(Diagnostics) -> [String] {
    guard let frames, let compression = compression.value else { return [] }
    return try RecordingWriter.writeVideo(recording, Self.stack(frames), as: compression, toDirectory: output)
  }

  private static func stack(_ frames: FingerFrames) -> FrameStack {
    FrameStack(
      count: frames.count, height: frames.size.height, width: frames.size.width,
      sampleRate: frames.sampleRate, pixels: frames.pixels)
  }

  /// Compression of videos, or the problem of its options.
  private var compression: (value: VideoCompression?, problem: String?) {
    let names = VideoCompression.Codec.allCases.map(\.rawValue)
    guard let kind = VideoCompression.Codec(rawValue: codec ?? "h264") else {
      return (nil, "--codec takes \(names.joined(separator: ", ")), not \"\(codec ?? "")\".")
    }
    let number = quality ?? (kind == .mjpeg ? 3 : 18)
    guard kind.qualities.contains(number) else {
      let range = kind.qualities
      return (
        nil,
        "--quality of \(kind.rawValue) goes from \(range.lowerBound) to \(range.upperBound), and is not \(number)."
      )
    }
    let interval = keyFrames ?? 30
    guard (1...1000).contains(interval) else {
      return (nil, "--key-frames takes 1 to 1000, not \(interval).")
    }
    return (VideoCompression(codec: kind, quality: number, keyFrameInterval: interval), nil)
  }
}

/// Reading of the options of `hreval synthesize`, which are `nil` where they are not given.
extension SynthesizeCommand {
  /// A word of an option and its value; `nil` is the plan's default.
  typealias Choice<Value> = (name: String, value: Value?)

  static let presets: [Choice<Bool>] = [("rrsynth", true)]
  static let skinTones: [Choice<SkinTone>] = [
    ("light", .light), ("medium", .medium), ("dark", .dark), ("all", nil),
  ]
  static let rhythms: [Choice<Rhythm>] = [("mixed", nil)] + Rhythm.allCases.map { ($0.rawValue, $0) }
  static let activities: [Choice<Activity>] = [("mixed", nil)] + Activity.allCases.map { ($0.rawValue, $0) }
  static let waveforms: [Choice<Waveform>] = Waveform.allCases.map { ($0.rawValue, $0) }

  /// Returns the recordings to write, and all problems of the options, each a sentence.
  func read() -> (series: any RecordingSeries, problems: [String]) {
    var problems: [String] = []
    func choice<Value>(_ option: String, _ text: String?, of choices: [Choice<Value>]) -> Value? {
      guard let text else { return nil }
      if let chosen = choices.first(where: { $0.name == text }) { return chosen.value }
      let names = choices.map(\.name)
      let close = suggestion(for: text, among: names).map { "; did you mean \"\($0)\"?" } ?? "."
      problems.append("\(option) takes \(names.joined(separator: ", ")), not \"\(text)\"\(close)")
      return nil
    }

    let isGrid = choice("--preset", preset, of: Self.presets) ?? false
    var plan = SynthesisPlan()
    plan.count = count ?? 6
    plan.seconds = seconds ?? 120
    plan.seed = seed ?? 0
    plan.opticalRate = ppgRate ?? 125
    plan.electrocardiogramRate = plan.opticalRate
    plan.cameraRate = cameraRate ?? 30
    plan.cameraCodes = wholeCodes ? .whole : .fractional
    plan.skinTone = choice("--skin-tone", skinTone, of: Self.skinTones)
    if let perfusion {
      plan.perfusion = Perfusion(perfusion)
      if plan.perfusion == nil {
        problems.append(
          "--perfusion takes normal, low, veryLow or a factor from 0 to 10, not \"\(perfusion)\".")
      }
    }
    plan.rhythm = choice("--rhythm", rhythm, of: Self.rhythms)
    if let only = choice("--activity", activity, of: Self.activities) { plan.activities = [only] }
    if let course {
      let reading = RateProtocol.read(course)
      plan.rateProtocol = reading.course
      problems += reading.problems.map { "--protocol: \($0)." }
      if activity != nil {
        problems.append("--protocol and --activity both say how the heart rate goes; give one of them.")
      }
    }
    plan.waveform = choice("--waveform", waveform, of: Self.waveforms) ?? .bells
    if let frames {
      plan.frameSize = FrameSize(frames)
      if plan.frameSize == nil {
        problems.append("--frames takes WIDTHxHEIGHT in pixels, such as 48x36, not \"\(frames)\".")
      }
      if ![.hdf5, .video].contains(format) {
        problems.append(
          "--frames goes with --format hdf5 or video: the other formats have no place for frames.")
      }
    } else if format == .video {
      plan.frameSize = FrameSize("320x240")
    }
    if format == .video {
      if let problem = compression.problem { problems.append(problem) }
      if isGrid { problems.append("--preset rrsynth has no camera; leave out --format video.") }
    } else if codec != nil || quality != nil || keyFrames != nil {
      problems.append("--codec, --quality and --key-frames go with --format video.")
    }
    problems += plan.problems.compactMap(Self.asOption)
    if isGrid, !besidesGrid.isEmpty {
      problems.append("--preset rrsynth is a fixed set; leave out \(besidesGrid.joined(separator: ", ")).")
    }
    let series: any RecordingSeries
    if isGrid { series = RespirationGrid(waveform: plan.waveform) } else { series = plan }
    return (series, problems)
  }

  /// Given options that the grid cannot use.
  private var besidesGrid: [String] {
    let given = [
      ("--count", count != nil), ("--seconds", seconds != nil), ("--seed", seed != nil),
      ("--ppg-rate", ppgRate != nil), ("--camera-rate", cameraRate != nil), ("--whole-codes", wholeCodes),
      ("--skin-tone", skinTone != nil), ("--perfusion", perfusion != nil), ("--rhythm", rhythm != nil),
      ("--activity", activity != nil), ("--protocol", course != nil), ("--frames", frames != nil),
    ]
    return given.filter(\.1).map(\.0)
  }

  /// Returns a problem of the plan in terms of the option for its value.
  ///
  /// - Returns: `nil` for the rate of the ECG, which is that of the pulse wave and would be reported twice.
  private static func asOption(_ problem: String) -> String? {
    guard !problem.hasPrefix("electrocardiogramRate") else { return nil }
    let options = [
      ("opticalRate", "--ppg-rate"), ("cameraRate", "--camera-rate"), ("count", "--count"),
      ("seconds", "--seconds"), ("frameSize", "--frames"),
    ]
    for (value, option) in options where problem.hasPrefix(value) {
      return option + problem.dropFirst(value.count) + "."
    }
    return problem + "."
  }
}
