import Foundation
import HRSignals
import Testing

@testable import HRSynthesis
@testable import HRNumerics

/// Frames of the finger camera, measured by plain sums over their bytes.
@Suite struct FingerFramesTests {
  static let size = FrameSize(width: 24, height: 18)

  /// Fifty frames of 24×18.
  static func plan(_ change: (inout SynthesisPlan) -> Void = { _ in }) -> SynthesisPlan {
    SynthesisPlanTests.plan {
      $0.seconds = 5
      $0.cameraRate = 10
      $0.channels = [.red, .green, .blue]
      $0.frameSize = size
      change(&$0)
    }
  }

  static func frames(_ plan: SynthesisPlan, _ index: Int) throws -> [[UInt8]] {
    let frames = try #require(plan.frames(index))
    return (0..<frames.count).map(frames.pixels)
  }

  /// Mean of one colour over rows and columns, frame by frame.
  static func means(_ frames: [[UInt8]], rows: Range<Int>, columns: Range<Int>, colour: Int) -> [Double] {
    frames.map { frame in
      var sum = 0
      for row in rows {
        for column in columns { sum += Int(clamping: frame[(row * size.width + column) * 3 + colour]) }
      }
      return Double(sum) / Double(rows.count * columns.count)
    }
  }

  static func deviation(_ values: [Double]) -> Double { Measured.variation(values) * Measured.mean(values) }

  @Test func theCentreHoldsMorePulseThanTheWhole() throws {
    let still = Self.plan { $0.perfusion = .factor(0) }
    for index in 0..<8 {
      let (with, without) = (try Self.frames(Self.plan(), index), try Self.frames(still, index))
      // The noise is the same, so it cancels; what is left of rounding is below 0.05 codes.
      func share(_ rows: Range<Int>, _ columns: Range<Int>) -> Double {
        let pulse = Self.means(with, rows: rows, columns: columns, colour: 0)
        let level = Self.means(without, rows: rows, columns: columns, colour: 0)
        return Self.deviation(zip(pulse, level).map { 100 + $1 - $0 }) / Measured.mean(level)
      }
      let centre = share(5..<13, 6..<18)
      let whole = share(0..<18, 0..<24)
      // The hue systems' finger gate asks for more than half of full brightness.
      #expect(Self.means(with, rows: 0..<18, columns: 0..<24, colour: 0).allSatisfy { $0 > 127.5 })
      let (mean, base) = (
        try Measured.samples(Self.plan().recording(index), .red),
        try Measured.samples(still.recording(index), .red)
      )
      let channel = Self.deviation(zip(mean, base).map { 100 + $1 - $0 }) / Measured.mean(base)
      #expect(abs(centre / channel - 1) < 0.05, "\(index): \(centre) of \(channel)")
      // The ambient light is at least 0.02 and at most 0.15 of the light.
      #expect(whole / centre < 0.98 && whole / centre > 0.8, "\(index): \(whole / centre)")
    }
  }

  @Test func pixelsAreThePatternsWithIndependentNoise() throws {
    let made = try #require(Self.plan().frames(1))
    var left: [[Double]] = []
    for frame in 0..<made.count {
      let ambient = made.ambient(at: frame)
      left.append(
        made.pixels(frame).enumerated().map { place, code in
          let (pixel, colour) = (place / 3, place % 3)
          return Double(code)
            - (made.pattern.finger[pixel] * made.means[colour][frame]
              + made.pattern.open[pixel] * ambient[colour])
        })
    }
    let all = left.flatMap(\.self)
    #expect(all.count == 50 * 24 * 18 * 3)
    // Pixel noise, and rounding's 1/12; the codes of medium skin are five deviations and more from 0 and 255.
    let expected = (2.5 * 2.5 + 1.0 / 12).squareRoot()
    #expect(abs(Measured.mean(all)) < 4 * expected / Double(all.count).squareRoot())
    #expect(abs(Self.deviation(all) / expected - 1) < 0.02)
    // The next colour, pixel, row and frame: four standard errors of a correlation of 64800 pairs are 0.016.
    for distance in [1, 3, 3 * 24, 3 * 24 * 18] {
      let correlation = Measured.correlation(Array(all.dropLast(distance)), Array(all.dropFirst(distance)))
      #expect(abs(correlation) < 0.016, "\(distance): \(correlation)")
    }
  }

  @Test func theRoomWobblesSlowly() throws {
    let made = try #require(
      Self.plan {
        $0.seconds = 40
        $0.cameraRate = 30
      }.frames(1))
    let red = (0..<made.count).map { made.ambient(at: $0)[0] }
    let (low, high) = (try #require(red.min()), try #require(red.max()))
    #expect(low >= 110 * 0.6 * 0.8 && high <= 110 * 1.2 * 1.2 && high / low > 1.09)
    // At 0.25 Hz and a fifth of 132 codes a frame later it is 1.4 codes away.
    #expect(zip(red.dropFirst(), red).allSatisfy { abs($0 - $1) < 1.4 })
    let changes = zip(red.dropFirst(), red).map { $0 > $1 }
    let turns = zip(changes.dropFirst(), changes).filter { $0 != $1 }.count
    #expect((3...20).contains(turns), "twice 2 to 10 periods in 40 s, not \(turns) turns")
  }

  @Test func codesAreClipped() {
    let source = SynthesisSource(seed: 1, name: "clip")
    let made = FingerFrames(Self.size, means: [[2000], [-2000], [128]], sampleRate: 30, source: source)
    let frame = made.pixels(0)
    for row in 5..<13 {
      for column in 6..<18 {
        let place = (row * 24 + column) * 3
        #expect(frame[place] == 255 && frame[place + 1] == 0 && (40...140).contains(frame[place + 2]))
      }
    }
  }

