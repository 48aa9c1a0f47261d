internal import HRReporting
internal import HRRunning
internal import HRSupport
internal import HRScenarios
internal import HRSignals

/// A recording before and after a scenario, as text and as a picture.
struct ScenarioView {
  private let clean: Recording
  private let damaged: ScenarioPlan.Damaged
  private let plan: ScenarioPlan
  private let shown: TimeRange

  /// - Parameters:
  ///   - clean: the recording as it is.
  ///   - damaged: the recording after the scenario.
  ///   - plan: the scenario.
  ///   - start: start of the picture; `nil`: that of the ten seconds in which damage begins.
  ///   - seconds: length of the picture; `nil`: ten.
  init(
    _ clean: Recording, _ damaged: ScenarioPlan.Damaged, by plan: ScenarioPlan, at start: Double?,
    seconds: Double? = nil
  ) {
    self.clean = clean
    self.damaged = damaged
    self.plan = plan
    shown = RecordingPicture.shown(
      from: start ?? Self.onset(clean.channels, damaged.channels), seconds: seconds)
  }

  /// The channels that the scenario changed or added.
  private var changed: [ChannelKind] {
    damaged.channels.kinds.filter { damaged.channels[$0] != clean.channels[$0] }
  }

  // MARK: Text

  var text: String {
    var lines = ["  scenario   \(plan.label): \(RunPlan.StageNote.texts(of: plan))"]
    if changed.isEmpty { lines.append("             changes no channel of this recording") }
    for kind in changed {
      guard let after = damaged.channels[kind] else { continue }
      let name = (kind.rawValue + " ").padded(to: 11, .leading)
      if let before = clean.channels[kind] {
        let measure = SeverityMeasure(kind, clean: before, damaged: after)
        lines += ["  \(name)\(measured(measure, of: kind))", "    before   " + before.sparkline(over: shown)]
      } else {
        lines.append("  \(name)added by the scenario")
      }
      lines.append("    after    " + after.sparkline(over: shown))
    }
    if plan.movesBeats { lines.append("  reference  " + movedText) }
    return lines.map(\.printable).joined(separator: "\n")
  }

  /// `SNR 5 dB, 100 % of samples changed`
  private func measured(_ measure: SeverityMeasure, of kind: ChannelKind) -> String {
    var parts: [String] = []
    func percent(_ share: Double?, _ what: String) {
      guard let share, abs(share) >= 5e-5 else { return }
      parts.append("\(shortest(100 * share, decimals: 2)) % of samples \(what)")
    }
    if kind.isOptical, !plan.movesBeats, let snr = measure.snrDecibels {
      parts.append("SNR \(shortest(snr, decimals: 2)) dB")
    }
    percent(measure.changedShare, "changed")
    percent(measure.clippedShare, "clipped")
    percent(measure.lostShare.flatMap { $0 > 0 ? $0 : nil }, "fewer")
    percent(measure.lostShare.flatMap { $0 < 0 ? -$0 : nil }, "more")
    if let before = measure.intervalsBefore, let after = measure.intervalsAfter, before != after {
      parts.append(
        "every \(shortest(after.medianMilliseconds, decimals: 2)) ms (SD \(shortest(after.deviationMilliseconds, decimals: 2)))"
          + " instead of \(shortest(before.medianMilliseconds, decimals: 2)) ms (SD \(shortest(before.deviationMilliseconds, decimals: 2)))"
      )
    }
    if let shift = measure.startShiftSeconds, abs(shift) > 1e-9 {
      parts.append("starts \(shortest(abs(shift), decimals: 3)) s \(shift > 0 ? "later" : "earlier")")
    }
    if let ratio = measure.durationRatio, abs(ratio - 1) > 1e-6 {
      parts.append("lasts \(shortest(100 * ratio, decimals: 3)) % as long")
    }
    return parts.isEmpty ? "changed" : parts.joined(separator: ", ")
  }

  private var movedText: String {
    guard let before = InstantaneousHeartRate(clean.reference),
      let after = InstantaneousHeartRate(damaged.reference)
    else { return "no beats" }
    let middle = (shown.start + shown.end) / 2
    return
      "beats move with the channels: at \(shortest(middle, decimals: 2)) s \(shortest(after.bpm(at: middle), decimals: 1)) bpm instead of \(shortest(before.bpm(at: middle), decimals: 1))"
  }

  // MARK: Picture

  /// Picture of every changed channel before and after.
  var picture: RecordingPicture {
    picture(of: changed, title: "\(clean.id): \(plan.label)", size: .page)
  }

  func picture(of kinds: [ChannelKind], title: String, size: RecordingPicture.Size) -> RecordingPicture {
    let before = clean.reference.markedMoments
    let after = damaged.reference.markedMoments
    var rows: [RecordingPicture.Row] = []
    for kind in kinds {
      if let channel = clean.channels[kind] {
        rows.append(.init(label: kind.rawValue, channel: channel, style: .before, beats: before))
      }
      if let channel = damaged.channels[kind] {
        rows.append(.init(label: "damaged", channel: channel, style: .after, beats: after))
      }
    }
    return RecordingPicture(
      title: title,
      note: "grey: as recorded; orange: damaged; upright lines: "
        + (plan.movesBeats ? "the reference's beats, which move along" : "the reference's beats"),
      shown: shown, rows: rows, size: size)
  }

  /// Returns the start of the stretch in which the damage differs most from second to second; the middle where it
  /// never does.
  ///
  /// Damage of a second is the sum of the differences of its samples, over each channel's own range, of the channels
  /// that keep their number of samples. Of several equal stretches it is the one nearest to the middle.
  private static func onset(_ clean: Channels, _ damaged: Channels) -> Double {
    guard let range = clean.timeRange else { return 0 }
    let middle = RecordingPicture.middle(of: range)
    let count = Int(saturating: range.duration)
    let length = Int(saturating: RecordingPicture.seconds)
    guard count > length else { return range.start }
    var damage = [Double](repeating: 0, count: count)
    for kind in clean.kinds {
      guard let before = clean[kind], let after = damaged[kind], before.count == after.count else { continue }
      let (old, new) = (before.values, after.values)
      let finite = old.filter(\.isFinite)
      guard let low = finite.min(), let high = finite.max(), high > low else { continue }
      for index in old.indices {
        let change = abs(new[index] - old[index])
        guard change > 0, change.isFinite else { continue }
        let second = Int(saturating: before.time(at: index) - range.start)
        if damage.indices.contains(second) { damage[second] += change / (high - low) }
      }
    }
    var best = (start: middle, contrast: 0.0)
    for first in 0...(count - length) {
      let stretch = damage[first..<(first + length)]
      let contrast = (stretch.max() ?? 0) - (stretch.min() ?? 0)
      let start = range.start + Double(first)
      let isNearer = abs(start - middle) < abs(best.start - middle)
      if contrast > 1.05 * best.contrast || contrast > 0.95 * best.contrast && isNearer && contrast > 0 {
        best = (start, max(contrast, best.contrast))
      }
    }
    return best.start
  }
}
