/// Returns the known name that is most likely meant by `name`.
///
/// Optimal string alignment distance (insert, delete, replace, swap of neighbours), letters compared
/// without case; accepted up to a third of the longer name's length (at least 1). The first of equally
/// close names wins.
///
/// - Returns: `nil` if no name is close.
package func suggestion(for name: String, among known: [String]) -> String? {
  var best: (name: String, distance: Int)?
  guard name.count <= longestName else { return nil }
  for candidate in known.prefix(mostCandidates) where candidate.utf8.count <= 4 * longestName {
    let distance = alignmentDistance(Array(name.lowercased()), Array(candidate.lowercased()))
    let limit = max(1, max(name.count, candidate.count) / 3)
    if distance <= limit, distance < (best?.distance ?? Int.max) {
      best = (candidate, distance)
    }
  }
  return best?.name
}

/// Limits: longer names are not typing errors, and a search among more candidates would take too long.
private let longestName = 100
private let mostCandidates = 1000

extension String {
  /// Name for a message: at most 60 letters of it.
  package var shortened: String {
    let most = 60
    return utf8.count <= most || count <= most ? self : prefix(most - 1) + "…"
  }
}

/// Returns "did you mean …?", or the list of known names if none is close.
package func suggestionHint(for name: String, among known: [String], listing: Int = 12) -> String {
  if let close = suggestion(for: name, among: known) {
    return "did you mean \"\(close)\"?"
  }
  let shown = known.prefix(listing).map { "\"\($0.shortened)\"" }.joined(separator: ", ")
  return "known here: " + shown + (known.count > listing ? ", …" : "")
}

private func alignmentDistance(_ a: [Character], _ b: [Character]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [Int](repeating: i + 1, count: b.count + 1)
    for j in b.indices {
      let cost = a[i] == b[j] ? 0 : 1
      row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + cost)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
      }
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}

extension [String] {
  /// First elements for a message: `a, b, c`; of more than five the first five and `…`.
  package var firstFew: String {
    prefix(5).joined(separator: ", ") + (count > 5 ? ", …" : "")
  }
}

extension Sequence where Element: Hashable {
  /// Elements without repetition, in the order of their first occurrence.
  package var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
