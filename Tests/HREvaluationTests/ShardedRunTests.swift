import HRRunTestSupport
import Foundation
@testable import HRSupport
import HRTestSupport
import Testing

@testable import HREvaluation
@testable import HRRunning

/// Runs in shards: whatever their number and order, the merged run is the one of one machine.
@Suite struct ShardedRunTests {
  /// A planned run in its own folder, worked on in this process.
  private struct Trial {
    let study: ResolverStudy
    let folder: ShardFolder

    init(_ study: ResolverStudy, _ name: String, shards: Int, model: CostModel? = nil) throws {
      self.study = study
      folder = ShardFolder("\(study.folder)/\(name)")
      let path = "\(study.folder)/trial.json"
      try study.write(
        ResolverStudy.text(
          detectors: #"["fft", "peak"]"#,
          more: #", "scenarios": ["clean", {"scenario": "whiteNoise", "repeats": 2}]"#), "trial.json")
      let file = try ExperimentFile(path: path)
      let order = WorkOrder(file: file, environment: study.environment)
      let plan = try ShardedRun.plan(
        order, order.experiment(plugins: .builtIn), shards: shards, path: path, launch: Self.launch,
        model: model)
      try FileManager.default.createDirectory(
        atPath: folder.directory, withIntermediateDirectories: true)
      try Data(plan.text.utf8).write(to: URL(fileURLWithPath: folder.planPath))
    }

    static let launch = WorkerLaunch(executable: "/nowhere", arguments: [], timeoutSeconds: 1)

    func run() throws -> ShardedRun {
      try ShardedRun(
        folder, plan: folder.plan(), plugins: .builtIn, environment: study.environment, launch: Self.launch)
    }

    /// - Parameter units: interrupts it after so many.
    func work(on shard: Int, units: Int? = nil) throws -> ShardedRun.Ending {
      let interruption = Interruption()
      return try run().work(on: shard, jobs: 0, interruption: interruption) { progress in
        if progress.finishedUnits == units { interruption.trigger() }
      }
    }

    func merge() throws -> ShardMerge.Outcome { try ShardMerge(run(), allowsMixed: false).perform() }

    /// Why it is not merged.
    func refusal() throws -> (text: String, isOnlyMissing: Bool) {
      let merge = ShardMerge(try run(), allowsMixed: false)
      do throws(ShardMerge.Refusal) {
        _ = try merge.perform()
        return ("merged", false)
      } catch {
        return (error.problems.list.map(\.message).joined(separator: "; "), error.isOnlyMissing)
      }
    }
  }

  private func text(_ outcome: ShardMerge.Outcome) -> String {
    Evaluation(plan: outcome.plan, results: outcome.run.results).stored.json.rendered()
  }

  @Test func anyNumberOfShardsInAnyOrderGivesTheSameBytes() throws {
    try ResolverStudy.with(seconds: 12) { study in
      let whole = try Trial(study, "whole", shards: 1)
      _ = try whole.work(on: 0)
      let session = RunSession(
        order: try whole.run().order, experiment: try whole.run().experiment,
        outputDirectory: "\(study.folder)/plain", jobs: 0, launch: Trial.launch)
      let plain = try session.perform(resuming: false, interruption: Interruption()) { _ in }
      let expected = Evaluation(plan: session.plan, results: plain.results).stored.json.rendered()
      #expect(try text(whole.merge()) == expected)
      #expect(plain.results.count == 9)
      for count in [2, 3, 7, 9] {
        let trial = try Trial(study, "in \(count)", shards: count)
        for shard in (0..<count).reversed() { _ = try trial.work(on: shard) }
        #expect(try text(trial.merge()) == expected, "\(count) shards")
        #expect(
          Array(try RunStore.read(RunStore.path(in: trial.folder.directory)).results) == Array(plain.results))
      }
    }
  }

