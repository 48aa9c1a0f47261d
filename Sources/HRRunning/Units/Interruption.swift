internal import Synchronization

/// A request to stop, from a signal or a failure, and the actions that it starts.
package final class Interruption: Sendable {
  private struct State {
    var isTriggered = false
    var actions: [ObjectIdentifier: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  package var isTriggered: Bool { state.withLock(\.isTriggered) }

  package func trigger() {
    let actions = state.withLock { state in
      state.isTriggered = true
      defer { state.actions = [:] }
      return state.actions.values
    }
    for action in actions { action() }
  }

  /// Runs an action when triggered, at once if that has happened; see ``forget(_:)``.
  func onTrigger(for subject: AnyObject, _ action: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isTriggered { state.actions[ObjectIdentifier(subject)] = action }
      return state.isTriggered
    }
    if isLate { action() }
  }

  /// Removes the action of a subject that has ended by itself.
  func forget(_ subject: AnyObject) {
    state.withLock { _ = $0.actions.removeValue(forKey: ObjectIdentifier(subject)) }
  }
}
