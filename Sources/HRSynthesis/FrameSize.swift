/// Width and height of camera frames in pixels.
package struct FrameSize: Equatable, Sendable {
  package let width: Int
  package let height: Int

  /// Allowed length of each side: one pixel would have no edge, and 640 is the longer side of VGA.
  package static let allowed = 2...640

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Reads `"48x36"`; `nil` if the text is not two whole numbers with an x between them.
  package init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, sides.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let width = Int(sides[0], radix: 10), let height = Int(sides[1], radix: 10)
    else { return nil }
    self.init(width: width, height: height)
  }

  package var pixels: Int { width * height }

  package static let colours = 3
}
