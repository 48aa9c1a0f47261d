internal import HRSupport

/// Moments as read from the texts of an array, of which some may say none.
struct ReadMoments {
  /// Maximum number of wrong texts that are reported; the others are counted.
  private static let mostProblems = 20

  let nanoseconds: [Int64]
  /// Entries other than 0 for texts that name their zones.
  let zoned: [UInt8]
  let names: EntryNames
  let file: String
  private let isZoned: Bool
  private let wrong: [Int]

  init(nanoseconds: [Int64], zoned: [UInt8], names: EntryNames, file: String) {
    (self.nanoseconds, self.zoned, self.names, self.file) = (nanoseconds, zoned, names, file)
    let isZoned = nanoseconds.firstIndex { $0 != Moments.missing }.map { zoned[$0] != 0 } ?? false
    self.isZoned = isZoned
    wrong = nanoseconds.indices.filter {
      nanoseconds[$0] == Moments.missing || (zoned[$0] != 0) != isZoned
    }
  }

  private var reported: ArraySlice<Int> { wrong.prefix(Self.mostProblems) }

  /// Entries without a moment whose problems are wanted.
  var unread: [Int] { reported.filter { nanoseconds[$0] == Moments.missing } }

  /// Returns the moments; throws the problems if there are any.
  ///
  /// - Parameter problems: those of ``unread``, in that order.
  func checked(_ problems: [Diagnostics]) throws(Diagnostics) -> Moments {
    guard !wrong.isEmpty else { return Moments(nanoseconds: nanoseconds, isZoned: isZoned) }
    var list: [Diagnostic] = []
    var unread = problems[...]
    for index in reported {
      if nanoseconds[index] == Moments.missing {
        list += unread.popFirst()?.list ?? []
      } else {
        let name = names.name(of: index)
        list.append(MomentProblem.zone(isNamed: !isZoned, in: name, place: .init(file: file, path: name)))
      }
    }
    if wrong.count > list.count {
      list.add("and \(wrong.count - list.count) more problems like these", in: file)
    }
    throw Diagnostics(list)
  }
}
