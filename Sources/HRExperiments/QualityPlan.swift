package import HRPlugins

/// A quality index with its parameters.
package struct QualityPlan: Sendable {
  package let info: PluginInfo
  package let parameters: ParameterValues
  package let better: QualityDirection
  package let index: any QualityIndex
  /// The first whose inputs a data set has is looked through.
  package let extractors: [Pipeline.ExtractorChoice]

  /// Equal for equal indices with equal parameters.
  package var identity: String { info.definition + parameters.text }

  /// The index on the scale of confidences: strictly rising with quality, between 0 and 1, ½ at an index of 0.
  ///
  /// ½ + ½·v / (1 + |v|), where v is the index, or its negative where lower is better. It orders windows and promises
  /// no probability.
  package func confidence(_ value: Double) -> Double {
    let signed = better == .higher ? value : -value
    return 0.5 + 0.5 * signed / (1 + abs(signed))
  }
}

/// One line of `acceptWhen`: what must hold for an estimate to stand.
package enum AcceptanceRule: Sendable {
  /// What an index must be. Both edges belong to it; a window whose index does not exist is not accepted.
  case index(QualityPlan, atLeast: Double?, atMost: Double?)
  /// What the detector itself must say; a window of which it says nothing is not accepted.
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

/// What an experiment makes of the quality of a detector's windows.
package struct QualityDemand: Sendable {
  package let acceptWhen: [AcceptanceRule]
  package let confidenceFrom: QualityPlan?

  package static let none = QualityDemand(acceptWhen: [], confidenceFrom: nil)

  package var isEmpty: Bool { acceptWhen.isEmpty && confidenceFrom == nil }

  /// All indices it asks for.
  var qualities: [QualityPlan] { (acceptWhen.map(\.quality) + [confidenceFrom]).compactMap(\.self) }
}

/// One entry of the experiment's `qualities`: an index that is written down for every window.
package struct QualityColumn: Sendable {
  package let label: String
  package let quality: QualityPlan
}
