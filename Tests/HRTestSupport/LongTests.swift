import Foundation

/// Tests that wait for time limits or make very large inputs; `.ci/nightly` runs them.
package enum LongTests {
  package static let areWanted = ProcessInfo.processInfo.environment["HREVAL_LONG_TESTS"] != nil
  package static let reason = "takes long; HREVAL_LONG_TESTS=1 runs it"
}
