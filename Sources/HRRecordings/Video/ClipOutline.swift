internal import HRSupport

/// Outline of a clip, before a descriptor exists.
extension ClipReading {
  /// Seconds of a clip that are looked at.
  private static let seconds = 10.0

  /// Returns the mean colours of the frames, of which the first seconds are looked at.
  static func outline(_ path: String, budget: ReadingBudget) throws(Diagnostics) -> FileOutline {
    let tools = try VideoTools.found()
    let header = try ClipHeader(path, by: tools)
    var decoding = ClipDecoding(
      path: path, header: header, tools: tools, colours: header.colours(givenMatrix: nil, givenRange: nil),
      budget: budget, whileWaiting: {})
    decoding.mostSeconds = seconds
    let means = try decoding.means(over: [ClipView(region: .fixed(.whole))])
    var content = KeptMeans.Content(means: means, nominalRate: header.nominalRate)
    content.weights = [(0, 0)]
    let rate = content.clock?.sampleRate ?? header.meanRate ?? content.meanRate
    var outline = FileOutline(reader: FileReader.video.rawValue)
    for light in [ClipView.Light.red, .green, .blue] {
      let values = content.values(of: light, view: 0)
      var series = SeriesOutline(.frames, name: light.words, summary: ValueSummary(values))
      series.count =
        header.seconds.flatMap { seconds in rate.map { Int(saturating: seconds * $0) } } ?? values.count
      (series.rate, series.rateSource) = (rate, rate == nil ? nil : .header)
      outline.series.append(series)
    }
    outline.notes.append(Self.words(header, content, rate: rate))
    outline.showsFinger = content.showsFinger
    return outline
  }

  /// Returns the header in words: `h264, 320×240, 30 frames a second, 60 s; …`.
  private static func words(_ header: ClipHeader, _ content: KeptMeans.Content, rate: Double?) -> String {
    let size = header.shownSize
    var parts = [header.codec, "\(size.width)×\(size.height) pixels"]
    if let rate { parts.append("\(shortest(rate, decimals: 3)) frames a second") }
    if content.clock == nil { parts.append("unevenly spaced") }
    if let seconds = header.seconds { parts.append("\(shortest(seconds, decimals: 3)) s") }
    if header.turn != .none { parts.append("turned for showing (\(header.turn.words))") }
    let guesses = header.guesses(givenMatrix: nil, givenRange: nil)
    if !guesses.isEmpty { parts.append("colours not stated, taken as \(guesses.joined(separator: ", "))") }
    let colours = [ClipView.Light.red, .green, .blue].map { light in
      let values = content.values(of: light, view: 0).filter(\.isFinite)
      return "\(light.words) \(shortest(values.reduce(0, +) / Double(max(1, values.count)), decimals: 1))"
    }
    parts.append("mean colour \(colours.joined(separator: ", ")) of 255")
    return parts.joined(separator: ", ")
  }
}

extension KeptMeans.Content {
  /// True if most frames are lit red through a finger: red is the largest colour, at least twice the green one.
  fileprivate var showsFinger: Bool {
    let colours = means.regions[0]
    let count = colours[0].indices.count { frame in
      colours[0][frame] >= 40 && colours[0][frame] >= 2 * colours[1][frame]
        && colours[0][frame] >= 2 * colours[2][frame]
    }
    return 2 * count > colours[0].count
  }
}
