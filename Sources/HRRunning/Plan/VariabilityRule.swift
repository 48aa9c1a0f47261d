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
  /// Share of a window that intervals must cover, as for a rate (``ReferenceReader``).
  package static let coverageShare = 0.8

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

/// Quantity of an experiment.
package enum MeasuredQuantity: String, CaseIterable, Codable, Sendable {
  case heartRate, breathingRate, hrv

  /// Quantity that detectors estimate and references state.
  package var measurand: Measurand {
    switch self {
    case .heartRate, .hrv: .heartRate
    case .breathingRate: .breathingRate
    }
  }

  /// Name in words: `heart rate`.
  package var words: String {
    switch self {
    case .heartRate, .breathingRate: measurand.words
    case .hrv: "heart-rate variability"
    }
  }
}

extension RunPlan {
  package var quantity: MeasuredQuantity {
    variability != nil ? .hrv : measurand == .breathingRate ? .breathingRate : .heartRate
  }

  /// Unit of the values of a scenario: `bpm`, `ms`; empty for a ratio.
  package func unit(of scenario: Int) -> String { scenarios[scenario].figure?.unit ?? Self.rateUnit }

  /// Returns the unit of the scenario with a label.
  package func unit(ofScenario label: String) -> String {
    scenarios.firstIndex { $0.label == label }.map(unit) ?? unit
  }

  /// Unit of all values; empty where scenarios differ in it.
  package var unit: String {
    let units = scenarios.indices.map(unit).distinct
    return units.count == 1 ? units[0] : units.isEmpty ? Self.rateUnit : ""
  }

  package static let rateUnit = "bpm"

  /// Returns the unit of a scenario's values behind a number: ` bpm`; empty for a ratio.
  package func inUnit(of scenario: Int) -> String { Self.behind(unit(of: scenario)) }

  /// Returns the same of the scenario with a label.
  package func inUnit(ofScenario label: String) -> String { Self.behind(unit(ofScenario: label)) }

  /// Returns a unit behind a number: ` bpm`; empty for none.
  package static func behind(_ unit: String) -> String { unit.isEmpty ? "" : " \(unit)" }

  /// Returns the greatest acceptable distance of limits of agreement from 0, in the scenario's unit; `nil`: not declared.
  package func acceptableDifference(of scenario: Int) -> Double? {
    guard let figure = scenarios[scenario].figure else { return acceptableDifferenceBPM }
    return variability?.acceptable[figure]
  }
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

extension RunPlan {
  /// Unit of errors in words: `beats per minute (bpm)`.
  package var errorUnit: String {
    variability == nil ? "\(measurand.events) per minute (bpm)" : "the unit of the figure"
  }
}
