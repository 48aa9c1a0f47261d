internal import Synchronization

/// A value that is made at most once, when it is first asked for.
///
/// Whoever asks while it is being made waits for it. The maker must not ask for the same value.
package final class Once<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  package init() {}

  package func value(_ make: () -> Value) -> Value {
    made.withLock { made in
      let value = made ?? make()
      made = value
      return value
    }
  }
}
