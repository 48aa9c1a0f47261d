internal import HRPlugins

/// Reason why a step inside a detector has no result.
struct Silence: Error, Equatable {
  let reason: Abstention
}
