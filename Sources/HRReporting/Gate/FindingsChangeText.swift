internal import HREvaluation

/// New findings about the data, and those that are gone, in the words of a gate.
struct FindingsChangeText {
  let change: FindingsChange

  var newCount: Int { change.new.count }

  /// Sentences, one per new finding, with its evidence.
  var news: [String] {
    change.new.map { group in
      "new finding \(DataFindingsText.heading(group)) \(DataFindingsText.evidence(group))"
    }
  }

  /// Line on the findings that are gone; `nil` if none is.
  var gone: String? {
    guard !change.gone.isEmpty else { return nil }
    return "findings of the baseline that are gone: "
      + change.gone.map { "\($0.kind.rawValue) (\($0.dataset))" }.joined(separator: ", ")
  }
}
