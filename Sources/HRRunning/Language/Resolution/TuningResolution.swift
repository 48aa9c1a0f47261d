internal import HRSupport
internal import HRPlugins

/// The key `tunedOn` of a detector's entry: the data on which the experiment's author tuned it.
enum TuningKey {
  static let name = "tunedOn"

  static let field = ObjectShape.Field(
    name, .list(.string),
    "Recordings by which its parameters here were chosen: a data set's name, or data set/recording, with * and ?. Empty: there are none."
  )
}

extension ExperimentResolver {
  /// Reads the key; `nil` if the entry does not have it.
  mutating func tuning(_ node: JSONNode) -> [TunedOn]? {
    guard let list = node[TuningKey.name]?.elements else { return nil }
    return list.compactMap { element in
      guard let text = element.string else { return nil }
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.allSatisfy({ !$0.isEmpty }), let dataset = parts.first else {
        complain(
          "\"\(text)\" names no data set, or no recording of one", at: element,
          hint: "written like \"welltory-ppg\" or \"welltory-ppg/subject_0*\"")
        return nil
      }
      return TunedOn(dataset, recordings: Array(parts.dropFirst()), "Parameters were chosen by it.")
    }
  }
}
