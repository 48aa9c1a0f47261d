internal import HRSupport

/// The experiment's question: the key `question`.
extension ExperimentResolver {
  mutating func question(_ node: JSONNode?) -> String? {
    guard let node, let text = node.string else { return nil }
    if text.allSatisfy(\.isWhitespace) {
      complain("the question is empty", at: node, hint: "ask it in one line, or leave the key out")
    } else if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      complain(
        "the question has a line break or another control character", at: node, hint: "keep it to one line")
    }
    return text
  }
}
