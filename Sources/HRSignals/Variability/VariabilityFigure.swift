/// Figure of heart-rate variability over one window; ``BeatIntervals/value(of:spectrum:)`` defines each.
package enum VariabilityFigure: String, CaseIterable, Codable, Sendable {
  /// Time domain: mean of the intervals, their standard deviation, root mean square of their successive differences,
  /// share of these above 50 ms. Frequency domain: power at low and at high frequency, and the ratio of the two.
  case meanRR, sdnn, rmssd, pnn50, lf, hf, lfhf

  /// Name in tables: `pNN50`.
  package var title: String {
    switch self {
    case .meanRR: "mean RR"
    case .sdnn: "SDNN"
    case .rmssd: "RMSSD"
    case .pnn50: "pNN50"
    case .lf: "LF"
    case .hf: "HF"
    case .lfhf: "LF/HF"
    }
  }

  /// Unit of the value; empty for the ratio.
  package var unit: String {
    switch self {
    case .meanRR, .sdnn, .rmssd: "ms"
    case .pnn50: "%"
    case .lf, .hf: "ms²"
    case .lfhf: ""
    }
  }

  /// Shortest window in which the figure is judged, in seconds.
  ///
  /// HF about 1 min and LF about 2 min: Task Force of the European Society of Cardiology and the North American
  /// Society of Pacing and Electrophysiology, Circulation 93(5):1043-1065, 1996. RMSSD 30 s and pNN50 60 s: H. J. Baek
  /// et al., Telemed. J. E Health 21(5):404-414, 2015; for RMSSD also M. L. Munoz et al., PLoS ONE 10(9):e0138921,
  /// 2015. SDNN 60 s: the shortest of the proposals (60 to 240 s) in F. Shaffer and J. P. Ginsberg, Front. Public
  /// Health 5:258, 2017. The mean needs 10 s (Baek et al.), but no window of variability is shorter than 30 s.
  package var leastSeconds: Double {
    switch self {
    case .meanRR, .rmssd: 30
    case .sdnn, .pnn50, .hf: 60
    case .lf, .lfhf: 120
    }
  }
}

/// Method that estimates the power of the frequency domain; see ``BeatIntervals/power(inHz:by:)``.
package enum VariabilitySpectrum: String, CaseIterable, Codable, Sendable {
  /// Averaged spectrum of the intervals resampled evenly, or periodogram of the intervals as they are.
  case welch, lombScargle
}

/// Rule for intervals that are not between two normal beats; see ``BeatIntervals/corrected(by:)``.
package enum ArtefactPolicy: String, CaseIterable, Codable, Sendable {
  /// Leaves all intervals, removes outliers, or corrects beats by their kind.
  case none, threshold, kubios
}
