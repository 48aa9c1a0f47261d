package import HRPlugins

/// A quality index with its parameters.
package struct QualityPlan: Sendable {
  package let info: PluginInfo
  package let parameters: ParameterValues
  package let better: QualityDirection
  package let index: any QualityIndex
  /// The first one whose inputs a data set has makes the wave that the index reads.
  package let extractors: [Pipeline.ExtractorChoice]

  /// Equal for equal indices with equal parameters.
  package var identity: String { info.definition + parameters.text }

  /// Returns the index on the scale of confidences: strictly increasing with quality, between 0 and 1, ½ at an
  /// index of 0.
  ///
  /// ½ + ½·v / (1 + |v|), where v is the index, or its negative if lower is better. It orders windows and is no
  /// probability.
  package func confidence(_ value: Double) -> Double {
    let signed = better == .higher ? value : -value
    return 0.5 + 0.5 * signed / (1 + abs(signed))
  }
}

/// One line of `acceptWhen`: a condition that a window must meet for its estimate to be accepted.
package enum AcceptanceRule: Sendable {
  /// Range of an index, including both bounds; a window whose index does not exist is not accepted.
  case index(QualityPlan, atLeast: Double?, atMost: Double?)
  /// Words of the detector; a window without a word is not accepted.
  case word(DetectorWord, anyOf: [String])

  var quality: QualityPlan? {
    if case .index(let quality, _, _) = self { return quality }
    return nil
  }

  package static func accepts(_ value: Double?, atLeast: Double?, atMost: Double?) -> Bool {
    guard let value else { return false }
    return value >= atLeast ?? -.infinity && value <= atMost ?? .infinity
  }
}

/// Use of quality indices for a detector's windows in an experiment.
package struct QualityDemand: Sendable {
  package let acceptWhen: [AcceptanceRule]
  package let confidenceFrom: QualityPlan?

  package static let none = QualityDemand(acceptWhen: [], confidenceFrom: nil)

  package var isEmpty: Bool { acceptWhen.isEmpty && confidenceFrom == nil }

  /// All indices that it uses.
  var qualities: [QualityPlan] { (acceptWhen.map(\.quality) + [confidenceFrom]).compactMap(\.self) }
}

/// One entry of the experiment's `qualities`: an index that is written for every window.
package struct QualityColumn: Sendable {
  package let label: String
  package let quality: QualityPlan
}
