/// Search for the text of each capture in one part of a path, each as short as possible.
///
/// A failed attempt is not repeated. The time for a pattern with many captures is therefore at most proportional to
/// their number times the square of the name's length.
struct PathSearch {
  private let pieces: [PathPattern.Piece]
  private let name: [Character]
  /// Pairs of piece and position from which nothing matches; not kept if the result depends on earlier captures.
  private var failed: [Bool]
  private let isKept: Bool

  init(_ pieces: [PathPattern.Piece], in name: String) {
    self.pieces = pieces
    self.name = Array(name)
    failed = Array(repeating: false, count: pieces.count * (self.name.count + 1))
    isKept = !Self.hasTwice(pieces)
  }

  /// Maximum number of open pieces (stars and captures) in a part in which a capture's name occurs twice.
  static let mostOpen = 3

  /// Returns true if the search ends soon for every name.
  static func isQuick(_ pieces: [PathPattern.Piece]) -> Bool {
    !hasTwice(pieces) || Set(captureNames(pieces)).count + pieces.count { $0 == .star } <= mostOpen
  }

  private static func captureNames(_ pieces: [PathPattern.Piece]) -> [String] {
    pieces.compactMap { if case .capture(let name) = $0 { name } else { nil } }
  }

  private static func hasTwice(_ pieces: [PathPattern.Piece]) -> Bool {
    let names = captureNames(pieces)
    return Set(names).count < names.count
  }

  /// - Parameter known: captures of earlier parts of the path.
  /// - Returns: these and the part's own; `nil` if the name does not match.
  mutating func captures(beside known: PathPattern.Captures) -> PathPattern.Captures? {
    captures(from: 0, at: 0, known)
  }

  private mutating func captures(
    from piece: Int, at place: Int, _ known: PathPattern.Captures
  ) -> PathPattern.Captures? {
    guard piece < pieces.count else { return place == name.count ? known : nil }
    guard !hasFailed(piece, at: place) else { return nil }
    if let found = fitting(piece, at: place, known) { return found }
    if isKept { failed[key(piece, at: place)] = true }
    return nil
  }

  private func key(_ piece: Int, at place: Int) -> Int { piece * (name.count + 1) + place }

  /// Returns true if a search from here has failed; checked before a captured text is made, since most of those fail.
  private func hasFailed(_ piece: Int, at place: Int) -> Bool {
    isKept && piece < pieces.count && failed[key(piece, at: place)]
  }

  private mutating func fitting(
    _ piece: Int, at place: Int, _ known: PathPattern.Captures
  ) -> PathPattern.Captures? {
    switch pieces[piece] {
    case .text(let text): return plain(text, piece, at: place, known)
    case .star:
      if piece == pieces.count - 1 { return known }
      for end in place...name.count {
        if let found = captures(from: piece + 1, at: end, known) { return found }
      }
      return nil
    case .capture(let capture):
      if let earlier = known.first(where: { $0.name == capture }) {
        return plain(earlier.value, piece, at: place, known)
      }
      guard place < name.count else { return nil }
      for end in (place + 1)...name.count where !hasFailed(piece + 1, at: end) {
        let value = String(name[place..<end])
        if let found = captures(from: piece + 1, at: end, known + [.init(name: capture, value: value)]) {
          return found
        }
      }
      return nil
    }
  }

  private mutating func plain(
    _ text: String, _ piece: Int, at place: Int, _ known: PathPattern.Captures
  ) -> PathPattern.Captures? {
    guard name[place...].starts(with: text) else { return nil }
    return captures(from: piece + 1, at: place + text.count, known)
  }
}
