/// File names made from labels: lower-case ASCII letters, digits and single hyphens; unique within one set.
struct FileNames {
  private var taken: [String] = []

  /// `white noise, 5 dB` → `white-noise-5-db`; a second one gets `-2`.
  mutating func name(for label: String) -> String {
    let slug = Self.slug(label)
    var name = slug
    var number = 2
    while taken.contains(name) {
      name = "\(slug)-\(number)"
      number += 1
    }
    taken.append(name)
    return name
  }

  /// `figures/agreement-clean.svg`
  mutating func path(of kind: FigureKind, _ label: String) -> String {
    "\(OwnedFiles.figures)/\(name(for: kind.words(label))).svg"
  }

  /// Returns a name of at most 60 characters; `figure` if no character of the label is left.
  static func slug(_ label: String) -> String {
    let scalars = Array(label.unicodeScalars)
    var slug = ""
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "a"..."z", "0"..."9": slug.unicodeScalars.append(scalar)
      case "A"..."Z": slug += String(scalar).lowercased()
      default:
        if !slug.isEmpty, !slug.hasSuffix("-") { slug += "-" }
        // -5 dB and 5 dB are different scenarios.
        let isSign = scalar == "-" || scalar == "−"
        let startsWord = index == 0 || [" ", "(", "="].contains(scalars[index - 1])
        let endsInDigit = index + 1 < scalars.count && ("0"..."9").contains(scalars[index + 1])
        if isSign, startsWord, endsInDigit { slug += "minus-" }
      }
    }
    slug = String(slug.prefix(60))
    while slug.hasSuffix("-") { slug.removeLast() }
    return slug.isEmpty ? "figure" : slug
  }
}
