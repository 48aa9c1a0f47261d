internal import HRSupport

/// Paths of a descriptor other than the patterns of its recordings.
extension DescriptorReader {
  /// Refuses a path that, as written, goes up or is absolute.
  mutating func refuseDeparture(_ node: JSONNode) {
    guard let path = node.string, ReadingScope.leaves(path) else { return }
    complain("the path \"\(path)\" leaves the data set's root", at: node, hint: PathPattern.rootHint)
  }

  /// Checks the folder under `$HREVAL_DATA`, or the name used in its place.
  mutating func checkFolder(_ node: JSONNode?) {
    guard let node, let folder = node.string, ReadingScope.leaves(folder) else { return }
    complain(
      "\"\(folder)\" cannot name a folder under HREVAL_DATA", at: node,
      hint: "write a name, without / at its start and without ..")
  }

  mutating func readFetch(_ list: [JSONNode]) -> [DatasetDescriptor.FetchItem] {
    list.compactMap { item in
      guard let url = item[FetchKey.url], let sha = item.node(FetchKey.sha256),
        let path = item.node(FetchKey.path)
      else { return nil }
      let digest = sha.string ?? ""
      if digest.count != 64 || !digest.allSatisfy(\.isHexDigit) {
        complain("a SHA-256 has 64 hexadecimal digits", at: sha)
      }
      if path.string.map(ReadingScope.leaves) == true {
        complain("\"path\" must stay below the data set's root", at: path)
      }
      return .init(url: url, sha256: digest.lowercased(), path: path.string ?? "")
    }
  }
}
