internal import HRSupport

/// Sample times in the form of a descriptor.
extension ProposalBuilder {
  /// Returns the sample times of all channels of a table.
  mutating func timing(
    of file: KnownFile, _ placed: [Placed], _ clocks: [SampleTimes]
  ) -> Members {
    let mine = zip(placed, clocks).filter { $0.0.file.path == file.path }
    guard let (_, times) = mine.first else { return [] }
    if Self.isTree(file) {
      // Each channel states its own times; unknown times are reported once.
      if mine.contains(where: { if case .unknown = $0.1.kind { true } else { false } }) { unknownRate(file) }
      return []
    }
    if case .unknown = times.kind {
      unknownRate(file)
      return [DatasetKey.comment("The sample rate is not known: add \"sampleRate\": samples per second.")]
    }
    let members = timingMembers(times, file)
    if !members.isEmpty { guess("times of \(file.path)", times.why) }
    return members.isEmpty ? [] : members + [DatasetKey.comment("Times: \(times.why).")]
  }

  /// Returns the delay of a companion against the main file, if both state their beginning.
  mutating func start(of companion: Companion) -> Members {
    let delays = companion.pairs.compactMap { pair -> Double? in
      guard let mine = pair.main.outline.table?.beginsAt, let other = pair.other.outline.table?.beginsAt
      else {
        return nil
      }
      return ((other - mine) * 1000).rounded() / 1000
    }
    guard let delay = delays.first, delay != 0 else { return [] }
    guard delays.allSatisfy({ $0 == delay }) else {
      lack(
        "when \(companion.template) begins: by up to \(short(delays.max() ?? 0)) s later, other in every recording",
        "\"startTime\" in its entry of \"files\", in a descriptor of its own for each")
      return []
    }
    guess("\(companion.template) begins at \(short(delay)) s", "the first lines say when each file begins")
    return [TimingKey.startTime(delay)]
  }

  mutating func unknownRate(_ file: KnownFile) {
    lack(
      "how many samples a second \(file.path) has: no column of times, and no rate in the file or its name",
      "\"sampleRate\": HERTZ in its entry of \"files\" in dataset.json; or once more with --rate HERTZ --force",
      isNeeded: true)
  }

  static func isTree(_ file: KnownFile) -> Bool { ["hdf5", "mat"].contains(file.outline.reader) }

  func timingMembers(_ times: SampleTimes, _ file: KnownFile) -> Members {
    switch times.kind {
    case .header, .unknown: return []
    case .rate(let value): return [(TimingKey.sampleRate.name, starred(value, file))]
    case .series(let series, let unit, let rate, let keepsFirst):
      let time = location(series, file) + Self.unit(unit) + (rate == nil ? [] : [TimingKey.uniform(true)])
      return (rate.map { [TimingKey.sampleRate($0)] } ?? []) + [TimingKey.time(time)]
        + (keepsFirst ? [TimingKey.keepsFirst] : [])
    }
  }
}
