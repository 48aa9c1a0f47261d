internal import HRNumerics
internal import HRSignals

/// The reference's rate in windows of ``PulseReadings/windowSeconds``, one for each second of its span; read once.
struct RateCourse {
  private let start: Double
  /// `nil` where the reference says nothing.
  private let rates: [Double?]

  /// - Parameters:
  ///   - reference: what is true.
  ///   - range: within which windows may lie; longer courses are read at fewer moments, see ``step``.
  ///   - notJudged: stretches on which nobody is to be judged.
  init(_ reference: Reference, in range: TimeRange, notJudged: [TimeRange]) {
    let reader = ReferenceReader(reference, notJudged: notJudged)
    start = range.start
    let room = max(0, range.duration - PulseReadings.windowSeconds)
    step = max(1, (room / 3600).rounded(.up))
    let from = range.start
    let wide = step
    rates = (0...Int(saturating: room / wide)).map { index in
      let begin = from + wide * Double(index)
      let window = TimeRange(start: begin, end: begin + PulseReadings.windowSeconds)
      return (try? reader.rate(in: window).get()).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }
  }

  /// Seconds between two of its moments.
  let step: Double

  /// The rate of the window that begins then, by straight lines between moments; `nil` where one of them has none.
  func bpm(at begin: Double) -> Double? {
    let place = (begin - start) / step
    guard place > -0.01, place < Double(rates.count) - 0.99 else { return nil }
    let low = Int(saturating: max(0, place).rounded(.down))
    guard let first = rates[low] else { return nil }
    let share = max(0, place) - Double(low)
    guard share > 1e-6, low + 1 < rates.count else { return first }
    guard let second = rates[low + 1] else { return nil }
    return first + share * (second - first)
  }

  /// How far the rate moves from 10 s before the window to 10 s after it; `nil` where that is not known.
  func change(at begin: Double) -> Double? {
    guard let before = bpm(at: begin - 10), let after = bpm(at: begin + 10) else { return nil }
    return abs(after - before)
  }

  var all: [Double] { rates.compactMap(\.self) }
}
