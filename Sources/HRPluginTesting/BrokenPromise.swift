public import HRPlugins

/// A promise of the plugin contract that a plugin does not keep.
public struct BrokenPromise: Equatable, Sendable, CustomStringConvertible {
  /// The plugin's name.
  public let plugin: String
  /// The promise's name, such as `readsACleanPulse`.
  public let promise: String
  /// Behaviour of the plugin instead, in words.
  public let explanation: String

  public var description: String { "\(plugin) breaks \(promise): \(explanation)" }
}

/// Tests one plugin against the promises of its kind.
protocol PluginTryout {
  associatedtype Promise: CaseIterable & Hashable & RawRepresentable<String>
  associatedtype Entry: CatalogEntry
  var entry: Entry { get }
  /// Promises the plugin breaks for a reason. An excuse without a violation is itself a broken promise.
  var excused: [Promise: String] { get }
  /// Violations of a promise by the plugin, in words; empty if it keeps it.
  mutating func violations(of promise: Promise) throws -> [String]
}

extension PluginTryout {
  func brokenPromises() -> [BrokenPromise] {
    var tryout = self
    return Promise.allCases.compactMap { promise in
      var violations: [String]
      do { violations = try tryout.violations(of: promise) } catch { violations = ["it throws \(error)"] }
      if let reason = excused[promise] {
        violations = violations.isEmpty ? ["it keeps the promise it is excused from: \(reason)"] : []
      }
      return violations.isEmpty
        ? nil
        : BrokenPromise(
          plugin: entry.info.name, promise: promise.rawValue, explanation: violations.joined(separator: "; "))
    }
  }

  /// Defaults outside of their range, and parameters without a summary.
  func violationsOfDefaults() -> [String] {
    entry.parameters.filter { !$0.domain.contains($0.defaultValue) }.map {
      "the default of \($0.name) is outside"
    }
      + entry.parameters.filter(\.summary.isEmpty).map { "\($0.name) has no summary" }
  }

  /// Faults at the ends of its parameters, if these are not refused in words.
  func violationsAtCorners(
    _ faults: (ParameterValues) throws(ParameterError) -> [String]
  ) throws -> [String] {
    try entry.parameters.corners.flatMap { values -> [String] in
      do throws(ParameterError) {
        return try faults(values).map { "\($0) with \(values.words)" }
      } catch {
        if case .conflict(let text) = error, !text.isEmpty { return [] }
        throw error
      }
    }
  }
}

/// The promises hreval relies on, for plugins of any package.
///
/// Each function drives a plugin over synthetic recordings and returns its broken promises: expect an empty list in a
/// test. Exceptions are checked: a plugin that keeps a promise it is excused from is reported too. Testing a detector
/// takes up to some seconds in a debug build; a plugin that traps ends the test.
public enum PluginContract {
  /// Promises of ``DetectorPromise`` that a detector breaks.
  public static func brokenPromises(
    of detector: DetectorEntry, expecting expectations: DetectorExpectations = DetectorExpectations()
  ) -> [BrokenPromise] {
    do {
      return DetectorTryout(entry: detector, made: try detector.make(), expectations: expectations)
        .brokenPromises()
    } catch {
      return [
        BrokenPromise(
          plugin: detector.info.name, promise: DetectorPromise.takesItsDefaults.rawValue,
          explanation: "it refuses them: \(error)")
      ]
    }
  }

  /// Promises of ``ExtractorPromise`` that an extractor breaks.
  public static func brokenPromises(
    of extractor: ExtractorEntry, expecting expectations: ExtractorExpectations = ExtractorExpectations()
  ) -> [BrokenPromise] {
    ExtractorTryout(entry: extractor, expectations: expectations).brokenPromises()
  }

  /// Promises of ``FilterPromise`` that a filter breaks.
  ///
  /// - Parameters:
  ///   - filter: its entry.
  ///   - excusing: promises the filter breaks, each with the reason.
  public static func brokenPromises(
    of filter: FilterEntry, excusing: [FilterPromise: String] = [:]
  ) -> [BrokenPromise] {
    FilterTryout(entry: filter, excused: excusing).brokenPromises()
  }

  /// Promises of ``ScenarioPromise`` that a scenario breaks; scenarios that move beats are held to those about beats.
  public static func brokenPromises(
    of scenario: ScenarioEntry, expecting expectations: ScenarioExpectations = ScenarioExpectations()
  ) -> [BrokenPromise] {
    ScenarioTryout(entry: scenario, expectations: expectations).brokenPromises()
  }
}
