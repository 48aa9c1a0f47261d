internal import HRPlugins

/// Why a step inside a detector has nothing to go on.
struct Silence: Error, Equatable {
  let reason: Abstention
}
