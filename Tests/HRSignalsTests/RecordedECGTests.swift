import Testing

@testable import HRSignals

@Suite(.enabled(if: RecordedECG.isPresent, Comment(rawValue: RecordedECG.absence)))
struct RecordedECGTests {
  /// Record 118 of the MIT-BIH noise stress test at 24 dB, with right bundle branch block, against its annotations.
  @Test(arguments: RPeakMethod.allCases)
  func agreesWithAnnotations(_ method: RPeakMethod) throws {
    let ecg = Signal(samples: try RecordedECG.column(0, of: "heartpy/118e24.csv"), sampleRate: 360)
    let reference = try RecordedECG.column(0, of: "heartpy/118e24_ann.csv").map { $0 / 360 }
    let found = method.beats(ecg)
    let agreement = BeatAgreement(reference: reference, found: found, within: 0.15)
    let counts: Comment = "\(reference.count) annotated, \(found.count) found: \(agreement)"
    #expect(reference.count > 150)
    #expect(agreement.sensitivity >= 0.97, counts)
    #expect(agreement.predictivity >= 0.97, counts)
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
