import HRTestSupport
import Testing

/// A detector that became better in most windows and grossly wrong in few is not held.
@Suite(.serialized) struct GateGrossTests {
  @Test func fewGrossErrorsAreARegressionAtTheSameMAE() throws {
    try withGateNight(count: 6, hopSeconds: 2) { night in
      #expect(night.windows == 21)
      for id in night.ids { try night.write("vendor", id) { $0 % 2 == 0 ? 3.3 : -3.3 } }
      try night.baseline()
      let baseline = try night.text("base.json")
      #expect(baseline.contains("\"successPoints\": 1,") && baseline.contains("\"grossPoints\": 1,"))
      for id in night.ids { try night.write("vendor", id) { $0 == 9 ? 70 : 0.1 } }
      let ending = try night.run("worse", ["--gate", "base.json"])
      #expect(ending.code == 1, "\(ending.err)\(ending.out)")
      let sentences = [
        "success rate fell from 100 to 95.24 % (by 4.76 percentage points, allowed: 1)",
        "gross errors (more than 20 bpm or 40 % of the reference) rose from 0 to 4.76 % of the windows (by 4.76 percentage points, allowed: 1)",
      ]
      #expect(
        ending.out.contains("REGRESSED: vendor, clean: \(sentences.joined(separator: "; "))"), "\(ending.out)"
      )
      #expect(ending.out.contains("→ +70.0 bpm"), "\(ending.out)")
      let page = try night.text("worse/gate.md")
      #expect(sentences.allSatisfy(page.contains), "\(page)")
      #expect(["3.30 → 3.43 |", " 100.0 → 95.2 |", " 0.0 → 4.8 |"].allSatisfy(page.contains), "\(page)")
      #expect(try sentences.allSatisfy(night.text("worse/gate.html").contains))
      let suites = TestSuites(try night.text("worse/junit.xml"))
      #expect(suites.failures.map(\.test) == ["vendor"])
      #expect(suites.failures.first.map { sentences.allSatisfy($0.message.contains) } == true)
      // What is allowed is written into the baseline.
      let wide = try Program.run(["baseline", "first", "--success", "5", "--gross", "5"], in: night.folder)
      _ = try wide.out.written(to: night.folder + "/base.json")
      #expect(try night.gate("worse").code == 0)
      for option in ["--success", "--gross"] {
        let refused = try Program.run(["baseline", "first", option, "101"], in: night.folder)
        #expect(refused.code == 64, "\(refused.err)")
        #expect(refused.err.contains("\(option) takes percentage points from 0 to 100, not 101"))
      }
    }
  }
}
