/// Returns the agreement of two detectors' beats: of all beats that either found, the share that both found.
///
/// matched / (found by a + found by b − matched), the signal quality index bSQI of Q. Li, R. G. Mark and G. D.
/// Clifford, Physiological Measurement 29(1):15-32, 2008; matched one to one as ``Reference/AgreeingBeats`` matches.
/// They cut the lists to windows of 10 s and match within 0.15 s.
///
/// - Parameters:
///   - a: seconds, ascending.
///   - b: seconds, ascending.
///   - toleranceSeconds: maximum distance of two beats that are the same.
/// - Returns: 0…1, the same for both orders; `nil` if neither found a beat.
public func beatAgreement(_ a: [Double], _ b: [Double], toleranceSeconds: Double = 0.15) -> Double? {
  guard !a.isEmpty || !b.isEmpty else { return nil }
  let matched = Reference.AgreeingBeats(first: a, second: b, toleranceSeconds: toleranceSeconds).matched.count
  return Double(matched) / Double(a.count + b.count - matched)
}
