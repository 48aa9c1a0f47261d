import HRSignals
import HRSupport
import Testing

@testable import HREvaluation
@testable import HRReporting
@testable import HRRunning

/// Text of the report on references, on their lag, and on beats that are not aligned with theirs.
@Suite struct ReferenceTextTests {
  /// Six recordings of each of two data sets, two detectors. The references of `strap` are `lateSeconds` late, and
  /// its clock may be its own. Both data sets have beats.
  private struct Example {
    var lateSeconds = 5.0
    var clocks = ReferenceClocks.separate
    /// Drift in per cent of the second detector's beats on the first recording of `ward`.
    var fastPercent = 0.0

    private let windows = 60
    private static let beats = (0..<300).map { (beat: Int) -> Double in
      let uneven = Double((beat * 7) % 5)
      return 0.5 + Double(beat) + 0.03 * uneven
    }

    private static func rate(_ recording: Int, _ seconds: Double) -> Double {
      func swing(_ turns: Double) -> Double { 4 * abs(turns - turns.rounded()) - 1 }
      let slow: Double = 4 * swing(seconds / 61 + Double(recording))
      let slower: Double = 3 * swing(seconds / 97)
      return 75 + slow + slower
    }

    var plan: RunPlan {
      RunPlan(
        hreval: "0.1.0", name: "references", description: nil, seed: 7, mode: .continuous, windowSeconds: 20,
        hopSeconds: 5, withinBPM: 5, withinPercent: 10, metrics: ["coverage", "maeBPM"], strata: [],
        formats: [.markdown],
        datasets: [
          .init(
            name: "strap", reference: "rr", citation: nil, license: nil, descriptorSHA256: "0123456789abcdef",
            referenceKind: "rrIntervals", offsetSeconds: -1.5, clocks: clocks),
          .init(
            name: "ward", reference: "ecg", citation: nil, license: nil, referenceKind: "ecg",
            offsetSeconds: 0, clocks: .shared),
        ],
        recordings: (0..<12).map { .init(dataset: $0 / 6, id: "r\($0 + 1)", subject: nil) },
        scenarios: [
          .init(label: "clean", family: 0, familyLabel: "clean", swept: [], steps: [], repeats: 1)
        ],
        detectors: ["fft", "peak"].map {
          .init(label: $0, extractors: [], filters: [], detector: .init(definition: "m@1", parameters: []))
        })
    }

    var evaluation: Evaluation {
      Evaluation(
        plan: plan,
        results: plan.units.map { unit in
          UnitResult(
            unit: unit.index, facts: .unknown, outcome: .windows(table(unit.recording)))
        })
    }

    private func table(_ recording: Int) -> WindowTable {
      let starts = (0..<windows).map { 5 * Double($0) }
      let late = recording < 6 ? lateSeconds : 0
      let columns = (0..<2).map { detector in
        var column = EstimateColumn()
        for start in starts {
          let error = 0.2 * Double((Int(start) + detector) % 3 - 1)
          column.append(
            bpm: Self.rate(recording, start) + error, outcome: .value,
            confidence: nil, quality: nil, motion: nil)
        }
        return column
      }
      let trains = (0..<2).map { detector in
        let percent = detector == 1 && recording == 6 ? fastPercent : 0
        let factor: Double = 1 + percent / 100
        return BeatTrain(
          detected: Self.beats.map { ($0 + 0.05) * factor },
          answeredSpans: [TimeRange(start: 0, end: 305)])
      }
      return WindowTable(
        ranges: starts.map { TimeRange(start: $0, end: $0 + 20) },
        references: starts.map { .bpm(Self.rate(recording, $0 - late)) }, estimates: columns,
        beats: BeatTrains(reference: Self.beats, trains: trains))
    }
  }

  private func beats(_ example: Example) -> BeatTables {
    let evaluation = example.evaluation
    return BeatTables(evaluation: evaluation, rows: evaluation.rows)
  }

  private func cells(_ tables: BeatTables, _ row: Int) throws -> [String: String] {
    let table = try #require(tables.table)
    return Dictionary(
      zip(table.columns.map(\.title), table.rows[row].map(\.display)), uniquingKeysWith: { first, _ in first }
    )
  }