  @Test func framesDependOnNothingElse() throws {
    let few = Self.plan { $0.count = 2 }
    let many = Self.plan {
      $0.count = 40
      $0.cameraCodes = .whole
      $0.channels = [.ppg]
    }
    for index in 0..<2 {
      let frames = try Self.frames(few, index)
      #expect(frames.count == 50 && frames.allSatisfy { $0.count == 24 * 18 * 3 })
      #expect(try Self.frames(many, index) == frames)
      // A frame that is made by itself.
      #expect(try #require(many.frames(index)).pixels(31) == frames[31])
      #expect(frames[30] != frames[31])
    }
    #expect(try Self.frames(few, 0) != Self.frames(few, 1))
    let patterns = try (0..<12).map { try #require(many.frames($0)).pattern }
    #expect(patterns.indices.allSatisfy { patterns.firstIndex(of: patterns[$0]) == $0 })
    #expect(try #require(Self.plan { $0.seed = 2 }.frames(0)).pixels(0) != Self.frames(few, 0)[0])
  }

  @Test func channelsStayWhatTheyAre() throws {
    let without = Self.plan { $0.frameSize = nil }
    for index in 0..<3 {
      #expect(without.recording(index) == Self.plan().recording(index))
      #expect(without.frames(index) == nil)
      let means = try #require(Self.plan().frames(index)).means
      #expect(try means == [.red, .green, .blue].map { try Measured.samples(without.recording(index), $0) })
    }
    #expect(RespirationGrid(waveform: .bells).frames(0) == nil)
  }

  @Test func sizesInWords() {
    #expect(FrameSize("48x36") == FrameSize(width: 48, height: 36))
    for text in [
      "", "48", "x", "48x", "x36", "48x36x3", "4.5x3", "-4x3", "+4x3", " 4x3", "48X36", "٤x٣",
      "99999999999999999999x2",
    ] {
      #expect(FrameSize(text) == nil, "\(text)")
    }
  }

  @Test func sizesBeyondSense() {
    func problems(_ width: Int, _ height: Int, seconds: Double = 10) -> [String] {
      Self.plan {
        $0.frameSize = FrameSize(width: width, height: height)
        $0.seconds = seconds
        $0.cameraRate = 30
      }.problems
    }
    #expect(problems(2, 640) == [] && problems(640, 2) == [])
    #expect(problems(1, 36) == ["frameSize must have sides of 2 to 640 pixels, not 1 and 36"])
    #expect(problems(36, .max) == ["frameSize must have sides of 2 to 640 pixels, not 36 and \(Int.max)"])
    // 640 × 480 × 3 bytes are 921,600, and 2³⁰ of them 1165.08 frames.
    #expect(problems(640, 480, seconds: 1165.0 / 30) == [])
    #expect(
      problems(640, 480, seconds: 1166.0 / 30) == [
        "frameSize: the frames of one recording would take 1074585600 bytes; at most 1073741824 are made"
      ])
  }
}

@Suite struct FingerPatternTests {
  static func patterns(_ size: FrameSize) -> [FingerPattern] {
    (0..<40).map {
      var traits = RandomStream(seed: 3, ["pattern", "\($0)"])
      return FingerPattern(size, &traits)
    }
  }

  @Test func theCentreHalfIsCovered() {
    for size in [FrameSize(width: 48, height: 36), FrameSize(width: 31, height: 52)] {
      for pattern in Self.patterns(size) {
        for row in 0..<size.height where (0.25..<0.75).contains((Double(row) + 0.5) / Double(size.height)) {
          for column in 0..<size.width
          where (0.25..<0.75).contains((Double(column) + 0.5) / Double(size.width)) {
            #expect(pattern.open[row * size.width + column] == 0)
          }
        }
      }
    }
  }

  /// The strip is along one side, opposite to the brightest one, and all four sides come up.
  @Test func lampAndStripLieOpposite() throws {
    let size = FrameSize(width: 48, height: 36)
    var seen: [Int] = []
    for pattern in Self.patterns(size) {
      func mean(_ values: [Double], _ pixels: [Int]) -> Double {
        pixels.map { values[$0] }.reduce(0, +) / Double(pixels.count)
      }
      let (w, h) = (48, 36)
      // Left, top, right, bottom, without their corners.
      let sides = [
        (9..<27).map { $0 * w }, Array(12..<36), (9..<27).map { $0 * w + w - 1 },
        (12..<36).map { (h - 1) * w + $0 },
      ]
      let open = sides.map { mean(pattern.open, $0) }
      let strip = try #require(open.firstIndex { $0 > 0.9 })
      #expect(open.indices.allSatisfy { $0 == strip || open[$0] == 0 })
      let lamp = (strip + 2) % 4
      let light = sides.map { mean(pattern.finger, $0) }
      #expect(light[lamp] == light.max() && light[strip] < 0.1)
      seen.append(strip)
      // Half of a strip of 0.15 to 0.24, for the cover falls evenly about its middle; the grid adds a little.
      #expect((0.07...0.125).contains(Measured.mean(pattern.open)))
      // Vignetting: the corner by the lamp is darker than the middle of its side.
      let lampSide = sides[lamp]
      let corner = [0, w - 1, (h - 1) * w + w - 1, (h - 1) * w][lamp]
      #expect(pattern.finger[corner] < pattern.finger[lampSide[lampSide.count / 2]])
      #expect(pattern.finger.max() == 1 && pattern.finger.allSatisfy { $0 >= 0 })
    }
    #expect((0..<4).allSatisfy { side in seen.contains(side) })
  }
}
