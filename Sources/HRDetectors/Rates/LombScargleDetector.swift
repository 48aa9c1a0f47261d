internal import HRNumerics
internal import HRPlugins
internal import HRSignals

/// The strongest frequency of samples at their own times: the Lomb–Scargle periodogram, without resampling.
///
/// Phones deliver frames at uneven times. Linear interpolation onto an even grid would act as a low-pass and smear the
/// samples between. Here a sine and a constant are fitted by weighted least squares to the samples at their own times,
/// at each frequency (``LombPeriodogram``). The weights are a Hann window over the time of the window (`taper`), so
/// that drift does not leak into the band, and a weighted least-squares line is taken out first. Samples that are not
/// finite are left out; nothing is filled in.
///
/// The power is drawn coarsely (four points per 1 / duration) by a fast transform of unevenly spaced samples
/// (``NonuniformTransform``: n samples and m frequencies cost about n + m·log m rather than n·m sines) and then finely,
/// on the multiples of 0.1 beats per minute, about every coarse maximum that is at most 1.5 dB below the strongest.
/// The best fine point counts, placed by a parabola through the power there and beside it. On the band's first or
/// last point there is no answer.
///
/// Confidence: the share of the weighted variance that the one sine explains; a pulse wave with strong harmonics
/// has about 0.6 where a sine has 1.
///
/// - Note: Reads double when the second harmonic outweighs the pulse, as every spectral peak. Even channels are
///   read as they are, too; then it is a dearer `fft`.
struct LombScargleDetector: BandDetector, WindowDetector {
  enum Taper: String, CaseIterable, Sendable {
    case hann, none
  }

  struct Parameters: BandParameters {
    var lowCutoffHz = 0.7
    var highCutoffHz = 3.5
    var taper = Taper.hann

    static let table = searchEdges([
      Parameter("taper", \.taper, "Weights of the samples over the window.")
    ])
  }

  static let info = PluginInfo(
    "lombScargle", version: 1, "Strongest frequency of samples at their own times, without resampling.",
    source:
      "N. R. Lomb, 1976; J. D. Scargle, 1982; M. Zechmeister and M. Kürster, Astron. Astrophys. 496(2), 2009")

  private static let pointsPerHz = 600.0
  private static let leastPeriods = 2.0
  /// Share of the strongest coarse power from which on a coarse point is refined: 1.5 dB below it.
  private static let contention = 0.708

  let parameters: Parameters

  var timeBase: TimeBase { .asRecorded }

  func estimate(in window: Window) -> Estimate {
    let range = window.range
    guard let channel = window.channels[.ppg],
      range.duration * parameters.bandHz.lowerBound >= Self.leastPeriods
    else {
      return .abstained(.windowTooShort)
    }
    var times: [Double] = []
    var values: [Double] = []
    times.reserveCapacity(channel.count)
    values.reserveCapacity(channel.count)
    for (index, value) in channel.values.enumerated() where value.isFinite {
      times.append(channel.time(at: index) - range.start)
      values.append(value)
    }
    guard let first = times.first, let last = times.last, times.count >= 8,
      (last - first) * parameters.bandHz.lowerBound >= 1,
      Double(times.count) >= 2 * parameters.bandHz.lowerBound * (last - first)
    else { return .abstained(.windowTooShort) }
    guard values.changes,
      let periodogram = LombPeriodogram(
        times: times, values: values, weights: weights(at: times, of: range.duration),
        seconds: range.duration,
        highestHz: parameters.bandHz.upperBound)
    else { return .abstained(.flatSignal) }
    return estimate(from: periodogram)
  }

  private func weights(at times: [Double], of duration: Double) -> [Double] {
    switch parameters.taper {
    case .none: times.map { _ in 1 }
    case .hann: times.map { HannWeight.at($0 / duration) }
    }
  }

  private func estimate(from periodogram: LombPeriodogram) -> Estimate {
    let lowest = Int(saturating: (parameters.bandHz.lowerBound * Self.pointsPerHz).rounded(.up))
    let highest = Int(saturating: (parameters.bandHz.upperBound * Self.pointsPerHz).rounded(.down))
    func power(_ point: Int) -> Double { periodogram.power(atHz: Double(point) / Self.pointsPerHz) }

    let (stepHz, coarse) = periodogram.drawn(upToHz: parameters.bandHz.upperBound)
    let inside =
      max(
        1, Int(saturating: (parameters.bandHz.lowerBound / stepHz).rounded(.up)))...max(
        1, Int(saturating: parameters.bandHz.upperBound / stepHz))
    let most = coarse[inside].max() ?? 0
    guard most > 0 else { return .abstained(.flatSignal) }
    var best: (point: Int, before: Double, here: Double, after: Double)?
    for bin in inside where coarse[bin] >= Self.contention * most {
      let (before, after) = (coarse[bin - 1], bin + 1 < coarse.count ? coarse[bin + 1] : 0)
      let isInner = bin > inside.lowerBound && bin < inside.upperBound
      guard coarse[bin] >= before && coarse[bin] >= after || !isInner else { continue }
      let lean = isInner ? parabolicApex(before, coarse[bin], after)?.offset ?? 0 : 0
      var point = Int(saturating: ((Double(bin) + lean) * stepHz * Self.pointsPerHz).rounded())
      point = min(max(point, lowest), highest)
      var (left, here, right) = (power(point - 1), power(point), power(point + 1))
      while true {
        if right > here, right >= left, point < highest {
          point += 1
          (left, here, right) = (here, right, power(point + 1))
        } else if left > here, point > lowest {
          point -= 1
          (left, here, right) = (power(point - 1), left, here)
        } else {
          break
        }
      }
      if here > best?.here ?? 0 { best = (point, left, here, right) }
    }
    guard let best else { return .abstained(.noPeak) }
    guard best.point > lowest, best.point < highest, best.here > best.before, best.here >= best.after else {
      return .abstained(.bandEdge)
    }
    let offset = parabolicApex(best.before, best.here, best.after)?.offset ?? 0
    return .bpm(60 * (Double(best.point) + offset) / Self.pointsPerHz, confidence: min(best.here, 1))
  }
}

/// The Hann window as a function of the place in it, by a polynomial: sin²(πu), right to 10⁻¹².
enum HannWeight {
  /// - Parameter place: 0…1; outside it is 0.
  static func at(_ place: Double) -> Double {
    guard place > 0, place < 1 else { return 0 }
    let angle = Double.pi * (place - 0.5)
    let x = angle * angle
    // The cosine's series up to the sixteenth power; reciprocals, for a division costs ten products.
    let high = 1 - x * (1.0 / 132) * (1 - x * (1.0 / 182) * (1 - x * (1.0 / 240)))
    let middle = 1 - x * (1.0 / 30) * (1 - x * (1.0 / 56) * (1 - x * (1.0 / 90) * high))
    let cosine = 1 - x * 0.5 * (1 - x * (1.0 / 12) * middle)
    return cosine * cosine
  }
}
