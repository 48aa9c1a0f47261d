internal import HRNumerics
package import HRSignals

/// Result of an examination as bytes: on the way from a worker, and in the store.
extension ByteWriter {
  package mutating func write(_ exam: RecordingExam?) {
    write(exam == nil ? 0 : 1)
    guard let exam else { return }
    write(exam.findings)
    write(exam.marks.count)
    for mark in exam.marks { write(mark) }
    write(exam.landmarks.map(\.seconds))
    for landmark in exam.landmarks { write(landmark.course) }
    write(exam.ends.count)
    for ends in exam.ends { write(ends) }
  }

  private mutating func write(_ ends: ChannelEnds) {
    write(ends.kind.rawValue)
    write(ends.sampleRate)
    write(ends.range.start)
    write(ends.range.end)
    for end in [ends.first, ends.last] {
      write(end.edge + end.prediction.weights + [end.prediction.constant, end.prediction.error])
    }
  }

  package mutating func write(_ findings: [DataFinding]) {
    write(findings.count)
    for finding in findings {
      write(finding.kind.rawValue)
      write(finding.place)
      write(finding.evidence)
      write(finding.mend)
    }
  }
}

extension ByteReader {
  package mutating func exam() throws(Damaged) -> RecordingExam? {
    guard try flag() else { return nil }
    let findings = try findings()
    var marks: [UInt64] = []
    for _ in 0..<(try count()) { marks.append(try bits()) }
    var landmarks: [WaveLandmark] = []
    for seconds in try finiteNumbers() {
      landmarks.append(WaveLandmark(course: try bits(), seconds: seconds))
    }
    var ends: [ChannelEnds] = []
    for _ in 0..<(try count()) { ends.append(try channelEnds()) }
    return RecordingExam(findings: findings, marks: marks, landmarks: landmarks, ends: ends)
  }

  private mutating func channelEnds() throws(Damaged) -> ChannelEnds {
    guard let kind = ChannelKind(rawValue: try string()) else { throw Damaged() }
    return ChannelEnds(
      kind: kind, sampleRate: try finite(), range: TimeRange(start: try finite(), end: try finite()),
      first: try end(), last: try end())
  }

  private mutating func end() throws(Damaged) -> ChannelEnds.End {
    let (numbers, order) = (try finiteNumbers(), LinearPrediction.order)
    guard numbers.count == 2 * order + 2 else { throw Damaged() }
    return ChannelEnds.End(
      edge: Array(numbers.prefix(order)),
      prediction: LinearPrediction(
        weights: Array(numbers[order..<(2 * order)]), constant: numbers[2 * order],
        error: numbers[2 * order + 1]))
  }

  package mutating func findings() throws(Damaged) -> [DataFinding] {
    var findings: [DataFinding] = []
    for _ in 0..<(try count()) {
      guard let kind = DataFinding.Kind(rawValue: try string()) else { throw Damaged() }
      findings.append(
        DataFinding(kind, at: try optionalString(), evidence: try string(), mend: try string()))
    }
    return findings
  }
}
