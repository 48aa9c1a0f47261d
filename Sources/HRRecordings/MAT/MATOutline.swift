internal import CHRFiles
internal import HRSupport

/// The variables of a MAT file of version 4 to 7, with the fields of structs and the first cells.
enum MATOutline {
  private static let deepest = 8

  static func read(_ path: String, budget: ReadingBudget) throws(Diagnostics) -> FileOutline {
    var file = try MATFile(path, budget: budget)
    var outline = FileOutline(reader: FileReader.mat.rawValue)
    let variables = try file.variables(fitting: "*")
    var arrays: [(array: MATArray, depth: Int)] = variables.reversed().map { ($0, 0) }
    while let (array, depth) = arrays.popLast() {
      guard outline.series.count < FileOutline.mostSeries else {
        outline.notes.append("only the first \(FileOutline.mostSeries) arrays were looked at")
        break
      }
      switch array.info.kind {
      case HR_MAT_NUMBERS: add(array, file, &outline)
      case HR_MAT_STRUCTS where depth < deepest && array.count >= 1:
        // The first struct of an array of structs represents all of them.
        let element = array.count == 1 ? "" : "(1)"
        arrays += array.fields.enumerated().reversed().compactMap { index, field in
          array.part(field: index, at: 0, "\(array.spoken)\(element).\(field)").map { ($0, depth + 1) }
        }
        if array.count > 1 {
          outline.notes.append("\(array.spoken) has \(array.count) structs, and the first was looked at")
        }
      case HR_MAT_CELLS where depth < deepest && array.count >= 1:
        arrays += (0..<min(array.count, 16)).reversed().compactMap { index in
          array.part(field: 0, at: index, "\(array.spoken){\(index + 1)}").map { ($0, depth + 1) }
        }
      default: break
      }
    }
    return outline
  }

  private static func add(_ array: MATArray, _ file: borrowing MATFile, _ outline: inout FileOutline) {
    guard array.count > 0, array.count <= FileOutline.mostValues else {
      if array.count > 0 {
        outline.notes.append("\(array.spoken) has \(array.count) numbers, more than are looked at")
      }
      return
    }
    let sizes = array.dimensions
    guard sizes.count == 2, let values = try? file.numbers(array) else { return }
    if array.count == 1 {
      outline.numbers.append(NumberOutline(object: array.spoken, value: values[0]))
      return
    }
    // `sig.ppg.v` is a wave with its struct's name, so the whole path is the name.
    let name = array.spoken
    if sizes.contains(1) {
      outline.series.append(
        SeriesOutline(.object(name, .whole), name: name, count: array.count, summary: ValueSummary(values)))
      return
    }
    outline.addLines(
      of: SeriesOutline(.object(name, .whole), name: name), name, sizes, values, areRowsWhole: false)
  }
}