  @Test func theMethodsNameEachReference() {
    let methods = MethodsSection(evaluation: Example().evaluation).blocks.markdown
    #expect(
      methods.contains(
        "**References.** strap: \"rr\" (rrIntervals), its times moved by −1.5 s as the descriptor declares, a clock of its own, so that single beats are not compared with it (descriptor's SHA-256 begins with 0123456789ab); ward: \"ecg\", its times not moved."
      ), "\(methods)")
  }

  @Test func aLateReferenceIsSaid() throws {
    let text = try #require(ReferenceLagText(Example().evaluation))
    #expect(
      text.sentences == [
        "The reference \"rr\" of strap (offset −1.5 s) seems to come 5 s later than declared in 6 of the 6 recordings in which at least two detectors have a clear lag (fft, peak); nothing was corrected."
      ])
    let table = try #require(text.table)
    #expect(
      table.columns.map(\.heading) == [
        "recording", "offset declared (s)", "best lag (s)", "detectors that agree", "which",
      ])
    #expect(table.rows[0].map(\.display) == ["strap/r1", "-1.5", "-5.0", "2 of 2", "fft, peak"])
    #expect(table.rows[11].map(\.display) == ["ward/r12", "0.0", "0.0", "2 of 2", "fft, peak"])
    let early = try #require(ReferenceLagText(Example(lateSeconds: -5).evaluation))
    #expect(
      early.sentences.first?.contains(
        "seems to come 5 s earlier than declared, or all of these detectors answer late, in 6 of the 6")
        == true)
    #expect(try #require(ReferenceLagText(Example(lateSeconds: 0).evaluation)).sentences == [])
    #expect(Findings(evaluation: Example().evaluation).sentences.last == text.sentences[0])
  }

  @Test func separateClocksAreLeftOut() throws {
    let tables = beats(Example())
    let row = try cells(tables, 0)
    // Spans of six recordings with a known reference.
    #expect(row["F1"] != "not aligned" && row["not aligned"] == "6 of 12")
    #expect(
      tables.sentences == [
        "Not aligned: strap (6 recordings). Its descriptor says that the reference has a clock of its own, so single beats are not compared with it."
      ])
    let all = try cells(beats(Example(clocks: .shared)), 0)
    #expect(all["not aligned"] == nil)
    let (half, whole) = (try #require(row["beats"]), try #require(all["beats"]))
    #expect(2 * (Int(half.replacing(",", with: "")) ?? 0) == Int(whole.replacing(",", with: "")))
  }

  @Test func whereNothingIsAlignedTheCellsSaySo() throws {
    var evaluation = Example().evaluation
    let plan = evaluation.plan
    evaluation = Evaluation(plan: plan, results: evaluation.results.filter { $0.unit < 6 })
    let tables = BeatTables(evaluation: evaluation, rows: evaluation.rows)
    let row = try cells(tables, 1)
    for title in ["beats", "sensitivity", "PPV", "F1"] { #expect(row[title] == "not aligned", "\(title)") }
    #expect(row["F1*"] == "–" && row["not aligned"] == "6 of 6")
    let document = try JSONDocument(evaluation.stored.json.rendered(), file: "results.json")
    #expect(document.problems(against: StoredResults.file.shape) == [])
    let stored = try #require(document.root["results"]?.elements?[1]["beats"])
    for key in ["f1", "sensitivity", "answeredShare"] { #expect(stored[key]?.value == .null, "\(key)") }
    #expect(stored["referenceBeats"]?.integer == 0 && stored["alignedRecordings"]?.integer == 0)
    let left = try #require(stored["notAligned"]?.elements)
    #expect(left.map { $0["id"]?.string } == (1...6).map { "r\($0)" })
    #expect(left.allSatisfy { $0["reason"]?.string == "separateClocks" && $0["driftMilliseconds"] == nil })
  }

  @Test func driftIsNamedWithItsSize() throws {
    let tables = beats(Example(fastPercent: 0.2))
    #expect(try cells(tables, 0)["not aligned"] == "6 of 12")
    #expect(try cells(tables, 1)["not aligned"] == "7 of 12")
    #expect(tables.sentences.count == 2)
    #expect(
      tables.sentences[1].hasPrefix(
        "Not aligned: peak in ward/r7. Against the reference's its beats come 3") == true,
      "\(tables.sentences)")
    #expect(
      tables.sentences[1].hasSuffix(
        " ms later in the last third of the recording than in the first, which is more than the tolerance of 150 ms."
      ))
  }
}
