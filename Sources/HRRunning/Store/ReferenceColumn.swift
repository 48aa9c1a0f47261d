/// The references of a unit's windows, by property.
package struct ReferenceColumn: RandomAccessCollection, Equatable, Sendable {
  /// Rates per minute; NaN where there is none.
  package private(set) var bpm: [Double] = []
  /// Reasons that windows without a rate have, each once.
  package private(set) var reasons: [String] = []
  /// For each window the index of its reason plus 1, 0 with a rate; empty where all have one.
  private(set) var codes: [UInt16] = []

  package init(_ cells: some Sequence<WindowTable.ReferenceCell>) {
    for cell in cells {
      switch cell {
      case .bpm(let rate): append(rate, code: 0)
      case .none(let reason):
        let known = reasons.firstIndex(of: reason)
        if known == nil { reasons.append(reason) }
        append(.nan, code: UInt16(clamping: (known ?? reasons.count - 1) + 1))
      }
    }
  }

  private mutating func append(_ rate: Double, code: UInt16) {
    if code > 0, codes.isEmpty { codes = [UInt16](repeating: 0, count: bpm.count) }
    bpm.append(rate)
    if !codes.isEmpty || code > 0 { codes.append(code) }
  }

  /// Creates a column of properties that are known already; `nil` unless they are as they must be.
  init?(bpm: [Double], reasons: [String], codes: [UInt16]) {
    guard codes.isEmpty || codes.count == bpm.count else { return nil }
    for index in bpm.indices {
      let code = codes.isEmpty ? 0 : codes[index]
      guard (code == 0) == bpm[index].isFinite, !bpm[index].isInfinite, code <= reasons.count else {
        return nil
      }
    }
    (self.bpm, self.reasons, self.codes) = (bpm, reasons, codes)
  }

  /// Returns the index of a window's reason in ``reasons``; `nil` for a window with a rate.
  package func reasonNumber(_ window: Int) -> Int? {
    codes.isEmpty || codes[window] == 0 ? nil : Int(clamping: codes[window]) - 1
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { bpm.count }

  package subscript(window: Int) -> WindowTable.ReferenceCell {
    reasonNumber(window).map { .none(reasons[$0]) } ?? .bpm(bpm[window])
  }

  package static func == (a: Self, b: Self) -> Bool {
    a.bpm.hasSameBits(as: b.bpm) && (a.codes.isEmpty && b.codes.isEmpty || a.elementsEqual(b))
  }
}
