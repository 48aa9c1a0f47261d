internal import HRSupport
internal import HRSignals

extension ProposalBuilder {
  private var kinds: [ChannelKind] { channels.map(\.channel.kind) }
  private var isCamera: Bool { [.red, .green, .blue].allSatisfy(kinds.contains) }
  private var hasAxes: Bool {
    [.accelerometerX, .accelerometerY, .accelerometerZ].allSatisfy(kinds.contains)
  }
  private var isElectrocardiogram: Bool { !kinds.contains(.ppg) && !isCamera }

  /// Detectors that read the channels, the most suitable first.
  var detectors: [String] {
    if isElectrocardiogram { return ["ecg.elgendi", "ecg.xqrs", "ecg.hamilton", "ecg.panTompkins"] }
    if showsFinger == false { return ["fft", "welch", "peak"] }
    if isCamera, !kinds.contains(.ppg) { return ["fusion", "hue", "peak", "fft", "welch"] }
    if hasAxes { return ["fusion.wrist", "wfpv", "fusion", "peak", "fft"] }
    return ["fusion", "peak", "fft", "welch"]
  }

  /// Entries of the detectors; those that are to find a pulse in skin at a distance with the extractors for that.
  private var detectorEntries: [JSONText] {
    guard showsFinger == false else { return detectors.map { .string($0) } }
    return ["pos", "chrom", "green"].flatMap { extractor in
      detectors.map { detector in
        .object([
          ("label", .string(detector == "fft" && extractor == "pos" ? "fft" : "\(detector), \(extractor)")),
          ("extractor", .string(extractor)), ("detector", .string(detector)),
        ])
      }
    }
  }

  /// - Returns: `nil` without a reference of the heart rate.
  mutating func experiment(references: [Members]) -> JSONText? {
    // References of breathing are of no use for the heart rate.
    let heart = references.filter { members in
      !members.contains {
        [.breaths, .breathSamples, .respiration].contains(ReferenceKind(rawValue: $0.key))
      }
    }
    guard let reference = heart.first, case .string(let name)? = reference.first?.value else {
      lack(
        "what the readings are judged by: no file holds beats, intervals or rates, and there is no ECG",
        "\"reference\" in dataset.json, when you have one; until then hreval detect reads the recordings")
      return nil
    }
    guard hasPulse || hasECG || !recorded.isEmpty else { return nil }
    var dataset: Members = [("dataset", .string("./dataset.json"))]
    if let root = summary.root { dataset.append(("root", .string(root))) }
    dataset.append(("reference", .string(name)))
    if !recorded.isEmpty { return listsExperiment(dataset) }
    // One rate for a recording is compared with one answer.
    let isOfWhole = readings != nil && readings?.time == nil && name == ReadingTable.name
    var members: Members = [
      ("schemaVersion", .integer(1)), ("name", .string("\(summary.name)-first")),
      (
        "description",
        .string(
          "A first look at \(summary.name): detectors that read its channels, on the recordings as they are"
            + (damage == nil ? "." : " and with one kind of damage."))
      ),
      ("seed", .integer(1)), ("datasets", .array([.object(dataset)])),
    ]
    if isOfWhole {
      members += [("mode", .string("spot")), ("windows", .object([("windowSeconds", .string("recording"))]))]
    } else {
      let (window, hop) = windows(reference)
      members.append(
        ("windows", .object([("windowSeconds", .number(window)), ("hopSeconds", .number(hop))])))
    }
    members += [
      ("scenarios", .array([.string("clean")] + (damage.map { [$0.scenario] } ?? []))),
      ("baseline", .string(isElectrocardiogram ? "ecg.hamilton" : "fft")),
      ("detectors", .array(detectorEntries)),
    ]
    var why = "they read \(kinds.map(\.rawValue).joined(separator: ", "))"
    if let damage { why += "; \(damage.why)" }
    if isElectrocardiogram {
      why += "; no noise is put in, since most scenarios damage light only"
      if name == "ecg" { why += "; ecg.hamilton and ecg.panTompkins are among those that made the reference" }
    }
    guess("detectors \(detectors.joined(separator: ", "))", why)
    members.append(("comment", .string("Detectors and scenarios: \(why).")))
    return .object(members)
  }

  private var damage: (scenario: JSONText, why: String)? {
    if isElectrocardiogram { return nil }
    if hasAxes { return (.string("motionBursts"), "motion is what troubles a wrist most") }
    return (
      .object([
        ("scenario", .string("whiteNoise")), ("parameters", .object([("snrDecibels", .integer(5))])),
      ]), "white noise is the plainest damage to light"
    )
  }

  /// Returns 20 s every 5 s, unless the recording is short or the reference's windows are longer.
  private func windows(_ reference: Members) -> (window: Double, hop: Double) {
    if case .object(let members)? = reference.first(where: { $0.key == ReferenceKind.windowRates.rawValue })?
      .value,
      case .number(let window)? = members.first(where: { $0.key == WindowKey.windowSeconds.name })?.value,
      case .number(let hop)? = members.first(where: { $0.key == WindowKey.hopSeconds.name })?.value,
      window > 20
    {
      return (window, hop)
    }
    if let duration, duration < 30 { return (max(4, (duration / 2).rounded(.down)), 2) }
    return (20, 5)
  }
}
