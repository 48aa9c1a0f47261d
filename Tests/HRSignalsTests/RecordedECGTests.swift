import HRTestSupport
import Testing

@testable import HRSignals

@Suite(.enabled(if: RecordedECG.isPresent, Comment(rawValue: RealData.absence)))
struct RecordedECGTests {
  /// Record that is read once for all methods.
  private static let record100 = Result { try WFDBRecord("wfdb-samples/100") }

  /// Record 100 of the MIT-BIH arrhythmia database, 30 min with 2273 annotated beats: no method has more than 1 in
  /// 500 missed or false beats.
  @Test(arguments: RPeakMethod.allCases)
  func agreesWithTheAnnotationsOfRecord100(_ method: RPeakMethod) throws {
    let record = try Self.record100.get()
    #expect(record.signals.map(\.count) == [650_000, 650_000])
    #expect(record.beats.count == 2273)
    let found = method.beats(Signal(samples: record.signals[0], sampleRate: 360))
    let agreement = BeatAgreement(
      reference: record.beats.map { Double($0) / 360 }, found: found, within: 0.15)
    let counts: Comment = "\(found.count) found: \(agreement)"
    #expect(agreement.sensitivity >= 0.998, counts)
    #expect(agreement.predictivity >= 0.998, counts)
  }

  /// Record 118 of the MIT-BIH noise stress test, right bundle branch block, with noise at 24, 12, 6 and 0 dB,
  /// against its annotations. The limits are one beat in a hundred below the measured values.
  @Test(arguments: [
    ("118e24", 1.0, 1.0, RPeakMethod.allCases), ("118e12", 0.99, 0.93, [.panTompkins, .hamilton]),
    ("118e12", 0.93, 0.88, [.elgendi, .neurokit, .xqrs]),
    ("118e06", 0.94, 0.75, [.panTompkins, .hamilton, .xqrs]),
    ("118e06", 0.87, 0.78, [.elgendi, .neurokit]), ("118e00", 0.77, 0.65, RPeakMethod.allCases),
  ])
  func standsNoise(record: String, sensitivity: Double, predictivity: Double, methods: [RPeakMethod]) throws {
    let ecg = Signal(samples: try RecordedECG.column(0, of: "heartpy/\(record).csv"), sampleRate: 360)
    let reference = try RecordedECG.column(0, of: "heartpy/\(record)_ann.csv").map { $0 / 360 }
    #expect(reference.count > 150)
    for method in methods {
      let found = method.beats(ecg)
      let agreement = BeatAgreement(reference: reference, found: found, within: 0.15)
      let counts: Comment = "\(method): \(reference.count) annotated, \(found.count) found: \(agreement)"
      #expect(agreement.sensitivity >= sensitivity - 0.01, counts)
      #expect(agreement.predictivity >= predictivity - 0.01, counts)
    }
  }

  /// Eight minutes of a clean ECG: all five find the same 730 beats.
  @Test func allMethodsFindTheSameBeatsAtRest() throws {
    let ecg = Signal(samples: try RecordedECG.column(5, of: "bidmc/bidmc_01_Signals.csv"), sampleRate: 125)
    let first = RPeaks.panTompkins(ecg)
    #expect(first.count == 730)
    for method in RPeakMethod.allCases {
      #expect(beatAgreement(first, method.beats(ecg), toleranceSeconds: 0.05) == 1, "\(method)")
    }
  }

  @Test(arguments: [
    ("bidmc/bidmc_01_Signals.csv", 5, 125.0, 0.95), ("neurokit/bio_resting_5min_100hz.csv", 0, 100, 0.85),
  ])
  func methodsAgreeOnTheRate(path: String, column: Int, sampleRate: Double, share: Double) throws {
    let ecg = Signal(samples: try RecordedECG.column(column, of: path), sampleRate: sampleRate)
    let first = ReferenceReader(.beats(RPeaks.panTompkins(ecg)))
    let second = ReferenceReader(.beats(RPeaks.hamilton(ecg)))
    let windows = TimeRange(start: 0, end: ecg.endTime).windows(windowSeconds: 20, hopSeconds: 5)
    let agreeing = windows.filter { range in
      guard let a = try? first.rate(in: range).get(), let b = try? second.rate(in: range).get() else {
        return false
      }
      return abs(a - b) < 2
    }
    #expect(windows.count > 50)
    #expect(
      Double(agreeing.count) >= share * Double(windows.count), "\(agreeing.count) of \(windows.count) windows"
    )
  }
}
