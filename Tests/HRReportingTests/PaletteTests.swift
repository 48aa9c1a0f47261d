import Foundation
import Testing

@testable import HRReporting

/// The colours of figures are told apart by everybody, and seen on their page.
@Suite struct PaletteTests {
  /// Matrices for linear RGB of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, IEEE Trans. Vis. Comput. Graph.
  /// 15:1291-1298, 2009, severity 1; the first is normal sight.
  static let sights: [(name: String, matrix: [[Double]])] = [
    ("normal", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    (
      "protanopia",
      [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    (
      "deuteranopia",
      [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    (
      "tritanopia",
      [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
  ]

  @Test(arguments: [false, true], sights.map(\.name))
  func seriesAreTold(isDark: Bool, sight: String) throws {
    let matrix = try #require(Self.sights.first { $0.name == sight }).matrix
    let series = try Self.series(isDark: isDark)
    #expect(series.count == FigureStyle.count)
    for first in series.indices {
      for second in series.indices.dropFirst(first + 1) {
        let distance = Self.distance(
          Self.lab(series[first], matrix), Self.lab(series[second], matrix))
        #expect(distance > 16, "\(sight): \(series[first]) and \(series[second])")
      }
      let rest = Self.distance(
        Self.lab(series[first], matrix), Self.lab(try Self.colour("rest", isDark: isDark), matrix))
      #expect(rest > 12, "\(sight): \(series[first]) and the grey")
    }
  }

  @Test(arguments: [false, true])
  func coloursAreSeen(isDark: Bool) throws {
    let page = try Self.colour("page", isDark: isDark)
    for colour in try Self.series(isDark: isDark) { #expect(Self.contrast(colour, page) >= 4.5, "\(colour)") }
    for name in ["ink", "faint", "bias", "limit", "accepted"] {
      #expect(Self.contrast(try Self.colour(name, isDark: isDark), page) >= 4.5, "\(name)")
    }
    #expect(Self.contrast(try Self.colour("rest", isDark: isDark), page) >= 3)
  }

  /// Each style differs from each other in colour, marker and dash, so none is needed to tell two lines apart.
  @Test func stylesDifferInEach() {
    let styles = Array(0..<FigureStyle.count)
    #expect(Set(styles.map(FigureStyle.colourClass)).count == FigureStyle.count)
    #expect(Set(styles.map { FigureStyle.dash($0) }).count == FigureStyle.count)
    #expect(Set(styles.map { Marker.path($0, x: 0, y: 0) }).count == FigureStyle.count)
    #expect(Set(styles.map { Marker.small($0, x: 0, y: 0) }).count == FigureStyle.count)
    #expect(FigureStyle.colourClass(nil) == "sRest" && FigureStyle.colourClass(FigureStyle.count) == "sRest")
  }

  /// Pairs 1, 9 and 17 of G. Sharma, W. Wu and E. N. Dalal, Color Res. Appl. 30:21-30, 2005.
  @Test(arguments: [
    ([50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425), ([50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792),
    ([50, 2.5, 0], [73, 25, -18], 27.1492),
  ])
  func distances(first: [Double], second: [Double], expected: Double) {
    #expect(abs(Self.distance(first, second) - expected) < 1e-4)
  }

  // MARK: Colours

  private static func colour(_ name: String, isDark: Bool) throws -> String {
    try #require(FigureStyle.variables(dark: isDark).first { $0.name.hasSuffix("-\(name)") }).value
  }

  private static func series(isDark: Bool) throws -> [String] {
    try (0..<FigureStyle.count).map { try colour("s\($0)", isDark: isDark) }
  }

  /// sRGB (IEC 61966-2-1), linear.
  private static func linear(_ colour: String) -> [Double] {
    let number = Int(colour.dropFirst(), radix: 16) ?? 0
    return [16, 8, 0].map { shift in
      let value = Double((number >> shift) & 255) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
  }

  /// Ratio of WCAG 2.
  private static func contrast(_ one: String, _ other: String) -> Double {
    func luminance(_ colour: String) -> Double {
      zip(linear(colour), [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let (high, low) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
  }

  /// CIELAB of a colour (white D65) as somebody sees it.
  private static func lab(_ colour: String, _ sight: [[Double]]) -> [Double] {
    func times(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
      matrix.map { zip($0, vector).reduce(0) { $0 + $1.0 * $1.1 } }
    }
    let seen = times(sight, linear(colour)).map { min(1, max(0, $0)) }
    let xyz = times(
      [
        [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
      ], seen)
    let f = zip(xyz, [0.95047, 1, 1.08883]).map { value, white -> Double in
      let ratio = value / white
      return ratio > 216.0 / 24389 ? cbrt(ratio) : (24389.0 / 27 * ratio + 16) / 116
    }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  /// Distance of two colours in CIELAB by CIEDE2000 (Sharma, Wu and Dalal 2005).
  private static func distance(_ first: [Double], _ second: [Double]) -> Double {
    func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    let chroma = (hypot(first[1], first[2]) + hypot(second[1], second[2])) / 2
    let g = 0.5 * (1 - sqrt(pow(chroma, 7) / (pow(chroma, 7) + pow(25, 7))))
    func polar(_ lab: [Double]) -> (c: Double, h: Double) {
      let a = (1 + g) * lab[1]
      let h = a == 0 && lab[2] == 0 ? 0 : degrees(atan2(lab[2], a))
      return (hypot(a, lab[2]), h < 0 ? h + 360 : h)
    }
    let (one, other) = (polar(first), polar(second))
    let areGrey = one.c * other.c == 0
    var turn = areGrey ? 0 : other.h - one.h
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    let (dl, dc) = (second[0] - first[0], other.c - one.c)
    let dh = 2 * sqrt(one.c * other.c) * sin(radians(turn / 2))
    let (l, c) = ((first[0] + second[0]) / 2, (one.c + other.c) / 2)
    var h = one.h + other.h
    if !areGrey {
      if abs(one.h - other.h) <= 180 { h /= 2 } else { h = h < 360 ? (h + 360) / 2 : (h - 360) / 2 }
    }
    let t =
      1 - 0.17 * cos(radians(h - 30)) + 0.24 * cos(radians(2 * h)) + 0.32 * cos(radians(3 * h + 6))
      - 0.20 * cos(radians(4 * h - 63))
    let sl = 1 + 0.015 * pow(l - 50, 2) / sqrt(20 + pow(l - 50, 2))
    let (sc, sh) = (1 + 0.045 * c, 1 + 0.015 * c * t)
    let rotation =
      -sin(radians(60 * exp(-pow((h - 275) / 25, 2)))) * 2 * sqrt(pow(c, 7) / (pow(c, 7) + pow(25, 7)))
    let (x, y, z) = (dl / sl, dc / sc, dh / sh)
    return sqrt(x * x + y * y + z * z + rotation * y * z)
  }
}
