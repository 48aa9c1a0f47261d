package import HRSignals
internal import HRSupport

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

  /// Unit of errors in words: `beats per minute (bpm)`.
  package var errorUnit: String {
    variability == nil ? "\(measurand.events) per minute (bpm)" : "the unit of the figure"
  }
}
