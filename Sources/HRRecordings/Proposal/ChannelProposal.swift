internal import HRSupport
internal import HRSignals

/// Channels in the form of a descriptor.
extension ProposalBuilder {
  // MARK: Places

  /// Returns the location of a series in a descriptor, without the file.
  func location(_ series: SeriesOutline, _ file: KnownFile) -> Members {
    typealias Key = LocationKey
    return switch series.place {
    case .column(let column): [Key.column(column)]
    case .row(let row): [Key.row(row)]
    case .object(let path, .whole): [Key.object(starred(path, file))]
    case .object(let path, .column(let index)): [Key.object(starred(path, file)), Key.column(index)]
    case .object(let path, .row(let index)): [Key.object(starred(path, file)), Key.row(index)]
    case .object(let path, .member(let name, let entry)):
      [Key.object(starred(path, file)), Key.column(.named(ObjectPart.spoken(name, entry)))]
    case .signal(let signal): [Key.signal(signal)]
    case .annotations([]), .whole, .frames: []
    case .annotations(let texts): [Key.annotations(texts)]
    }
  }

  func starred(_ value: JSONText, _ file: KnownFile) -> JSONText {
    guard case .object(let members) = value else { return value }
    return .object(
      members.map { member in
        guard member.key == LocationKey.object.name, case .string(let path) = member.value else {
          return member
        }
        return LocationKey.object(starred(path, file))
      })
  }

  /// Returns an HDF5 path with a star for each group that has another name in the other files.
  func starred(_ path: String, _ file: KnownFile) -> String {
    guard path.hasPrefix("/"), main.files.count > 1, file.path == first.path else { return path }
    var kept = path.split(separator: "/").map(String.init)
    for other in main.files.dropFirst() {
      let paths = other.outline.series.compactMap(\.objectPath).map {
        $0.split(separator: "/").map(String.init)
      }
      func isFound(_ pattern: [String]) -> Bool {
        paths.contains { parts in
          parts.count >= pattern.count && zip(parts, pattern).allSatisfy { $1 == "*" || $0 == $1 }
        }
      }
      if isFound(kept) { continue }
      // A group with another name in that file.
      for index in kept.indices {
        var trial = kept
        trial[index] = "*"
        guard isFound(trial) else { continue }
        kept = trial
        break
      }
    }
    return "/" + kept.joined(separator: "/")
  }

  // MARK: Channels

  /// Returns the part of a video's frames that is proposed; empty if there is no video.
  mutating func framesMembers(_ placed: [Placed]) -> Members {
    guard let video = placed.first(where: \.isOfVideo) else { return [] }
    let isFinger = showsFinger == true
    let why =
      isFinger
      ? "the frames are red, as light through a finger is: the middle half of each side is averaged"
      : "the frames are not red, as light through a finger would be: the whole frame is averaged"
    if !isFinger {
      lack(
        "where the skin is in the frames: the whole frame is averaged",
        "\"region\" in \"frames\" of dataset.json: fractions, or rectangles in a table (hreval help datasets frames)"
      )
    }
    guess("frames: channels red, green, blue", why)
    return (video.companion.map { [LocationKey.file($0)] } ?? [])
      + [FramesKey.region(isFinger ? "centreHalf" : "whole"), DatasetKey.guessed(why)]
  }

