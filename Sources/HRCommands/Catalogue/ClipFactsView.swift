internal import HRSupport
internal import HRRecordings
internal import HRSignals

/// The facts of a recording's video as lines, and the brightness and saturation of its frames over time.
struct ClipFactsView {
  private let facts: ClipFacts
  private let channels: Channels

  init(_ facts: ClipFacts, _ channels: Channels) { (self.facts, self.channels) = (facts, channels) }

  var lines: [String] {
    [
      "  video      \(facts.picture)", "  colours    \(facts.colours)", "  key frames \(facts.keyFrameWords)",
    ]
      + [("brightness", brightness), ("saturation", saturation)].flatMap { name, values -> [String] in
        guard let red = channels[.red], let values, let low = values.min(), let high = values.max(),
          let range = red.timeRange
        else { return [] }
        return [
          "  \(name) \(shortest(low, decimals: 2)) to \(shortest(high, decimals: 2)) (of 1, mean colours of the region)",
          "             " + red.replacing(values: values).sparkline(over: range),
        ]
      }
  }

  var json: JSONText {
    .object([
      ("codec", .string(facts.codec)), ("container", .string(facts.container)),
      ("pixelFormat", .string(facts.pixelFormat)), ("width", .integer(facts.width)),
      ("height", .integer(facts.height)), ("turn", .string(facts.turn)),
      ("matrix", .optional(facts.matrix)), ("range", .optional(facts.range)),
      ("framesPerSecond", facts.statedFramesPerSecond.map { .number($0) } ?? .null),
      ("packets", .integer(facts.packets)), ("keyFrames", .integer(facts.keyFrames.count)),
      ("otherStreams", .array(facts.otherStreams.map { .string($0) })),
    ])
  }

  /// Largest colour of each frame, from 0 to 1; `nil` without red, green and blue.
  private var brightness: [Double]? { colours.map { $0.map { ($0.max() ?? 0) / 255 } } }

  /// Distance of the largest and the smallest colour as a share of the largest.
  private var saturation: [Double]? {
    colours.map { frames in
      frames.map { colours in
        let (low, high) = (colours.min() ?? 0, colours.max() ?? 0)
        return high > 0 ? (high - low) / high : 0
      }
    }
  }

  /// Red, green and blue of each frame; frames without a region are black.
  private var colours: [[Double]]? {
    guard let red = channels[.red]?.values, let green = channels[.green]?.values,
      let blue = channels[.blue]?.values, red.count == green.count, red.count == blue.count
    else { return nil }
    return red.indices.map { frame in [red, green, blue].map { $0[frame].isFinite ? $0[frame] : 0 } }
  }
}
