internal import HRSupport

/// Recordings that lie in one file: in groups of an HDF5 file that are alike, or in rows of a table one behind the other.
struct InnerRecordings: Equatable {
  enum Place: Equatable {
    /// Pattern of the groups' paths: `/{recording}`, `/{subject}/{session}`.
    case groups(String)
    case column(NameOrIndex)
  }

  let place: Place
  /// Names of the captures, the outer one first.
  let captures: [String]
  /// Names of the recordings.
  let names: [String]

  /// Reason to take each of the recordings for a person; `nil` if nothing says so.
  var whyPeople: String? {
    if PathFamily.countPeople(names) { return "their names count people" }
    guard case .column(.named(let name)) = place, NameWords(name).hasAny(Vocabulary.subject) else {
      return nil
    }
    return "the column is called \(JSONText.quoted(name))"
  }

  /// Finds the recordings, and leaves the series of the first of them in the outline.
  ///
  /// - Returns: `nil` if the file is one recording.
  init?(_ outline: inout FileOutline) {
    if let recordings = outline.table?.recordings {
      (place, captures, names) = (.column(recordings.column), ["recording"], recordings.names)
      return
    }
    guard outline.reader == FileReader.hdf5.rawValue, let found = Self.groups(outline) else { return nil }
    captures = found.levels == 1 ? ["recording"] : ["subject", "session"]
    place = .groups("/" + (found.prefix + captures.map { "{\($0)}" }).joined(separator: "/"))
    names = found.values.map { $0.joined(separator: "-") }
    let first = "/" + (found.prefix + found.values[0]).joined(separator: "/") + "/"
    let named = "/" + (found.prefix + captures.map { "{\($0)}" }).joined(separator: "/") + "/"
    func templated(_ path: String) -> String? {
      if path + "/" == first { return String(named.dropLast()) }
      return path.hasPrefix(first) ? named + path.dropFirst(first.count) : nil
    }
    outline.series = outline.series.compactMap { series in
      guard case .object(let path, let part) = series.place, let path = templated(path) else { return nil }
      var series = series
      series.place = .object(path, part)
      if case .attribute(let object, let name)? = series.rateSource {
        series.rateSource = .attribute(object: templated(object) ?? object, name: name)
      }
      return series
    }
    outline.numbers = outline.numbers.compactMap { number in
      templated(number.object).map { NumberOutline(object: $0, value: number.value) }
    }
  }

  private typealias Found = (prefix: [String], depth: Int, levels: Int, values: [[String]])

  /// Finds sibling groups that hold the same objects, a pulse wave or an ECG by its own name among them, and are not
  /// called as sensors are.
  private static func groups(_ outline: FileOutline) -> Found? {
    let paths = outline.series.compactMap(\.objectPath).distinct.map {
      $0.split(separator: "/").map(String.init)
    }
    guard let first = paths.first, paths.count == outline.series.compactMap(\.objectPath).distinct.count
    else { return nil }
    let shared = (0..<first.count).prefix { depth in
      paths.allSatisfy { $0.count > depth && $0[depth] == first[depth] }
    }
    let depth = shared.count
    guard let outer = alike(paths.map { Array($0.dropFirst(depth)) }) else { return nil }
    let prefix = Array(first.prefix(depth))
    let inside = paths.filter { $0[depth] == outer[0] }.map { Array($0.dropFirst(depth + 1)) }
    guard let inner = alike(inside) else {
      return isRecording(inside) ? (prefix, depth, 1, outer.map { [$0] }) : nil
    }
    let deepest = inside.filter { $0[0] == inner[0] }.map { Array($0.dropFirst()) }
    guard isRecording(deepest) else {
      return isRecording(inside) ? (prefix, depth, 1, outer.map { [$0] }) : nil
    }
    return (prefix, depth, 2, outer.flatMap { outer in inner.map { [outer, $0] } })
  }

  /// Returns the names of the first groups of some paths if all of them hold the same; `nil` for fewer than two.
  private static func alike(_ paths: [[String]]) -> [String]? {
    guard paths.allSatisfy({ $0.count > 1 }) else { return nil }
    let names = paths.map { $0[0] }.distinct
    let contents = names.map { name in
      paths.filter { $0[0] == name }.map { $0.dropFirst().joined(separator: "/") }
    }
    guard names.count > 1, contents.allSatisfy({ $0 == contents[0] }),
      !names.contains(where: { saysSensor($0) })
    else { return nil }
    return names
  }

  private static func saysSensor(_ name: String) -> Bool {
    let words = NameWords(name)
    return words.hasAny(
      Vocabulary.ecg.union(Vocabulary.pulse).union(Vocabulary.acceleration).union(Vocabulary.breathing)
        .union(Vocabulary.events).union(Vocabulary.rate).union(Vocabulary.others))
      || words.words.contains { $0.count > 1 && Vocabulary.colours[$0] != nil }
  }

  /// Returns true if a pulse wave or an ECG is among the objects of a group, by its own name.
  private static func isRecording(_ paths: [[String]]) -> Bool {
    paths.contains { path in
      path.contains { NameWords($0).hasAny(Vocabulary.ecg.union(Vocabulary.pulse)) }
    }
  }
}
