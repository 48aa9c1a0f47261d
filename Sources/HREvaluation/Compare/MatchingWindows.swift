internal import HRRunning
internal import HRSignals

/// Windows of one recording that two runs cut alike, as pairs of their places in the earlier and the later run.
struct MatchingWindows {
  let pairs: [(old: Int, new: Int)]

  /// Pairs equal windows; both lists are in the order of time.
  init(_ old: [TimeRange], _ new: [TimeRange]) {
    guard old != new else {
      pairs = old.indices.map { ($0, $0) }
      return
    }
    var pairs: [(old: Int, new: Int)] = []
    var (first, second) = (0, 0)
    while first < old.count, second < new.count {
      let (a, b) = (old[first], new[second])
      if a == b { pairs.append((first, second)) }
      let (mine, others) = ((a.start, a.end), (b.start, b.end))
      if mine <= others { first += 1 }
      if others <= mine { second += 1 }
    }
    self.pairs = pairs
  }
}

extension WindowChanges {
  /// The key of a table in a run, by names that both runs have.
  struct UnitName: Hashable {
    let recording: String
    /// Place among the scenarios that both runs have.
    let scenario: Int
    let repetition: Int
  }

  /// A run's tables of windows, in its order.
  struct Tables {
    struct Entry {
      let name: UnitName
      /// The recording's index in the run's plan.
      let recording: Int
      let table: WindowTable
    }

    let inOrder: [Entry]
    private var places: [UnitName: Int]

    init(_ entries: [Entry]) {
      inOrder = entries
      places = Dictionary(entries.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    /// Returns true if the table was not taken yet.
    func has(_ name: UnitName) -> Bool { places[name] != nil }

    mutating func take(_ name: UnitName) -> Entry? {
      places.removeValue(forKey: name).map { inOrder[$0] }
    }
  }

  /// - Parameters:
  ///   - run: the run, with its results in the order of the units.
  ///   - scenarios: indices in its plan of the scenarios that both runs have.
  static func tables(_ run: RunMatch.Run, _ scenarios: [Int]) -> Tables {
    let units = run.plan.units
    let names = run.plan.recordings.indices.map(run.plan.name(ofRecording:))
    return Tables(
      run.results.compactMap { result -> Tables.Entry? in
        let unit = units[result.unit]
        guard case .windows(let table) = result.outcome,
          let scenario = scenarios.firstIndex(of: unit.scenario)
        else { return nil }
        return Tables.Entry(
          name: UnitName(recording: names[unit.recording], scenario: scenario, repetition: unit.repetition),
          recording: unit.recording, table: table)
      })
  }
}
