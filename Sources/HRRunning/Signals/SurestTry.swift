/// Returns the measurement that counts of several of one recording: definition `surestTry@1`.
///
/// Among the tries that have an estimate, it is the one with the highest confidence; of equally confident ones the
/// earliest. An estimate with a confidence goes before one without. If none has a confidence, the first counts: such a
/// detector has no surest try. If no try has an estimate, the first's abstention counts.
///
/// - Parameter tries: at least one, each of a single window, in order of time, after their quality was judged.
/// - Returns: its estimate with the beats of all tries, and its number, from 0.
func surestTry(of tries: [DetectorOutput]) -> (output: DetectorOutput, chosenTry: Int) {
  var best: (number: Int, confidence: Double)?
  for (number, output) in tries.enumerated() {
    guard let cell = output.estimates.cells.first, cell.hasValue else { continue }
    // A missing confidence is below every other; NaN counts as missing.
    let confidence = cell.confidence.flatMap { $0.isNaN ? nil : $0 } ?? -.infinity
    if best.map({ confidence > $0.confidence }) ?? true { best = (number, confidence) }
  }
  let number = best?.number ?? 0
  return (DetectorOutput(tries[number].estimates, BeatTrain(joining: tries.compactMap(\.train))), number)
}
