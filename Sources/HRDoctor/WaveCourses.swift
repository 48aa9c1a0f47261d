internal import HRNumerics
internal import HRSignals
internal import RealModule

/// Courses of pulse waves by which a copy is recognised that has no equal value: one at another clock, sample rate, gain
/// or offset, also upside down or in reverse order.
///
/// The smoothed wave turns from rising to falling and back. Of six swings in a row, the ratios of their heights and of
/// their durations, each in steps of a logarithm, are one course: no gain, offset or clock changes a ratio.
enum WaveCourses {
  /// Seconds to either side over which the wave is averaged, twice. Half of the gain is left at about 2 Hz and a sixth at
  /// 3 Hz: of a pulse of 180 a minute enough, of a dicrotic notch little.
  private static let reachSeconds = 1.0 / 12
  /// Number of ratios in a course.
  private static let length = 5
  /// Steps of the natural logarithms of ratios of heights and of durations.
  private static let (heightStep, durationStep) = (0.1, 0.2)
  /// Maximum number of landmarks of one recording.
  private static let most = 300

  /// Largest distance in seconds between places of one course, in several channels, that are one landmark.
  private static let samePlaceSeconds = 0.15

  /// Returns the landmarks of all channels: courses that are at one place only, the smallest ones if there are too many,
  /// ascending.
  static func landmarks(of channels: [ChannelAnalysis]) -> [WaveLandmark] {
    let all = channels.flatMap(landmarks).sorted { ($0.course, $0.seconds) < ($1.course, $1.seconds) }
    var chosen: [WaveLandmark] = []
    var start = 0
    while start < all.count, chosen.count < most {
      var end = start + 1
      while end < all.count, all[end].course == all[start].course { end += 1 }
      if all[end - 1].seconds - all[start].seconds <= samePlaceSeconds { chosen.append(all[start]) }
      start = end
    }
    return chosen
  }

  private static func landmarks(of channel: ChannelAnalysis) -> [WaveLandmark] {
    guard let wave = channel.readings?.wave ?? channel.signal.map(PulseReadings.thinned),
      wave.sampleRate * reachSeconds >= 0.5
    else { return [] }
    // Two averages, each over an odd number of samples so that the reverse order changes nothing.
    let width = 2 * Int(saturating: (wave.sampleRate * reachSeconds).rounded()) + 1
    let turns = turns(of: movingAverage(movingAverage(wave.samples, window: width), window: width))
    guard turns.count >= length + 2 else { return [] }
    // Each ratio as a number for the order in time, and as one for the reverse order, in which it is inverted.
    var (codes, inverted): ([UInt64], [UInt64]) = ([], [])
    for place in 2..<turns.count {
      let (first, middle, last) = (turns[place - 2], turns[place - 1], turns[place])
      let height = abs((last.height - middle.height) / (middle.height - first.height))
      let duration = (last.place - middle.place) / (middle.place - first.place)
      let steps =
        1000 * (Double.log(height) / heightStep).rounded() + (Double.log(duration) / durationStep).rounded()
      let number = UInt64(bitPattern: Int64(clamping: Int(saturating: steps)))
      codes.append(StretchMarks.mixed(number &+ 1))
      inverted.append(StretchMarks.mixed(0 &- number &+ 1))
    }
    return (0...(codes.count - length)).compactMap { start in
      var (forward, reversed): (UInt64, UInt64) = (0, 0)
      var isEven = true
      for place in 0..<length {
        forward = forward &* StretchMarks.factor &+ codes[start + place]
        reversed = reversed &* StretchMarks.factor &+ inverted[start + length - 1 - place]
        isEven = isEven && codes[start + place] == codes[start]
      }
      guard !isEven else { return nil }
      let middle = 0.5 * (turns[start].place + turns[start + length + 1].place)
      return WaveLandmark(
        course: StretchMarks.mixed(min(forward, reversed)),
        seconds: wave.startTime + middle / wave.sampleRate)
    }
  }

  /// Returns where the wave turns, as sample numbers with fractions, and its height there, by a parabola.
  private static func turns(of wave: [Double]) -> [(place: Double, height: Double)] {
    var turns: [(place: Double, height: Double)] = []
    guard wave.count > 2 else { return [] }
    for index in 1..<(wave.count - 1) {
      let (before, here, after) = (wave[index - 1], wave[index], wave[index + 1])
      guard (here - before) * (after - here) < 0, let apex = parabolicApex(before, here, after) else {
        continue
      }
      turns.append((Double(index) + apex.offset, apex.height))
    }
    return turns
  }
}

extension ChannelEnds {
  /// Seconds at each end over which predictions are made.
  private static let seconds = 10.0
  /// Samples per second above which not every sample is used.
  private static let mostPerSecond = 60.0

  /// - Parameter zeroSeconds: time of the recording's 0 s on the clock of its files.
  /// - Returns: `nil` for a channel that is too short, or has an end without changes.
  init?(_ channel: ChannelAnalysis, zeroSeconds: Double) {
    guard let signal = channel.signal else { return nil }
    let step = max(1, Int(saturating: signal.sampleRate / Self.mostPerSecond))
    let count = Int(saturating: Self.seconds * signal.sampleRate) / step
    // Where another recording goes on, its first sample in use is one step after the last one here.
    let heads = stride(from: step - 1, to: signal.count, by: step).prefix(count).map { signal.samples[$0] }
    let tails = stride(from: signal.count - 1, through: 0, by: -step).prefix(count).reversed().map {
      signal.samples[$0]
    }
    guard let first = LinearPrediction(heads), let last = LinearPrediction(tails) else { return nil }
    self.init(
      kind: channel.kind, sampleRate: signal.sampleRate,
      range: TimeRange(start: zeroSeconds + signal.startTime, end: zeroSeconds + signal.endTime),
      first: End(edge: Array(heads.prefix(LinearPrediction.order)), prediction: first),
      last: End(edge: Array(tails.suffix(LinearPrediction.order)), prediction: last))
  }
}
