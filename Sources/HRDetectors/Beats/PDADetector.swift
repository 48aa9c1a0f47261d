internal import HRPlugins
internal import HRSignals

/// Finds the tops that end a long enough climb (`pda`, E. J. Argüello Prada and R. D. Serna Maldonado, 2018).
///
/// Counts the samples of every unbroken rise. A top after at least θ rising samples is a candidate; at the next sample
/// that does not rise and ends a shorter climb it becomes a beat, unless the wave has meanwhile gone above the sample
/// after the top (then it is dropped), and θ becomes 0.6 × its rising samples. A candidate followed by another one
/// before that is dropped too. θ starts at 6 samples, or as many as fit into 0.048 s if those are fewer.
///
/// Only the number of rising samples counts, never their height: gain and offset do not matter, nor does slow drift.
///
/// - Note: The reading is ppg-beats' `pda_beat_detector`, which marks the sample after the top; the top itself is taken
///   here. Its start of 6 samples is for any rate, so that at 30 Hz, where a rise has hardly more, it may find nothing:
///   therefore the 0.048 s, which change nothing from 125 Hz upward.
/// - Note: Known weak points: noise breaks every rise. Made for a low-passed wave; put a filter before it, and expect
///   little of raw samples at high rates. A climb with a notch in it has two short halves.
struct PDADetector: BeatDetector {
  struct Parameters: ParameterSet {
    var share = 0.6

    static let table: [Parameter<Self>] = [
      Parameter("share", \.share, in: 0.1...1, "Rising samples needed, as a share of the last beat's.")
    ]
  }

  static let info = PluginInfo(
    "pda", version: 1, "Tops after as many rising samples as the last beat had.",
    source: "E. J. Argüello Prada, R. D. Serna Maldonado, J. Med. Eng. Technol. 42(8), 2018; ppg-beats")

  private static let firstSamples = 6.0
  private static let firstSeconds = 0.048

  let parameters: Parameters

  func beats(in wave: Signal) -> [Double] {
    var least = min(Self.firstSamples, max(1, Self.firstSeconds * wave.sampleRate))
    var beats: [Double] = []
    /// The first sample that no longer rises after a long enough climb, and that climb.
    var candidate: (index: Int, rise: Int)?
    var rise = 0
    wave.samples.withUnsafeBufferPointer { x in
      for index in stride(from: 1, to: x.count, by: 1) {
        if x[index] > x[index - 1] {
          rise += 1
          continue
        }
        if Double(rise) >= least {
          candidate = (index, rise)
        } else if let found = candidate {
          if x[index - 1] <= x[found.index] { beats.append(wave.time(at: found.index - 1)) }
          least = parameters.share * Double(found.rise)
          candidate = nil
        }
        rise = 0
      }
    }
    return beats
  }
}
