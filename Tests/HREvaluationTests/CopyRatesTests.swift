import Foundation
import HRDoctor
import HRRecordings
import HRSignals
import HRTestSupport
import Testing

@testable import HREvaluation

/// Rates at which copies of the shared recordings are found, and other recordings are not.
@Suite(
  .enabled(if: RealData.has("bidmc", "neurokit", "nordling-ecg-ppg", "uw-oximetry"), "\(RealData.absence)"))
struct CopyRatesTests {
  /// A recording with the wave that an experiment on it would read.
  private struct Base: Sendable {
    let name: String
    let signal: Signal
    let exam: RecordingExam
  }

  /// Every recording with a channel that shows beats and lasts 50 s; the first channel.
  private static let bases: [Base] = {
    let sets = [
      "bidmc", "heartpy-data2", "heartpy-datetime", "neurokit", "nordling-ecg-ppg", "opensignals-bvp",
      "opensignals-spo2", "ppg-dalia-s6", "uw-oximetry", "welltory-ppg", "wfdb-samples-alarms",
      "wrist-exercise",
    ]
    return sets.flatMap { name -> [Base] in
      guard
        let set = try? Dataset.load(
          path: ProjectFolder.url("datasets/\(name)/dataset.json").path, dataDirectory: RealData.folder.path)
      else { return [] }
      return set.recordings.compactMap { entry in
        guard let recording = try? set.load(entry, labels: nil),
          let kind = recording.channels.kinds.first(where: \.showsBeats),
          let signal = recording.channels[kind]?.uniform(), signal.duration >= 50, let exam = exam(signal)
        else { return nil }
        return Base(name: "\(name)/\(entry.id)", signal: signal, exam: exam)
      }
    }
  }()

  private static func exam(_ signal: Signal) -> RecordingExam? {
    let recording = Recording(id: "r", channels: Channels([.ppg: .uniform(signal)]), reference: .none)
    return Doctor.examine(recording, needsReference: false)
  }

  private static func stretched(_ signal: Signal, by factor: Double) -> Signal? {
    TimeSeries(
      times: (0..<signal.count).map { factor * Double($0) / signal.sampleRate }, values: signal.samples
    )
    .resampled(to: signal.sampleRate)
  }

  private static func isFound(_ first: RecordingExam, _ second: RecordingExam) -> CopiedRecordings.Pair? {
    CopiedRecordings(
      marks: [0: first.marks, 1: second.marks], files: [:],
      landmarks: [0: first.landmarks, 1: second.landmarks]
    ).pairs.first
  }

  private typealias Change = @Sendable (Signal) -> Signal?

  private static let changes:
    [(name: String, least: Double, slowing: Double, isReversed: Bool, change: Change)] = [
      ("reversed", 1, 1, true, { $0.replacing($0.samples.reversed()) }),
      ("2 % slower", 0.95, 1.02, false, { stretched($0, by: 1.02) }),
      ("2 % faster", 0.85, 0.98, false, { stretched($0, by: 0.98) }),
      (
        "reversed and 2 % slower", 0.95, 1.02, true,
        { stretched($0.replacing($0.samples.reversed()), by: 1.02) }
      ),
    ]

  @Test(arguments: changes.indices) func copiesAreFound(_ index: Int) {
    let (name, least, slowing, isReversed, change) = Self.changes[index]
    let found = Self.bases.map { base -> Bool? in
      guard let copy = change(base.signal), let exam = Self.exam(copy) else { return nil }
      guard let pair = Self.isFound(base.exam, exam) else { return false }
      #expect(pair.manner.isReversed == isReversed, "\(base.name) \(name)")
      #expect(abs(pair.manner.slowing - slowing) < 0.003, "\(base.name) \(name) \(pair.manner.slowing)")
      return true
    }
    let count = found.count { $0 == true }
    #expect(Double(count) >= least * Double(found.count), "\(name): \(count) of \(found.count)")
  }

  @Test func otherRecordingsAreNot() {
    let bases = Self.bases
    #expect(bases.count > 50)
    for (index, one) in bases.enumerated() {
      for other in bases[(index + 1)...] {
        #expect(Self.isFound(one.exam, other.exam) == nil, "\(one.name) \(other.name)")
      }
    }
  }
}