  mutating func channel(_ placed: Placed, _ times: SampleTimes) -> JSONText {
    let series = placed.channel.guess.series
    var members: Members = placed.companion.map { [LocationKey.file($0)] } ?? []
    members += location(series, placed.file)
    if Self.isTree(placed.file) { members += timingMembers(times, placed.file) }
    if let unit = unit(of: placed) { members.append(ChannelKey.unit(unit)) }
    let gravity = gravity(of: placed)
    if let gravity { members.append(gravity.member) }
    if series.summary.map({ $0.missing > 0 }) ?? (placed.file.outline.reader == "wfdb") {
      members.append(ChannelKey.fillGapSeconds(1))
    }
    let lacking = lacking(placed)
    if lacking > 0 { members.append(ChannelKey.optional(true)) }
    var why = placed.channel.guess.why
    if let remark = placed.channel.remark { why += "; \(remark)" }
    if Self.isTree(placed.file) { why += "; \(times.why)" }
    if let gravity { why += "; \(gravity.why)" }
    if lacking > 0 { why += "; \(lacking) of the files that were looked into lack it" }
    if placed.channel.guess.isUnsure {
      let place = JSONText.object(location(series, placed.file)).rendered(indented: false)
      lack(
        "whether \(Self.spoken(series)) of \(placed.file.path) is a pulse wave or an ECG: its slopes lie between",
        "\"ppg\": \(place) or \"ecg\": \(place) in \"channels\" of dataset.json, whichever it is")
    }
    guess("channel \(placed.channel.kind.rawValue)", "\(Self.spoken(series)) of \(placed.file.path): \(why)")
    return .object(members + [DatasetKey.guessed(why)])
  }

  /// Returns the conversion of an accelerometer to g: by a unit that readers do not know, else by the magnitude at
  /// rest.
  private mutating func gravity(of placed: Placed) -> (member: (key: String, value: JSONText), why: String)? {
    guard placed.channel.kind.isAxis else { return nil }
    if let unit = placed.channel.guess.series.unit {
      guard !placed.channel.guess.series.isUnitKnown, ["edf", "wfdb"].contains(placed.file.outline.reader)
      else {
        return nil
      }
      return (
        ChannelKey.scale(1 / 9.80665), "\(quoted(unit)) is taken to be m/s², of which 9.80665 are 1 g"
      )
    }
    let axes = channels.filter { $0.channel.kind.isAxis && $0.file.path == placed.file.path }
    let middles = axes.compactMap(\.channel.guess.series.summary?.median)
    guard middles.count == 3 else { return nil }
    let length = middles.map { $0 * $0 }.reduce(0, +).squareRoot()
    let shown = "the three axes are \(short(length)) long in the middle, and 1 g is felt at rest"
    switch length {
    case 0.8...1.25: return nil
    case 8...12: return (ChannelKey.unit("m/s²"), "\(shown): m/s²")
    case 800...1250: return (ChannelKey.unit("mg"), "\(shown): thousandths of g")
    case 56...72: return (ChannelKey.scale(1 / 64.0), "\(shown): 64ths of g")
    default:
      if placed.channel.kind == .accelerometerX {
        lack(
          "what \(placed.file.path) measures acceleration in: \(shown)",
          "\"unit\" or \"scale\" of the accelerometer's channels in dataset.json, so that 1 is 1 g")
      }
      return nil
    }
  }

  /// Returns the number of examined files of its kind in which a channel of the main file is missing.
  private func lacking(_ placed: Placed) -> Int {
    guard placed.companion == nil else { return 0 }
    return main.files.count { file in
      !file.choice.channels.contains { $0.kind == placed.channel.kind }
    }
  }

  /// Returns a unit that a table's header states and a descriptor must state; other formats state theirs in their
  /// headers.
  private func unit(of placed: Placed) -> String? {
    guard let stated = placed.channel.guess.series.unit,
      ["csv", "hdf5"].contains(placed.file.outline.reader)
    else {
      return nil
    }
    let spelling = [
      "m/s^2": "m/s²", "m/s2": "m/s²", "m/(s^2)": "m/s²", "volts": "V", "volt": "V", "uv": "µV", "mv": "mV",
      "v": "V", "g": "g", "mg": "mg",
    ]
    guard let unit = spelling[stated.lowercased()] else { return nil }
    let isAcceleration = ["g", "mg", "m/s²"].contains(unit)
    return placed.channel.kind.isAxis == isAcceleration
      && ![.red, .green, .blue].contains(placed.channel.kind)
      ? unit : nil
  }

