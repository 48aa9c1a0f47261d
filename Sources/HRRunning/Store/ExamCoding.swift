package import HRSignals

/// Result of an examination as bytes: on the way from a worker, and in the store.
extension ByteWriter {
  package mutating func write(_ exam: RecordingExam?) {
    write(exam == nil ? 0 : 1)
    guard let exam else { return }
    write(exam.findings)
    write(exam.marks.count)
    for mark in exam.marks { write(mark) }
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
    return RecordingExam(findings: findings, marks: marks)
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
