internal import HRSignals

/// Windows of a recording and their reference.
struct WindowTruth {
  let windows: [TimeRange]
  let rates: [WindowTable.ReferenceCell]
  let beats: [Double]
  let detectors: [ReferenceDetector]

  /// - Parameters:
  ///   - reference: of the recording.
  ///   - windows: in which it is read.
  ///   - notJudged: stretches on which no detector is judged.
  init(_ reference: Reference, in windows: [TimeRange], notJudged: [TimeRange] = []) {
    self.windows = windows
    let reader = ReferenceReader(reference, notJudged: notJudged)
    rates = windows.map { window in
      switch reader.rate(in: window) {
      case .success(let bpm): .bpm(bpm)
      case .failure(let error): .none(error.absence.rawValue)
      }
    }
    beats = reference.beatTimes
    let own = windows.map { reader.detectorRates(in: $0) }
    detectors = reader.detectorNames.enumerated().map { index, name in
      ReferenceDetector(name: name, ratesBPM: own.map { $0[index] })
    }
  }
}