  static func spoken(_ series: SeriesOutline) -> String {
    switch series.place {
    case .column(let column): column.spoken
    case .row(let row): row.spoken(as: "row")
    case .object(let path, .whole): path
    case .object(let path, .column(let index)): "column \(index) of \(path)"
    case .object(let path, .row(let index)): "row \(index) of \(path)"
    case .object(let path, .member(let name, let entry)):
      "column \(quoted(ObjectPart.spoken(name, entry))) of \(path)"
    case .signal(.named(let label)): "signal \(quoted(label))"
    case .signal(.at(let index)): "signal \(index)"
    case .annotations([]): "the beats"
    case .annotations(let texts):
      "the annotations \(texts.map(quoted).joined(separator: ", "))"
    case .whole: "the numbers"
    case .frames: "mean \(series.name)"
    }
  }

  /// Maximum number of waves without a name that are asked about.
  private static let mostWaves = 3

  /// Names the files of which nothing is read.
  private mutating func sayUnusedFiles() {
    let used = Set(main.family.paths + companions.map(\.file.path) + [readings?.file.path].compactMap(\.self))
    let patterns =
      [main.family.wildcards] + (companions.map(\.template) + recorded.map(\.path)).map(PathFamily.wildcards)
    let unused = summary.outlines.map { KnownFile($0.path, $0.outline) }.filter { file in
      file.layout == nil && !used.contains(file.path)
        && !patterns.contains { PathFamily.fits(file.path, $0) }
    }
    guard !unused.isEmpty else { return }
    let names = unused.prefix(6).map(\.path).joined(separator: ", ") + (unused.count > 6 ? " …" : "")
    guess(
      "not used: \(names)",
      unused.contains { !$0.references.isEmpty }
        ? "nothing says which recording they belong to, or they hold no channel and no reference that is known"
        : "they hold no channel and no reference that is known")
  }

  mutating func sayUnused(_ placed: [Placed]) {
    sayUnusedFiles()
    for file in [first] + companions.map(\.file) {
      for note in file.outline.notes { guess("how \(file.path) was looked at", note) }
      let names = file.choice.unused.map { Self.spoken($0.series) }
      if !names.isEmpty {
        guess(
          "not read of \(file.path): \(names.joined(separator: ", "))",
          "another series stands for the channel")
      }
      // Much shorter ones are summaries of the others.
      let longest = file.choice.channels.compactMap(\.guess.series.count).max() ?? 0
      let waves = file.guesses.filter { $0.role == .wave && 2 * ($0.series.count ?? longest) > longest }
      for wave in waves.prefix(Self.mostWaves) {
        let source: Members =
          companions.first { $0.file.path == file.path }.map { [LocationKey.file($0.name)] } ?? []
        let place = JSONText.object(source + location(wave.series, file)).rendered(indented: false)
        let sharpness = wave.series.summary?.sharpness ?? 0
        lack(
          "what \(Self.spoken(wave.series)) of \(file.path) is, which is not read: nothing names it, and its slopes are as \(sharpness > SeriesGuesser.sharp ? "sharp as an ECG's" : "round as a pulse wave's")",
          "\"ppg\": \(place) or \"ecg\": \(place) in \"channels\" of dataset.json, if it is one of these")
      }
      if waves.count > Self.mostWaves {
        guess(
          "not read of \(file.path): \(waves.count - Self.mostWaves) more series that go up and down like waves",
          "nothing names them")
      }
      if file.outline.series.contains(where: { if case .pixels = $0.form { true } else { false } }) {
        lack(
          "what the pixels in \(file.path) are",
          "\"frames\": { \"object\": … } in dataset.json, if they are a camera's (hreval help datasets frames)"
        )
      }
    }
  }
}

extension SeriesOutline {
  var objectPath: String? {
    if case .object(let path, _) = place { path } else { nil }
  }
}
