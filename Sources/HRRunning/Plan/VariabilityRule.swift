package import HRSignals

/// Rule by which heart-rate variability is measured in a run.
///
/// Detectors are shown the windows of the experiment as ever. Their beats are put together over the recording
/// (``BeatTrain``), and these windows are cut out of all beats.
package struct VariabilityRule: Codable, Equatable, Sendable {
  /// A number in the unit of its figure.
  package struct Bound: Codable, Equatable, Sendable {
    package let figure: VariabilityFigure
    package let value: Double

    package init(figure: VariabilityFigure, value: Double) { (self.figure, self.value) = (figure, value) }
  }

  /// Length of a window, in seconds: by default 300 (Task Force of the ESC and NASPE, Circulation 93:1043-1065, 1996).
  package static let standardWindowSeconds = 300.0

  package let windowSeconds: Double
  /// Seconds from one window's start to the next.
  package let hopSeconds: Double
  /// Rule for intervals that are not normal ones, the same for reference and detectors.
  package let artefacts: ArtefactPolicy
  package let spectrum: VariabilitySpectrum
  /// Figures in the order of the experiment, each once.
  package let figures: [VariabilityFigure]
  /// Differences of errors that do not matter, where the experiment declares any.
  package let margins: [Bound]
  /// Greatest acceptable distances of limits of agreement from 0, where the experiment declares any.
  package let acceptable: [Bound]

  package init(
    windowSeconds: Double = standardWindowSeconds, hopSeconds: Double? = nil,
    artefacts: ArtefactPolicy = .none, spectrum: VariabilitySpectrum = .welch, figures: [VariabilityFigure],
    margins: [Bound] = [], acceptable: [Bound] = []
  ) {
    (self.windowSeconds, self.hopSeconds) = (windowSeconds, hopSeconds ?? windowSeconds)
    (self.artefacts, self.spectrum, self.figures) = (artefacts, spectrum, figures)
    (self.margins, self.acceptable) = (margins, acceptable)
  }

  /// Windows of a recording.
  package var windows: WindowPlan {
    WindowPlan(mode: .continuous, windowSeconds: windowSeconds, hopSeconds: hopSeconds)
  }
}

extension [VariabilityRule.Bound] {
  package subscript(figure: VariabilityFigure) -> Double? { first { $0.figure == figure }?.value }
}

extension VariabilityRule {
  /// `300 s windows every 300 s; artefacts: none; spectrum: welch`
  package var described: String {
    let windows = windows.described
    let spectral =
      figures.contains { [.lf, .hf, .lfhf].contains($0) } ? "; spectrum: \(spectrum.rawValue)" : ""
    return "\(windows); artefacts: \(artefacts.rawValue)\(spectral)"
  }
}
