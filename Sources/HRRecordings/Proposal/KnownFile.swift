internal import HRSignals

/// An examined file, with guesses about its series.
struct KnownFile {
  let path: String
  let outline: FileOutline
  let guesses: [SeriesGuess]
  let choice: ChannelChoice

  /// Kinds of the waves that only their shape identifies, by ``SeriesOutline/shortName``.
  let byShape: [String: ChannelKind]
  /// Recordings in the file, if it holds several.
  let inner: InnerRecordings?
  /// The other sensors of a long table.
  let siblings: [KnownFile]

  /// - Parameter shapes: kinds of waves without a name, by ``SeriesOutline/shortName``; of others by their own shape.
  init(_ path: String, _ outline: FileOutline, shapes: [String: ChannelKind] = [:]) {
    var outline = outline
    var siblings: [KnownFile] = []
    if !outline.tables.isEmpty {
      siblings = outline.tables.map { KnownFile(path, $0, shapes: shapes) }
      let main = siblings.firstIndex { !$0.choice.channels.isEmpty } ?? 0
      outline = siblings.remove(at: main).outline
    }
    self.siblings = siblings.filter { $0.layout != nil || !$0.references.isEmpty }
    inner = InnerRecordings(&outline)
    self.path = path
    self.outline = outline
    let parts = path.split(separator: "/")
    var guesser = SeriesGuesser(
      outline: outline, around: NameWords(parts.last.map(String.init) ?? path), shapes: shapes)
    guesses = guesser.guesses()
    byShape = guesser.byShape
    choice = ChannelChoice(guesses)
  }

  /// Sample rate in the name, such as `walk_100Hz`.
  var rateOfName: Double? {
    let words = NameWords(path.split(separator: "/").last.map(String.init) ?? path).words
    guard let place = words.firstIndex(of: "hz"), place > 0, let rate = Double(words[place - 1]) else {
      return nil
    }
    return RecordingLimits.sampleRateHz.contains(rate) ? rate : nil
  }

  /// Window lengths in the name, such as `hr_8s_window_2s_step`.
  var windowsOfName: (window: Double, hop: Double)? {
    let words = NameWords(path.split(separator: "/").last.map(String.init) ?? path).words
    func seconds(before known: Set<String>) -> Double? {
      guard let place = words.firstIndex(where: known.contains) else { return nil }
      let near = words[..<place].suffix(2) + words[(place + 1)...].prefix(1)
      return near.lazy.compactMap { Double($0) }.first
    }
    guard let window = seconds(before: ["window", "windows", "win"]),
      let hop = seconds(before: ["step", "hop", "stride", "shift"]), window > 0, hop > 0
    else { return nil }
    return (window, hop)
  }

  /// Text that distinguishes the layout of the file: its reader, and its pulse and ECG series.
  var layout: String? {
    guard !choice.channels.isEmpty else { return nil }
    let essential = choice.channels.filter { channel in
      ![.respiration, .accelerometerX, .accelerometerY, .accelerometerZ].contains(channel.kind)
    }
    let shown = essential.isEmpty ? choice.channels : essential
    let names = shown.map { "\($0.kind.rawValue)=\($0.guess.series.shortName)" }
    let beats = references.isEmpty ? "" : " with a reference"
    // A file without names is grouped only with files of similar names.
    let form = !byShape.isEmpty ? " in \(FolderOutline.form(of: path))" : ""
    return "\(outline.reader): \(names.joined(separator: ", "))\(beats)\(form)"
  }

  var references: [SeriesGuess] { guesses.filter { $0.role.noun != nil } }

  /// Its dates and times, or its times of day; `nil` without any.
  var moments: SeriesGuess? { guesses.first { [.dateTime, .timeOfDay].contains($0.role) } }
}

extension SeriesOutline {
  /// Name without the groups of an object, which may differ from file to file.
  var shortName: String {
    switch place {
    case .column(.named(let name)), .row(.named(let name)), .signal(.named(let name)): name
    case .column(.at(let index)), .row(.at(let index)), .signal(.at(let index)): "\(index)"
    case .object(let path, .whole): Self.last(path)
    case .object(let path, .column(let index)), .object(let path, .row(let index)):
      "\(Self.last(path)) \(index)"
    case .object(let path, .member(let name, let entry)):
      "\(Self.last(path)) \(ObjectPart.spoken(name, entry))"
    case .annotations(let texts): texts.joined(separator: " ")
    case .whole: ""
    case .frames: "frames"
    }
  }