  /// An attempt ends while it writes its store, while it writes the finished shard, or before it has taken its store
  /// away: whatever it left is gone when the shard is whole, and what a living attempt has is not.
  @Test func whatAKilledAttemptLeftIsTakenAway() throws {
    try ResolverStudy.with(seconds: 12) { study in
      let whole = try Trial(study, "whole", shards: 2)
      for shard in 0..<2 { _ = try whole.work(on: shard) }
      let expected = try text(whole.merge())
      let shard = try #require(FileManager.default.contents(atPath: whole.folder.path(of: 0)))
      let store = try #require(
        FileManager.default.contents(atPath: RunStore.path(in: whole.folder.directory)))
      let gone = try LivingProcess.endedMark()
      /// The bytes that each step of an attempt has written when it is ended.
      func cuts(_ data: Data) -> [Data] {
        [0, 1, 20, data.count / 3, data.count - 1, data.count].map { data.prefix($0) }
      }
      var steps: [[(kind: TemporaryName.Kind, bytes: Data)]] = []
      for bytes in cuts(store) { steps += [[(.file, bytes)], [(.part, bytes)]] }
      for bytes in cuts(shard) { steps.append([(.part, store), (.file, bytes)]) }
      for (number, step) in steps.enumerated() {
        let trial = try Trial(study, "step \(number)", shards: 2)
        let folder = trial.folder.folder(of: 0)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let living = try [TemporaryName.Kind.file, .part].map { kind in
          let path = TemporaryName.name("\(folder)/000000", kind, by: .own)
          try shard.prefix(100).write(to: URL(fileURLWithPath: path))
          return String(path.dropFirst(folder.count + 1))
        }
        for (kind, bytes) in step {
          let path = TemporaryName.name("\(folder)/000000", kind, by: gone)
          try bytes.write(to: URL(fileURLWithPath: path))
        }
        // The last steps come after the shard has its name.
        let isNamed = number % 3 == 2
        if isNamed { try shard.write(to: URL(fileURLWithPath: trial.folder.path(of: 0))) }
        switch try trial.work(on: 0) {
        case .wasComplete: #expect(isNamed)
        case .complete: #expect(!isNamed)
        case .interrupted: Issue.record("interrupted")
        }
        #expect(TextFile.names(in: folder) == (living + ["000000.shard"]).sorted(), "step \(number)")
        #expect(FileManager.default.contents(atPath: trial.folder.path(of: 0)) == shard)
        _ = try trial.work(on: 1)
        #expect(try text(trial.merge()) == expected)
      }
    }
  }

  /// Nobody works on a shard that is whole: then the merge clears up.
  @Test func theMergeTakesAwayWhatKilledAttemptsLeft() throws {
    try ResolverStudy.with(seconds: 12) { study in
      let trial = try Trial(study, "run", shards: 2)
      for shard in 0..<2 { _ = try trial.work(on: shard) }
      let folder = trial.folder.folder(of: 0)
      let gone = try LivingProcess.endedMark()
      for shard in ["000000", "000001"] {
        for kind in [TemporaryName.Kind.file, .part] {
          let path = TemporaryName.name("\(folder)/\(shard).shard", kind, by: gone)
          try Data("half".utf8).write(to: URL(fileURLWithPath: path))
        }
      }
      let merge = ShardMerge(try trial.run(), allowsMixed: false)
      _ = try merge.perform()
      merge.clear()
      #expect(TextFile.names(in: folder) == ["000000.shard", "000001.shard"])
    }
  }

  /// Speeds move where shards are cut and how they are numbered, and no byte of the run.
  @Test func measuredSpeedsChangeShardsAndNoResult() throws {
    try ResolverStudy.with(seconds: 12) { study in
      let plain = try Trial(study, "plain", shards: 4)
      for shard in 0..<4 { _ = try plain.work(on: shard) }
      let expected = try text(plain.merge())
      for (index, scenarios) in [[1.0, 50], [50.0, 1], [1.0, 1]].enumerated() {
        let model = CostModel(
          timedSeconds: 1, timedUnits: 2, timedRecordings: 1, untimed: 0,
          datasets: [
            .init(
              name: "study", perRecording: index == 2 ? 100 : 0, readingPerMegabyte: 0, examPerMegabyte: 0,
              perUnit: 0, scenariosPerMegabyte: scenarios)
          ])
        for count in [4, 8] {
          let trial = try Trial(study, "measured \(index) \(count)", shards: count, model: model)
          let plan = try trial.folder.plan()
          let (times, mean) = (
            plan.expectedCoreSeconds, plan.expectedCoreSeconds.reduce(0, +) / Double(count)
          )
          #expect(zip(times, times.dropFirst()).allSatisfy { $1 < $0 + 0.01 * mean })
          #expect(plan.inOrder.flatMap { Array(plan.units(of: $0)) } == Array(0..<9))
          if index < 2 { #expect(plan.inOrder != Array(0..<count), "\(index) \(count)") }
          for shard in 0..<count { _ = try trial.work(on: shard) }
          #expect(try text(trial.merge()) == expected)
          #expect(
            FileManager.default.contentsEqual(
              atPath: RunStore.path(in: trial.folder.directory),
              andPath: RunStore.path(in: plain.folder.directory)))
        }
      }
    }
  }

  @Test func anotherAttemptGoesOnWithFinishedUnits() throws {
    try ResolverStudy.with(seconds: 12) { study in
      let trial = try Trial(study, "run", shards: 2)
      guard case .interrupted(2, _) = try trial.work(on: 0, units: 2) else {
        Issue.record("not interrupted")
        return
      }
      #expect(try trial.folder.state(of: 0, in: trial.folder.plan()) == .partial(units: 2))
      #expect(try trial.refusal().text.contains("shard 0 of 2 is not finished: 2 of its"))
      guard case .complete(let outcome) = try trial.work(on: 0) else {
        Issue.record("not complete")
        return
      }
      #expect(outcome.resumedUnits == 2)
      guard case .wasComplete = try trial.work(on: 0) else {
        Issue.record("worked on again")
        return
      }
    }
  }

