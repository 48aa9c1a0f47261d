package import HRSupport

/// Cost of the units that a command worked on, for estimates of the next run.
package struct RunWork: Equatable, Sendable {
  /// Sum of the times its workers were at work, in seconds.
  package let coreSeconds: Double
  package let units: Int
  /// Megabytes (10⁶ bytes) of each unit's recording, added over the units.
  package let unitMegabytes: Double

  /// Its key in `run.json`.
  package static let key = "work"

  package var json: JSONText {
    .object([
      ("coreSeconds", .number(coreSeconds)), ("units", .integer(units)),
      ("unitMegabytes", .number(unitMegabytes)),
    ])
  }
}

extension RunWork {
  /// Reads the cost from a node; `nil` for a node that is none.
  package init?(_ node: JSONNode?) {
    guard let seconds = node?["coreSeconds"]?.number, let units = node?["units"]?.integer,
      let megabytes = node?["unitMegabytes"]?.number, seconds >= 0, units > 0, megabytes > 0
    else { return nil }
    self.init(coreSeconds: seconds, units: units, unitMegabytes: megabytes)
  }
}
