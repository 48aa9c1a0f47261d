import HRDoctor
import HRSignals
import Testing

/// Labels against the accelerometer.
@Suite struct LabelTests {
  /// Alternating rest and movement, with lengths such that no other shift fits.
  private static let spans: [(length: Double, isMoving: Bool)] = [
    (40, false), (55, true), (70, false), (35, true), (90, false), (60, true),
  ]

  private func recording(labelsLateBy late: Double) -> Recording {
    var stretches: [LabelledStretches.Stretch] = []
    var samples: [Double] = []
    var start = 0.0
    for span in Self.spans {
      stretches.append(
        .init(
          range: TimeRange(start: start + late, end: start + span.length + late),
          label: span.isMoving ? "walking" : "sitting"))
      for _ in 0..<Int(span.length * 50) {
        samples.append((span.isMoving ? 0.4 : 0.01) * PlantedMistakes.noise(samples.count))
      }
      start += span.length
    }
    return Recording(
      id: "r", channels: Channels([.accelerometerX: .uniform(Signal(samples: samples, sampleRate: 50))]),
      reference: .none, labels: [LabelledStretches(name: "activity", stretches: stretches)])
  }

  @Test(arguments: [0, 1, 3])
  func labelsThatFitAreNotComplainedOf(_ late: Double) {
    let exam = Doctor.examine(recording(labelsLateBy: late), needsReference: false)
    #expect(exam.findings == [])
  }

  @Test(arguments: [12.0, 25, -20, 60])
  func aConstantShiftIsFoundAndMeasured(_ late: Double) throws {
    let findings = Doctor.examine(recording(labelsLateBy: late), needsReference: false).findings
    let finding = try #require(findings.first)
    #expect(findings.count == 1 && finding.kind == .labelShift && finding.place == "labels activity")
    #expect(
      finding.evidence.hasPrefix("taken \(Int(abs(late))) s \(late > 0 ? "earlier" : "later")"), "\(finding)")
    #expect(finding.mend.hasSuffix("\"offsetSeconds\" would be \(Int(-late))"), "\(finding)")
  }
}
