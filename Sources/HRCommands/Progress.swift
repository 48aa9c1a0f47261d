internal import HRRunning
internal import Synchronization

/// The progress of a run: on a terminal a bar that is redrawn in place; elsewhere, and on a terminal that knows no escape
/// sequences, a line every ten seconds; nothing with `quiet`.
final class ProgressDisplay: Sendable {
  private enum Style {
    case bar, lines, none
  }

  private struct State {
    var lastShown = 0.0
    var isDrawn = false
  }

  private let style: Style
  private let state = Mutex(State())

  init(quiet: Bool) {
    style = quiet ? .none : Terminal.canRedraw ? .bar : .lines
  }

  func show(_ progress: RunSession.Progress) {
    guard isDue(at: progress.seconds, isLast: progress.finishedUnits == progress.totalUnits) else { return }
    if style == .bar { Terminal.redraw(Self.bar(progress)) } else { Terminal.err(Self.line(progress)) }
  }

  /// Shows the progress of shards that a scheduler has.
  func show(_ progress: SlurmFollow.Progress) {
    guard isDue(at: progress.seconds, isLast: progress.complete == progress.total) else { return }
    let line = Self.line(progress)
    if style == .bar {
      Terminal.redraw("\(Self.bar(progress.complete, of: progress.total)) \(line)")
    } else {
      Terminal.err(line)
    }
  }

  private func isDue(at seconds: Double, isLast: Bool) -> Bool {
    state.withLock { state in
      let passed = seconds - state.lastShown
      let isDue =
        switch style {
        case .bar: passed > 0.1 || isLast
        case .lines: passed >= 10
        case .none: false
        }
      if isDue { state = State(lastShown: seconds, isDrawn: style == .bar) }
      return isDue
    }
  }

  /// Shows how much is done of anything else; only on a terminal.
  func show(_ done: Int, of total: Int, _ what: String) {
    guard style == .bar else { return }
    state.withLock { $0.isDrawn = true }
    Terminal.redraw(Self.bar(done, of: total) + " \(done)/\(total) \(what)")
  }

  /// Removes the bar, so that the next line starts on a clean one.
  func clear() {
    if state.withLock(\.isDrawn) { Terminal.redraw("") }
  }

  static func bar(_ progress: RunSession.Progress) -> String {
    "\(bar(progress.finishedUnits, of: progress.totalUnits)) \(line(progress))"
  }

  private static func bar(_ done: Int, of total: Int) -> String {
    let width = 24
    let share = Double(done) / Double(max(1, total))
    let filled = Int(saturating: share * Double(width))
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }

  /// Returns `12/16 shards, 3 running, 1 pending, 0 lost`.
  static func line(_ progress: SlurmFollow.Progress) -> String {
    "\(progress.complete)/\(progress.total) shards, \(progress.running) running, \(progress.pending) pending, \(progress.lost) lost"
      + (progress.leftCoreSeconds.map { $0 > 0 ? ", \(CoreTime.text($0)) left" : "" } ?? "")
      + (progress.note.map { "; \($0)" } ?? "")
  }

  /// Returns `12/48 units, 5300 windows/s, 0:14 left`.
  static func line(_ progress: RunSession.Progress) -> String {
    var text = "\(progress.finishedUnits)/\(progress.totalUnits) units"
    guard progress.seconds > 0 else { return text }
    text += ", \(Int(saturating: Double(progress.windows) / progress.seconds)) windows/s"
    let done = progress.finishedUnits - progress.resumedUnits
    if done > 0 {
      let left = progress.seconds / Double(done) * Double(progress.totalUnits - progress.finishedUnits)
      let seconds = Int(saturating: left.rounded(.up))
      text += ", \(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60) left"
    }
    return text
  }
}
