internal import HRSupport

/// Texts and numbers in the data files that describe a recording.
extension DescriptorReader {
  /// Reads the location of an attribute of an object, or of an object that is a text or a number itself.
  mutating func attribute(_ node: JSONNode) -> (file: Int, attribute: FileRequest.Attribute)? {
    let name = node["attribute"]?.string
    if node["attribute"] ?? node["object"] == nil {
      complain("\"attribute\" or \"object\" is needed", at: node)
    }
    guard name != nil || (node["attribute"] == nil && node["object"] != nil),
      let file = fileIndex(node["file"], inherited: 0)
    else {
      return nil
    }
    guard files[file].reader.naming == .objects else {
      complain(
        "only HDF5 \(name == nil ? "and MAT files have objects" : "files have attributes"), and \"\(files[file].name)\" is read as \(files[file].reader.rawValue)",
        at: node)
      return nil
    }
    return (file, FileRequest.Attribute(object: node["object"]?.string ?? "/", name: name))
  }
}