  private static func last(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// Assignment of a file's series to channels.
struct ChannelChoice {
  struct Channel {
    let kind: ChannelKind
    let guess: SeriesGuess
    /// Remark beside the reason of the guess.
    var remark: String?
  }

  private(set) var channels: [Channel] = []
  /// Further series that are candidates for a channel.
  private(set) var unused: [SeriesGuess] = []

  private static let mostPulses = 8
  private static let cleaned: Set<String> = ["clean", "cleaned", "filtered", "filt"]

  init(_ guesses: [SeriesGuess]) {
    func all(_ kind: ChannelKind) -> [SeriesGuess] {
      var found = guesses.filter { $0.role == .channel(kind) }
      // A cleaned form of a wave that is there too.
      let cleaned = found.filter { NameWords($0.series.name).hasAny(Self.cleaned) }
      if !cleaned.isEmpty, cleaned.count < found.count {
        found.removeAll(where: cleaned.contains)
        unused += cleaned
      }
      guard let longest = found.compactMap(\.series.count).max() else { return found }
      return found.filter { ($0.series.count ?? longest) * 2 > longest }
    }
    var pulses = all(.ppg).map { ($0, String?.none) }
    choosePulses(&pulses, all(.red), all(.green), all(.blue), all(.infrared))
    for (index, (guess, remark)) in pulses.enumerated() {
      guard index < Self.mostPulses else {
        unused.append(guess)
        continue
      }
      let kind: ChannelKind = index == 0 ? .ppg : index == 1 ? .ppg2 : .furtherPulse(index + 1)
      channels.append(Channel(kind: kind, guess: guess, remark: remark))
    }
    let leads = all(.ecg).enumerated().sorted {
      (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset)
    }.map(\.element)
    take(.ecg, leads, remark: leads.count > 1 ? "the first choice of \(leads.count) leads" : nil)
    take(.respiration, all(.respiration))
    chooseAxes(guesses)
    channels = Channels.ordered(channels.map(\.kind)).compactMap { kind in channels.first { $0.kind == kind }
    }
  }

  /// Assigns the first of some series to a channel; the others are not used.
  private mutating func take(_ kind: ChannelKind, _ found: [SeriesGuess], remark: String? = nil) {
    guard let first = found.first else { return }
    channels.append(Channel(kind: kind, guess: first, remark: remark))
    unused += found.dropFirst()
  }

  /// Assigns colours: red, green and blue are a camera's, red and infrared an oximeter's; a single colour is a pulse
  /// wave.
  private mutating func choosePulses(
    _ pulses: inout [(SeriesGuess, String?)], _ red: [SeriesGuess], _ green: [SeriesGuess],
    _ blue: [SeriesGuess], _ infrared: [SeriesGuess]
  ) {
    if !red.isEmpty, !green.isEmpty, !blue.isEmpty {
      for (kind, found) in [(ChannelKind.red, red), (.green, green), (.blue, blue)] {
        take(kind, found, remark: "red, green and blue are all there")
      }
      if let only = infrared.first { channels.append(Channel(kind: .infrared, guess: only)) }
      return
    }
    for guess in green + red + blue {
      pulses.append(
        (guess, "one colour is read as a pulse wave: red, green and blue are names of a camera's"))
    }
    if let only = infrared.first {
      if pulses.isEmpty {
        pulses.append((only, "the only light there is"))
      } else {
        channels.append(Channel(kind: .infrared, guess: only))
      }
    }
  }

  private static func rank(_ guess: SeriesGuess) -> Int {
    let words = NameWords(guess.series.name)
    if words.hasAny(["ecg", "ekg"]) { return 0 }
    return ["mlii": 1, "ii": 2, "i": 3, "v5": 4, "v": 5, "iii": 6][words.joined] ?? 7
  }

  /// Assigns the three axes of one sensor: by their names, else three series in a row with the unit or the word.
  private mutating func chooseAxes(_ guesses: [SeriesGuess]) {
    let kinds: [ChannelKind] = [.accelerometerX, .accelerometerY, .accelerometerZ]
    let named = kinds.map { kind in guesses.filter { $0.role == .channel(kind) } }
    if named.allSatisfy({ !$0.isEmpty }) {
      for (kind, found) in zip(kinds, named) { take(kind, found) }
      return
    }
    unused += named.joined()
    let leads = guesses.filter { $0.role == .lead }
    if leads.count >= 3 {
      for (kind, guess) in zip(kinds, leads) {
        channels.append(Channel(kind: kind, guess: guess, remark: "the axes are taken in the file's order"))
      }
      unused += leads.dropFirst(3)
    } else {
      unused += leads
    }
  }
}
