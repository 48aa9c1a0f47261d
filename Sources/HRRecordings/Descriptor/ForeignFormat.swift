/// Common recording formats that no reader supports, with advice for their conversion.
enum ForeignFormat: CaseIterable {
  case npz, pickle

  /// File name endings in lower case.
  private var endings: [String] {
    switch self {
    case .npz: ["npz"]
    case .pickle: ["pkl", "pickle"]
    }
  }

  /// First bytes of such files.
  var signature: [UInt8] {
    switch self {
    case .npz: [0x50, 0x4B, 0x03, 0x04]
    case .pickle: [0x80]
    }
  }

  var words: String {
    switch self {
    case .npz: "an archive of NumPy arrays (a ZIP file)"
    case .pickle: "a pickle of Python"
    }
  }

  var advice: String {
    switch self {
    case .npz:
      "unpack it, one array a file: for k, v in np.load('x.npz').items(): np.save(k, v, allow_pickle=False)"
    case .pickle:
      "reading one can run code, so none is read: save its arrays with np.save(…, allow_pickle=False), or its table as CSV"
    }
  }

  /// Selects the format by the ending of a file name; `nil` for other endings.
  init?(path: String) {
    guard let ending = path.split(separator: ".").last?.lowercased(),
      let format = Self.allCases.first(where: { $0.endings.contains(ending) })
    else { return nil }
    self = format
  }
}
