internal import HRSignals

extension SynthesisPlan {
  /// Samples of one recording, 2 GB of them: a whole recording is in memory while it is written.
  static let mostSamples = 1 << 28

  /// Bytes of the pixels of one recording. They are never in memory at once; this is for the disk.
  static let mostFrameBytes = 1 << 30

  /// Errors of the plan, in words; empty if there are none. ``recording(_:)`` requires a plan without problems.
  package var problems: [String] {
    var found: [String] = []
    func need(_ holds: Bool, _ problem: String) {
      if !holds { found.append(problem) }
    }
    need((1...100_000).contains(count), "count must lie in 1...100000")
    need((1...86_400).contains(seconds), "seconds must lie in 1...86400")
    need((1...1000).contains(recordingsPerSubject), "recordingsPerSubject must lie in 1...1000")
    need(
      RateProtocol.allowedBPM.contains(restingRateBPM.lowerBound)
        && RateProtocol.allowedBPM.contains(restingRateBPM.upperBound), "restingRateBPM must lie in 30...220")
    need(!activities.isEmpty || rateProtocol != nil, "activities must not be empty")
    need((0...1).contains(irregularShare), "irregularShare must lie in 0...1")
    if let perfusion {
      need(Perfusion.allowedFactors.contains(perfusion.factor), "perfusion must lie in 0...10")
    }
    let rates: [(name: String, rate: Double)] = [
      ("opticalRate", opticalRate), ("cameraRate", cameraRate),
      ("electrocardiogramRate", electrocardiogramRate),
      ("accelerometerRate", accelerometerRate), ("respirationRate", respirationRate),
    ]
    for (name, rate) in rates {
      need((1...4000).contains(rate), "\(name) must lie in 1...4000 Hz")
    }
    let highestRate = rates.reduce(0) { max($0, $1.rate) }
    need(
      !(seconds * highestRate * Double(channels.count) > Double(Self.mostSamples)),
      "seconds × the highest sample rate × \(channels.count) channels must not exceed \(Self.mostSamples)")
    need(!channels.isEmpty, "channels must not be empty")
    if let frameSize {
      let (width, height) = (frameSize.width, frameSize.height)
      if FrameSize.allowed.contains(width), FrameSize.allowed.contains(height) {
        let bytes = (seconds * cameraRate).rounded(.up) * Double(frameSize.pixels * FrameSize.colours)
        need(
          !(bytes > Double(Self.mostFrameBytes)),
          "frameSize: the frames of one recording would take \(Int(saturating: bytes)) bytes; at most \(Self.mostFrameBytes) are made"
        )
      } else {
        found.append("frameSize must have sides of 2 to 640 pixels, not \(width) and \(height)")
      }
    }
    for kind in channels where !Self.makeable.contains(kind) {
      found.append("channel \(kind.rawValue) cannot be synthesized")
    }
    return found
  }
}