  @Test func whatIsMissingDamagedForeignOrMisplacedIsNamed() throws {
    try ResolverStudy.with(seconds: 12) { study in
      let (trial, other) = (try Trial(study, "run", shards: 3), try Trial(study, "other", shards: 2))
      for shard in 0..<3 { _ = try trial.work(on: shard) }
      _ = try other.work(on: 1)
      func place(_ source: String, as shard: Int) throws {
        try? FileManager.default.removeItem(atPath: trial.folder.path(of: shard))
        try FileManager.default.copyItem(atPath: source, toPath: trial.folder.path(of: shard))
      }
      let good = "\(study.folder)/good"
      try FileManager.default.copyItem(atPath: trial.folder.path(of: 1), toPath: good)

      try FileManager.default.removeItem(atPath: trial.folder.path(of: 1))
      #expect(try trial.refusal() == ("shard 1 of 3 is missing", true))
      try place(other.folder.path(of: 1), as: 1)
      #expect(try trial.refusal().text.hasPrefix("shard 1 of 3 is of another plan"))
      try place(trial.folder.path(of: 2), as: 1)
      #expect(
        try trial.refusal() == ("shard 1 of 3 is damaged: it is shard 2 of 3 under another's name", false))
      let handle = try #require(FileHandle(forWritingAtPath: trial.folder.path(of: 1)))
      try handle.truncate(atOffset: 100)
      #expect(try trial.refusal().text.hasPrefix("shard 1 of 3 is damaged: "))
      // A damaged one is written anew.
      guard case .complete = try trial.work(on: 1) else {
        Issue.record("not complete")
        return
      }
      #expect(
        FileManager.default.contentsEqual(atPath: trial.folder.path(of: 1), andPath: good))
      #expect(try trial.refusal().text == "merged")
    }
  }

  @Test func otherMathematicsIsNamedAndStated() throws {
    try ResolverStudy.with(seconds: 12) { study in
      let trial = try Trial(study, "run", shards: 3)
      for shard in 0..<3 { _ = try trial.work(on: shard) }
      let plan = try trial.folder.plan()
      var results: [UnitResult] = []
      let last = plan.inOrder[2]
      _ = trial.folder.state(of: last, in: plan) { results.append($0.result) }
      try ShardFile(plan: plan.digest, shard: last, shardCount: 3, mathematics: "0123456789abcdef")
        .write(UnitResults(results), to: trial.folder.path(of: last))
      let refusal = try trial.refusal()
      #expect(refusal.text.hasPrefix("shard \(last) comes from machines whose elementary functions differ"))
      #expect(!refusal.isOnlyMissing)
      let merged = try ShardMerge(trial.run(), allowsMixed: true).perform()
      #expect(merged.plan.mixedMathematics?.map(\.units) == [9 - results.count, results.count])
      #expect(text(merged).contains("\"fingerprint\": \"0123456789abcdef\""))
    }
  }

  @Test func dataThatDifferBetweenShardsAreNamed() throws {
    try ResolverStudy.with(seconds: 12) { study in
      // More shards than recordings: two of them read the same one.
      let trial = try Trial(study, "run", shards: 9)
      let order = try trial.folder.plan().inOrder
      for shard in order[..<2] { _ = try trial.work(on: shard) }
      let path = "\(study.folder)/datasets/study/r1.csv"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try study.write(text.replacing("0.0,1.3,", with: "0.0,1.4,"), "datasets/study/r1.csv")
      for shard in order[2...] { _ = try trial.work(on: shard) }
      #expect(
        try trial.refusal().text
          == "shard \(order[2]) of 9 and shard \(order[1]) have read different data of the recording study/r1"
      )
    }
  }

  /// Another build, another experiment: what is run here is not what was planned.
  @Test func whatDiffersFromThePlanIsNamed() throws {
    try ResolverStudy.with(seconds: 12) { study in
      let trial = try Trial(study, "run", shards: 3)
      #expect(try trial.run().differences == [])
      // Copies have times of their own, not other sizes.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)],
        ofItemAtPath: "\(study.folder)/datasets/study/r1.csv")
      #expect(try trial.run().differences == [])
      try study.write("build", "program")
      let other = try ShardedRun(
        trial.folder, plan: trial.folder.plan(), plugins: .builtIn, environment: study.environment,
        launch: .init(executable: "\(study.folder)/program", arguments: [], timeoutSeconds: 1))
      #expect(other.differences == ["hreval itself"])
      // The file may be edited: the plan has the experiment itself.
      try study.write("{}", "trial.json")
      #expect(try trial.run().differences == [])
    }
  }
}
