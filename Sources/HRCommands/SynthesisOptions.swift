internal import HRReporting
internal import HRSupport
internal import HRSynthesis

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
      if format != .hdf5 {
        problems.append("--frames goes with --format hdf5: the other formats have no place for frames.")
      }
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
