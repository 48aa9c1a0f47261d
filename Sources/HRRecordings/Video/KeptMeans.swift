internal import HRSupport
internal import HRSignals

/// Mean colours of a clip that was decoded before, in a file beside a run's results.
///
/// The file's name is the digest of everything that the numbers follow from: the clip's own digest, the views, the
/// compression, ffmpeg's version and the version of this reading. A file that is not whole is not used.
struct KeptMeans {
  /// Version of the reading; the numbers of another one are not used.
  private static let version = 1
  private static let mostBytes = 1 << 30

  struct Content: Equatable {
    var means: FrameMeans
    let nominalRate: Double?
    /// Weights of red and blue in luma, by view.
    var weights: [(red: Double, blue: Double)] = []
    /// Colours that nothing states, in words.
    var guesses: [String] = []

    static func == (a: Self, b: Self) -> Bool {
      a.means == b.means && a.nominalRate == b.nominalRate && a.guesses == b.guesses
        && a.weights.elementsEqual(b.weights) { $0 == $1 }
    }
  }

  /// Path of the file; `nil` where none is kept.
  private let path: String?

  init(
    of clip: String, _ views: [ClipView], _ recompression: Recompression?, _ tools: VideoTools,
    in folder: String?
  ) throws(Diagnostics) {
    guard let folder else {
      path = nil
      return
    }
    let key = [
      "means@\(Self.version)", tools.version, try ContentHash.digest(ofFile: clip),
      views.map(\.identity).joined(separator: "|"), recompression.map { "\($0.compression)" } ?? "as it is",
    ].joined(separator: "\n")
    path = "\(folder)/\(ContentHash.digest(of: Array(key.utf8)))\(Self.ending)"
  }

  static let ending = ".means"

  /// Returns the means; `nil` if there are none, or if they are damaged.
  func read(_ budget: ReadingBudget) -> Content? {
    guard let path, TextFile.isFile(path),
      let bytes = try? TextDocument.bytes(path, what: "means", most: Self.mostBytes),
      bytes.count > 32
    else { return nil }
    let body = Array(bytes.dropLast(32))
    guard ContentHash.bytes(of: body) == Array(bytes.suffix(32)),
      let line = body.firstIndex(of: UInt8(ascii: "\n")),
      let head = (try? JSONDocument(String(decoding: body[..<line], as: UTF8.self), file: path))?.root,
      let count = head["frames"]?.integer, let regions = head["weights"]?.elements,
      count >= 0
    else { return nil }
    let series = 1 + 3 * regions.count
    guard body.count - line - 1 == 8 * count * series,
      (try? budget.take(numbers: UInt64.product(count, series), place: .init(file: path))) != nil
    else { return nil }
    let numbers = body[(line + 1)...].withUnsafeBytes { bytes in
      (0..<(count * series)).map { index in
        Double(
          bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)))
      }
    }
    func list(_ index: Int) -> [Double] { Array(numbers[(index * count)..<((index + 1) * count)]) }
    var content = Content(
      means: FrameMeans(regionCount: 0), nominalRate: head["nominalRate"]?.number)
    content.means.times = list(0)
    content.means.regions = regions.indices.map { region in (0..<3).map { list(1 + 3 * region + $0) } }
    content.weights = regions.map { weights in
      (weights.elements?.first?.number ?? 0, weights.elements?.last?.number ?? 0)
    }
    content.guesses = (head["guesses"]?.elements ?? []).compactMap(\.string)
    return content
  }

  /// Keeps the means. Where the file cannot be written, the clip is decoded again next time.
  func write(_ content: Content) {
    guard let path else { return }
    let head = JSONText.object([
      ("frames", .integer(content.means.times.count)),
      ("nominalRate", content.nominalRate.map { .number($0) } ?? .null),
      ("weights", .array(content.weights.map { .array([.number($0.red), .number($0.blue)]) })),
      ("guesses", .array(content.guesses.map { .string($0) })),
    ]).rendered(indented: false)
    var bytes = Array((head + "\n").utf8)
    for list in [content.means.times] + content.means.regions.flatMap(\.self) {
      for number in list { withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += $0 } }
    }
    bytes += ContentHash.bytes(of: bytes)
    try? TextFile.makeDirectory(TextFile.directory(of: path))
    try? TextFile.write(bytes, to: path)
  }
}

extension KeptMeans.Content {
  /// Distance from an even grid up to which times are the grid's own, in seconds.
  private static let evenSeconds = 1e-6

  /// Even clock of the frames: at the rate that the container states, or else at their mean rate; `nil` for frames with
  /// other times, also for those that a container rounds to milliseconds.
  var clock: SampleClock? {
    let times = means.times
    guard let first = times.first, let meanRate else { return nil }
    let rates = [nominalRate, meanRate].compactMap(\.self)
    let rate = rates.first { rate in
      times.indices.allSatisfy { abs(times[$0] - first - Double($0) / rate) <= Self.evenSeconds }
    }
    return rate.map { SampleClock(sampleRate: $0, start: first) }
  }

  /// Frames per second over all frames; `nil` for fewer than two.
  var meanRate: Double? {
    guard let first = means.times.first, let last = means.times.last, last > first else { return nil }
    return Double(means.times.count - 1) / (last - first)
  }

  /// Returns one colour of a view, or its luma.
  func values(of light: ClipView.Light, view: Int) -> [Double] {
    let colours = means.regions[view]
    switch light {
    case .red: return colours[0]
    case .green: return colours[1]
    case .blue: return colours[2]
    case .luma:
      let (red, blue) = weights[view]
      return colours[0].indices.map { index in
        red * colours[0][index] + (1 - red - blue) * colours[1][index] + blue * colours[2][index]
      }
    }
  }
}

extension ClipView {
  /// Text that is the same for equal views, in every run of the program.
  fileprivate var identity: String {
    let place =
      switch region {
      case .fixed(let region): "\(region.left) \(region.top) \(region.right) \(region.bottom)"
      case .following: rectangles.map { "\($0.unit) \($0.times) \($0.sides)" } ?? "none"
      }
    return
      "\(place) /\(stride) \(mask?.rawValue ?? "-") \(matrix?.rawValue ?? "-") \(range?.rawValue ?? "-")"
  }
}
