internal import HRSupport

/// State of each shard of a plan.
package struct ShardStatus: Sendable {
  private let plan: ShardPlan
  private let states: [ShardFolder.State]

  /// Reads every shard.
  package init(_ folder: ShardFolder, plan: ShardPlan) {
    self.plan = plan
    states = (0..<plan.shardCount).map { folder.state(of: $0, in: plan) }
  }

  package var isComplete: Bool { complete.count == states.count }

  package var complete: [Int] { all { if case .complete = $0 { true } else { false } } }
  package var missing: [Int] { all { $0 == .missing } }
  package var partial: [Int] { all { if case .partial = $0 { true } else { false } } }
  package var damaged: [Int] { all { if case .damaged = $0 { true } else { false } } }
  package var foreign: [Int] { all { $0 == .foreign } }
  /// Complete shards of machines whose elementary functions are not those of the plan's.
  package var otherMathematics: [Int] {
    all { if case .complete(let mathematics) = $0 { mathematics != plan.mathematics } else { false } }
  }
  /// Shards that are still to be run.
  package var incomplete: [Int] { all { if case .complete = $0 { false } else { true } } }

  /// Core time that is left, in seconds, as measured by `plan --calibrate`; `nil` if nothing was measured. Units of a
  /// shard that is not finished count alike.
  package var expectedCoreSeconds: Double? {
    guard plan.costs != nil else { return nil }
    return incomplete.reduce(0) { sum, shard in
      var share = 1.0
      if case .partial(let units) = states[shard] {
        share -= Double(units) / Double(max(1, plan.units(of: shard).count))
      }
      return sum + max(0, share) * plan.expectedCoreSeconds[shard]
    }
  }

  private func all(_ isMeant: (ShardFolder.State) -> Bool) -> [Int] {
    states.indices.filter { isMeant(states[$0]) }
  }

  /// Status as text for people.
  package var text: String {
    var lines = ["\(complete.count) of \(states.count) shards are complete"]
    func add(_ what: String, _ shards: [Int]) {
      if !shards.isEmpty { lines.append("\(what): \(ShardNumbers.listed(shards))") }
    }
    add("missing", missing)
    for shard in partial {
      if case .partial(let units) = states[shard] {
        lines.append("begun: \(shard) (\(units) of its \(plan.units(of: shard).count) units are finished)")
      }
    }
    for shard in damaged {
      if case .damaged(let reason) = states[shard] { lines.append("damaged: \(shard) (\(reason))") }
    }
    add("of another plan", foreign)
    add("complete, from machines whose mathematics is not the plan's", otherMathematics)
    lines.append(
      isComplete
        ? "nothing is left to run: merge them" + (otherMathematics.isEmpty ? "" : ", with --allow-mixed")
        : "left to run: --shard \(ShardNumbers.listed(incomplete))/\(states.count)")
    if !isComplete, let seconds = expectedCoreSeconds {
      lines.append("expected to take: \(CoreTime.text(seconds)), by speeds that `plan --calibrate` measured")
    }
    return lines.joined(separator: "\n")
  }

  /// Status as JSON for programs.
  package var json: String {
    func list(_ shards: [Int]) -> JSONText { .array(shards.map { .integer($0) }) }
    var members: [(key: String, value: JSONText)] = [
      ("shards", .integer(states.count)), ("complete", .integer(complete.count)),
      ("missing", list(missing)), ("partial", list(partial)), ("damaged", list(damaged)),
      ("foreign", list(foreign)), ("otherMathematics", list(otherMathematics)),
      ("left", .string(ShardNumbers.listed(incomplete))),
    ]
    if let seconds = expectedCoreSeconds { members.append(("expectedCoreSeconds", .number(seconds))) }
    return JSONText.object(members).rendered()
  }
}
