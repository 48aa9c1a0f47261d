import HRTestSupport
import Foundation
import Testing

@testable import HRSignals

/// The beats of a short synthetic ECG, and the sample numbers found by other programs.
private struct Oracle: Decodable {
  let sampleRate: Double
  let ecg, beats: [Double]
  let panTompkins, hamilton, elgendi, xqrs, neurokit: [Int]
  let neurokitPanTompkins, neurokitHamilton, neurokitElgendi: [Int]

  static func load() throws -> Oracle {
    try OracleFile.decode("r_peaks")
  }

  func seconds(_ samples: [Int]) -> [Double] { samples.map { Double($0) / sampleRate } }
}

/// Every method against programs of others: py-ecg-detectors 1.3.5, NeuroKit2 0.2.13, wfdb-python 4.3.1.
@Suite struct RPeaksOracleTests {
  @Test(arguments: RPeakMethod.allCases) func findsTheBeats(_ method: RPeakMethod) throws {
    let oracle = try Oracle.load()
    let found = method.beats(Signal(samples: oracle.ecg, sampleRate: oracle.sampleRate))
    #expect(found.count == oracle.beats.count)
    for (time, beat) in zip(found, oracle.beats) { #expect(abs(time - beat) < 0.01) }
  }

  /// These filter causally, so their times are late by up to 0.12 s, and they have one start-up beat of their own.
  /// NeuroKit's Pan-Tompkins takes the start-up beat and leaves out the first of the ECG.
  @Test func panTompkinsAndHamiltonAgreeWithPyECGDetectorsAndNeuroKit() throws {
    let oracle = try Oracle.load()
    let ecg = Signal(samples: oracle.ecg, sampleRate: oracle.sampleRate)
    for (found, others, startUp) in [
      (RPeaks.panTompkins(ecg), oracle.panTompkins, 1), (RPeaks.hamilton(ecg), oracle.hamilton, 1),
      (RPeaks.panTompkins(ecg), oracle.neurokitPanTompkins, 0),
      (RPeaks.hamilton(ecg), oracle.neurokitHamilton, 1),
    ] {
      let theirs = oracle.seconds(others)
      #expect(theirs.count == found.count + startUp)
      for (time, other) in zip(found.dropFirst(), theirs.dropFirst(1 + startUp)) {
        #expect((-0.01...0.13).contains(other - time), "\(other) against \(time)")
      }
    }
  }

  /// Both filter causally and take the largest filtered value, 0.07 s after the R peak.
  @Test func elgendiAgreesWithPyECGDetectorsAndNeuroKit() throws {
    let oracle = try Oracle.load()
    let found = RPeaks.elgendi(Signal(samples: oracle.ecg, sampleRate: oracle.sampleRate))
    for others in [oracle.elgendi, oracle.neurokitElgendi] {
      let theirs = oracle.seconds(others)
      #expect(theirs.count == found.count)
      for (time, other) in zip(found, theirs) {
        #expect((0.06...0.08).contains(other - time), "\(other) against \(time)")
      }
    }
  }

  /// Agreement to the neighbouring sample: both filter without delay, as here.
  @Test func neurokitAndXQRSAgreeWithTheirOriginals() throws {
    let oracle = try Oracle.load()
    let ecg = Signal(samples: oracle.ecg, sampleRate: oracle.sampleRate)
    for (found, others) in [(RPeaks.neurokit(ecg), oracle.neurokit), (RPeaks.xqrs(ecg), oracle.xqrs)] {
      let theirs = oracle.seconds(others)
      #expect(theirs.count == found.count)
      for (time, other) in zip(found, theirs) {
        #expect(abs(other - time) < 1.5 / oracle.sampleRate, "\(other) against \(time)")
      }
    }
  }
}
