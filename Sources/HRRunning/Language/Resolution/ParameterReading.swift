internal import HRSupport
internal import HRPlugins

extension ParameterValues {
  /// The values of a `parameters` object; members that the plugin does not know are left out (the shape reports
  /// them).
  init(nodes: JSONNode?, _ descriptions: [ParameterDescription]) {
    self.init(
      descriptions.compactMap { description in
        nodes?[description.name].flatMap { ParameterValue($0, in: description.domain) }.map {
          Entry(description.name, $0)
        }
      })
  }

  /// Every parameter with its value, defaults included, in the order of the table.
  func completed(from descriptions: [ParameterDescription]) -> ParameterValues {
    ParameterValues(descriptions.map { Entry($0.name, self[$0.name] ?? $0.defaultValue) })
  }
}

extension ParameterValue {
  init?(_ node: JSONNode, in domain: ParameterDomain) {
    let value: ParameterValue? =
      switch domain {
      case .number: node.number.map { .number($0) }
      case .integer: node.integer.map { .integer($0) }
      case .choice: node.string.map { .choice($0) }
      }
    guard let value, domain.contains(value) else { return nil }
    self = value
  }
}
