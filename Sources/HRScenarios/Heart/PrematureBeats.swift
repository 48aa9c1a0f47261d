internal import HRPlugins

/// Time of the beat after a premature one.
enum PrematurePause: String, CaseIterable, Sendable {
  /// The next beat comes where it would have come without the premature one.
  case compensatory
  /// The next beat follows after a normal interval, so all later beats come earlier and the recording gets shorter.
  case none
}

/// Common parameters of scenarios with premature beats.
protocol PrematureBeatParameters: ParameterSet {
  var premature: PrematureBeats { get set }
}

extension PrematureBeatParameters {
  static var prematureBeatRows: [Parameter<Self>] {
    [
      Parameter(
        "couplingShare", \.premature.couplingShare, in: 0.5...0.9,
        "Interval before a premature beat over the recorded one; lower is earlier."),
      Parameter(
        "pause", \.premature.pause,
        "Whether the next beat waits until it would have come anyway, or follows at once."),
      Parameter(
        "pulseShare", \.premature.pulseShare, in: 0...1,
        "Height of a premature beat's pulse over that recorded."),
    ]
  }
}

/// Beats that come too early and eject less, and what the next beat does.
///
/// The interval before a premature beat is `couplingShare` times the recorded one, but not below
/// ``BeatIntervals/shortestSeconds``. Its pulse is `pulseShare` times as high as recorded; that of the next beat
/// ``potentiatedShare`` times. In 13 healthy hearts the amplitude of finger blood pressure rose by 9.8 ± 5.4 % in
/// the beat after a premature one: A. Voss et al., J. Physiol. 538:271, 2002.
struct PrematureBeats: Equatable, Sendable {
  static let source =
    "hreval; coupling after K.-M. Park et al., Korean Circ. J. 45:294, 2015; stronger next beat after A. Voss et al., J. Physiol. 538:271, 2002"
  static let potentiatedShare = 1.1

  var couplingShare = 0.7
  var pause = PrematurePause.compensatory
  var pulseShare = 0.5

  /// Returns true if a beat can be premature: there is a beat before it and two after it, and no gap of the reference
  /// beside it.
  ///
  /// The last pulse may still be under way when a channel ends; were the beat before it moved, the channel would
  /// end elsewhere.
  static func canBePremature(_ index: Int, in beats: [Double]) -> Bool {
    index + 2 < beats.count && BeatIntervals.isInterval(beats, to: index)
      && BeatIntervals.isInterval(beats, to: index + 1)
  }

  /// - Parameter isPremature: one for each beat; never two in a row.
  func moved(_ beats: [Double], where isPremature: [Bool]) -> MovedBeats {
    var moved = MovedBeats(times: beats)
    // Time by which the beats are earlier than recorded so far.
    var ahead = 0.0
    for index in beats.indices {
      moved.times[index] = beats[index] - ahead
      guard isPremature[index] else { continue }
      let recorded = beats[index] - beats[index - 1]
      let coupling = BeatIntervals.limited(couplingShare * recorded, recorded: recorded)
      moved.times[index] = moved.times[index - 1] + coupling
      moved.pulseShares[index] = pulseShare
      moved.pulseShares[index + 1] = Self.potentiatedShare
      if pause == .none { ahead += recorded - coupling }
    }
    return moved
  }
}
