package import HRSupport

/// Problems as bytes, for the way from a worker to its command.
extension ByteWriter {
  package mutating func write(_ problems: [Diagnostic]) {
    write(problems.count)
    for problem in problems {
      write(problem.severity.rawValue)
      write(problem.message)
      write(problem.details)
      write(problem.hint)
      write(problem.place == nil ? 0 : 1)
      guard let place = problem.place else { continue }
      write(place.file)
      write(place.line ?? 0)
      write(place.column ?? 0)
      write(place.path)
      write(place.excerpt)
    }
  }

  package mutating func write(_ text: String?) {
    write(text == nil ? 0 : 1)
    write(text ?? "")
  }
}

extension ByteReader {
  package mutating func diagnostics() throws(Damaged) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    for _ in 0..<(try count()) {
      guard let severity = Diagnostic.Severity(rawValue: try string()) else { throw Damaged() }
      let message = try string()
      let details = try strings()
      let hint = try optionalString()
      var place: Diagnostic.Place?
      if try flag() {
        let file = try string()
        let line = try integer()
        let column = try integer()
        // Lines and columns count from 1.
        place = Diagnostic.Place(
          file: file, line: line > 0 ? line : nil, column: column > 0 ? column : nil,
          path: try optionalString(), excerpt: try optionalString())
      }
      problems.append(Diagnostic(message, details: details, severity: severity, place: place, hint: hint))
    }
    return problems
  }

  package mutating func optionalString() throws(Damaged) -> String? {
    let isThere = try flag()
    let text = try string()
    return isThere ? text : nil
  }
}
