internal import HRNumerics
internal import RealModule

/// The form of a pulse.
package enum Waveform: String, CaseIterable, Sendable {
  /// Three bell curves, different from subject to subject.
  case bells
  /// Four points joined by a smooth curve, as in NeuroKit's `ppg_simulate`, the same for all.
  case neurokit
}

/// Centres, widths and heights of the three bell curves of a pulse, for an interval of 1 s; all times scale with √RR.
struct PulseShape: Equatable, Sendable {
  struct Bump: Equatable, Sendable {
    /// Seconds after the foot.
    let centre: Double
    let width: Double
    let height: Double
  }

  /// Seconds from the foot to the systolic peak, for an interval of 1 s.
  static let riseSeconds = 0.16

  let bumps: [Bump]
}

extension PulseShape {
  init(_ traits: inout RandomStream) {
    let notch = traits.uniform(in: 0.36...0.43)
    bumps = [
      Bump(centre: Self.riseSeconds, width: 0.058, height: 1),
      Bump(centre: notch, width: traits.uniform(in: 0.055...0.08), height: traits.uniform(in: 0.12...0.4)),
      Bump(centre: notch + 0.17, width: 0.11, height: traits.uniform(in: 0.05...0.18)),
    ]
  }

  /// The middle of the subjects' shapes.
  static let typical = PulseShape(bumps: [
    Bump(centre: riseSeconds, width: 0.058, height: 1), Bump(centre: 0.395, width: 0.0675, height: 0.26),
    Bump(centre: 0.565, width: 0.11, height: 0.115),
  ])
}

/// A pulse wave of one pulse per beat on a line of 0, each about as high as its entry in `heights`.
///
/// Bells: each beat adds three bell curves (systolic wave, reflected wave, run-off) whose widths and distances follow
/// √RR. The systolic curve peaks `transitSeconds + 0.16 s · √(RR / 1 s)` after the R peak, RR being the interval that
/// the beat begins. Sums of bell curves: Q. Tang et al., Scientific Reports 10:13883, 2020 (two curves there, a third
/// for the run-off here).
///
/// NeuroKit: foot at `transitSeconds` after the R peak, systolic peak 0.175 RR after the foot, notch at 0.4 RR with
/// 0.49 of the peak's height, diastolic peak at 0.45 RR with 0.51 of it, joined by an ``AkimaCurve``. These are the
/// mean landmarks of `ppg_simulate` (D. Makowski et al., Behavior Research Methods 53:1689, 2021), which scatters them
/// and gives the peak a height of 1.5; here it is 1, so that perfusion means the same for both forms.
struct PulseTrain {
  let beats: Beats
  let heights: [Double]
  let transitSeconds: Double
  let waveform: Waveform
  let shape: PulseShape

  func samples(sampleRate: Double, count: Int) -> [Double] {
    switch waveform {
    case .bells: bells(sampleRate, count)
    case .neurokit:
      landmarks.map { $0.samples(sampleRate: sampleRate, count: count) } ?? Array(repeating: 0, count: count)
    }
  }

  private func bells(_ sampleRate: Double, _ count: Int) -> [Double] {
    var sum = GaussianSum(sampleRate: sampleRate, count: count)
    for (index, beat) in beats.beats.enumerated() {
      let stretch = beats.stretches[index]
      for bump in shape.bumps {
        sum.add(
          centre: beat.time + transitSeconds + bump.centre * stretch, width: bump.width * stretch,
          height: bump.height * heights[index])
      }
    }
    return sum.samples
  }

  private var landmarks: AkimaCurve? {
    var (x, y): ([Double], [Double]) = ([], [])
    var end = 0.0
    for (index, beat) in beats.beats.enumerated() {
      let (foot, interval) = (beat.time + transitSeconds, beats.intervals[index])
      for (share, height) in [(0, 0), (0.175, 1), (0.4, 0.49), (0.45, 0.51)] {
        x.append(foot + share * interval)
        y.append(height * heights[index])
      }
      end = foot + interval
    }
    return AkimaCurve(x: x + [end], y: y + [0])
  }
}

/// Adds bell curves to evenly spaced samples that start at time 0.
///
/// Each curve is evaluated only within five standard deviations of its centre; beyond, it is below 4·10⁻⁶ of its
/// height.
struct GaussianSum {
  static let reach = 5.0

  let sampleRate: Double
  private(set) var samples: [Double]

  init(sampleRate: Double, count: Int) {
    self.sampleRate = sampleRate
    samples = Array(repeating: 0, count: count)
  }

  /// - Parameters:
  ///   - centre: seconds.
  ///   - width: standard deviation in seconds; positive.
  mutating func add(centre: Double, width: Double, height: Double) {
    let first = max(0, Int(saturating: ((centre - Self.reach * width) * sampleRate).rounded(.up)))
    let last = min(
      samples.count - 1, Int(saturating: ((centre + Self.reach * width) * sampleRate).rounded(.down)))
    guard first <= last else { return }
    for index in first...last {
      let z = (Double(index) / sampleRate - centre) / width
      samples[index] += height * Double.exp(-0.5 * z * z)
    }
  }
}
