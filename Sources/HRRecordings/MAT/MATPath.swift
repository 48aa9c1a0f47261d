internal import HRSupport

/// Path of an array in a MAT file, in MATLAB's notation: `ppg.v`, `subject{3}.ecg`, `data(2).ppg.v`.
///
/// Indices count from 1, and there may be one for each dimension. `*` in a name matches any part of it.
struct MATPath: Equatable {
  enum Step: Equatable {
    /// A variable, or a field of a struct.
    case name(String)
    /// A cell.
    case cell([Int])
    /// A struct of an array of structs.
    case element([Int])

    var spoken: String {
      switch self {
      case .name(let name): name
      case .cell(let indices): "{" + indices.map(String.init).joined(separator: ",") + "}"
      case .element(let indices): "(" + indices.map(String.init).joined(separator: ",") + ")"
      }
    }
  }

  let variable: String
  let steps: [Step]

  /// - Returns: `nil` for a text that is not such a path.
  init?(_ text: String) {
    var rest = text[...]
    var steps: [Step] = []
    while let first = rest.first {
      switch first {
      case "{", "(":
        guard !steps.isEmpty, let end = rest.firstIndex(of: first == "{" ? "}" : ")"),
          let indices = Self.indices(rest[rest.index(after: rest.startIndex)..<end])
        else { return nil }
        steps.append(first == "{" ? .cell(indices) : .element(indices))
        rest = rest[rest.index(after: end)...]
      default:
        if !steps.isEmpty {
          guard first == "." else { return nil }
          rest.removeFirst()
        }
        let name = rest.prefix { !".{}()/ ".contains($0) }
        guard !name.isEmpty else { return nil }
        steps.append(.name(String(name)))
        rest = rest.dropFirst(name.count)
      }
    }
    guard case .name(let variable)? = steps.first else { return nil }
    self.variable = variable
    self.steps = Array(steps.dropFirst())
  }

  private static func indices(_ text: Substring) -> [Int]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      Int(part.drop { $0 == " " }, radix: 10).flatMap { $0 >= 1 ? $0 : nil }
    }
    return numbers.count == parts.count ? numbers : nil
  }
}
