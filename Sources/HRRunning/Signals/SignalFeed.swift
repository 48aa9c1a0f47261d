internal import HRSupport
internal import HRPlugins
internal import HRSignals

/// Input of detectors and quality indices from one (corrupted) recording; each signal is made once and shared.
struct SignalFeed {
  /// Reason why there is no input.
  enum UnavailableReason: Error, Equatable {
    /// Every window fails.
    case unusable(String)
    /// Every window abstains.
    case silent(Abstention)
  }

  private let channels: Channels
  private var feeds: [String: Result<Channels, UnavailableReason>] = [:]
  /// Output of each extractor.
  private var extracted: [String: Result<Channels, UnavailableReason>] = [:]
  private let programs: ProgramHost?
  /// Recorded waves of other programs, by file.
  private var traces: [String: Result<Channels, UnavailableReason>] = [:]

  /// Time before which nothing is shown; `nil`: all is shown.
  private let start: Double?

  init(_ channels: Channels, from start: Double? = nil, programs: ProgramHost? = nil) {
    self.programs = programs
    self.channels = start.map(channels.from) ?? channels
    self.start = start
  }

  // MARK: Detectors

  /// Returns a detector's input, and a key that is equal for pipelines that give their detectors the same samples.
  ///
  /// - Parameter trace: the file of this trial, if the pipeline reads a recorded wave.
  mutating func channels(
    for pipeline: Pipeline, trace: RecordedFile?
  ) -> (key: String, channels: Result<Channels, UnavailableReason>) {
    let key = key(of: pipeline, trace: trace)
    if let known = feeds[key] { return (key, known) }
    let made = Result { () throws(UnavailableReason) in try feed(pipeline, trace: trace) }
    feeds[key] = made
    return (key, made)
  }

  private func key(of pipeline: Pipeline, trace: RecordedFile?) -> String {
    var parts = [
      trace.map(Self.key) ?? pipeline.extractors.fitting(channels.kinds).map(Self.key) ?? "raw"
    ]
    parts += pipeline.filters.map(Self.key)
    parts.append(pipeline.sampleRate.map { "\($0)" } ?? "-")
    parts.append(Self.preparedInputs(of: pipeline))
    return parts.joined(separator: "|")
  }

  private static func key(_ choice: Pipeline.ExtractorChoice) -> String {
    switch choice.extractor {
    case .plugin: "extractor \(choice.info.definition)"
    case .program(let plugin): "extractor \(plugin.identity)"
    }
  }

  private static func key(_ stage: Pipeline.FilterStage) -> String {
    switch stage.filter {
    case .plugin: "\(stage.info.definition)\(stage.parameters.text)"
    case .program(let plugin): plugin.identity
    }
  }

  private static func key(_ trace: RecordedFile) -> String { "trace \(trace.key)" }

  /// Returns the key of a detector's prepared inputs. Window detectors get only their inputs, evenly sampled unless
  /// they ask for the recorded times; streaming detectors get everything as it is.
  private static func preparedInputs(of pipeline: Pipeline) -> String {
    switch pipeline.detector {
    case .plugin(.streaming): "streaming"
    case .plugin(.window(let detector)): preparedInputs(detector.timeBase, of: pipeline)
    case .program(let plugin): preparedInputs(plugin.description.timeBase, of: pipeline)
    }
  }

  private static func preparedInputs(_ timeBase: TimeBase, of pipeline: Pipeline) -> String {
    "\(timeBase) "
      + (pipeline.inputs + pipeline.optionalInputs).map(\.rawValue).joined(separator: "+")
  }

  private mutating func feed(_ pipeline: Pipeline, trace: RecordedFile?) throws(UnavailableReason) -> Channels
  {
    var channels = channels
    if pipeline.readsPulseWave {
      if let trace {
        channels = try wave(in: trace)
      } else if let choice = pipeline.extractors.fitting(channels.kinds) {
        channels = try wave(of: choice)
      } else {
        throw .unusable("the recording lacks the channels of every extractor")
      }
      if !pipeline.filters.isEmpty {
        // Filters are designed for even samples; the time stamps give the positions of the recorded ones.
        guard var signal = channels[.ppg]?.uniform(at: pipeline.sampleRate) else {
          throw .unusable(Self.unevenReason(channels[.ppg], "to filter"))
        }
        for stage in pipeline.filters { signal = try filtered(signal, by: stage) }
        channels[.ppg] = .uniform(signal)
        if let contact = channels[.contact] {
          channels[.contact] = .uniform(contact.held(on: signal))
        }
      }
    }
    do throws(DetectorEntry.Made.Uneven) {
      return try pipeline.detector.preparedInputs(
        of: channels, inputs: pipeline.inputs, optionalInputs: pipeline.optionalInputs)
    } catch {
      throw .unusable(Self.unevenReason(channels[error.kind], "in \(error.kind.rawValue)"))
    }
  }

  /// Returns the reason why no even samples can be made of a channel.
  private static func unevenReason(_ channel: Channel?, _ purpose: String) -> String {
    guard let channel, channel.count > 1 else { return "too few samples \(purpose)" }
    return
      "the samples lie too far apart to be made even: from \(shortest(channel.time(at: 0), decimals: 3)) to "
      + "\(shortest(channel.time(at: channel.count - 1), decimals: 3)) s"
  }

  // MARK: Waves

  /// Returns the pulse wave of the first of these extractors that can be used, or of the file if there is one, with
  /// a key of it.
  ///
  /// - Returns: `nil` if there is none.
  mutating func wave(
    among choices: [Pipeline.ExtractorChoice], trace: RecordedFile?
  ) -> (key: String, channels: Channels)? {
    if let trace {
      guard let channels = try? wave(in: trace) else { return nil }
      return (Self.key(trace), channels)
    }
    guard let choice = choices.fitting(channels.kinds), let made = try? wave(of: choice) else { return nil }
    return (Self.key(choice), made)
  }

  private mutating func wave(of choice: Pipeline.ExtractorChoice) throws(UnavailableReason) -> Channels {
    let key = Self.key(choice)
    if let known = extracted[key] { return try known.get() }
    let made: Result<Channels, UnavailableReason> =
      switch choice.extractor {
      case .plugin(let extractor): .success(extractor.extract(from: channels).withUnits(of: channels))
      case .program(let plugin):
        Result { () throws(UnavailableReason) in try wave(by: plugin, from: choice.inputs) }
      }
    extracted[key] = made
    return try made.get()
  }

  /// Returns the channels with a program's output as the pulse wave, on the first input's time base.
  private func wave(by plugin: ProgramPlugin, from inputs: [ChannelKind]) throws(UnavailableReason)
    -> Channels
  {
    guard let first = inputs.first.flatMap({ channels[$0] }) else {
      throw .unusable("the channel is missing")
    }
    let samples = try samples(of: channels, inputs, by: plugin)
    var made = channels
    made[.ppg] = first.replacing(values: samples)
    return made
  }

  private func filtered(_ signal: Signal, by stage: Pipeline.FilterStage) throws(UnavailableReason) -> Signal
  {
    switch stage.filter {
    case .plugin(let filter): return filter.apply(to: signal)
    case .program(let plugin):
      let samples = try samples(of: Channels([.ppg: .uniform(signal)]), [.ppg], by: plugin)
      return Signal(samples: samples, sampleRate: signal.sampleRate, startTime: signal.startTime)
    }
  }

  private func samples(
    of channels: Channels, _ kinds: [ChannelKind], by plugin: ProgramPlugin
  ) throws(UnavailableReason) -> [Double] {
    guard let programs else { throw .unusable("programs are not started here") }
    do throws(ProgramFailure) {
      return try programs.samples(of: channels, kinds, by: plugin)
    } catch {
      throw .unusable("\(plugin.description.kind.rawValue): \(error.reason)")
    }
  }

  private mutating func wave(in file: RecordedFile) throws(UnavailableReason) -> Channels {
    if let refusal = file.refusal { throw .unusable(refusal) }
    if let known = traces[file.key] { return try known.get() }
    let read: Result<Channels, UnavailableReason>
    do throws(Diagnostics) {
      switch try RecordedTrace(contentsOf: file.path, manifestSHA256: file.manifestSHA256) {
      case .wave(let series):
        let wave = Channels([.ppg: .irregular(series)])
        read = .success(start.map(wave.from) ?? wave)
      case .silent(let reason): read = .failure(.silent(reason))
      }
    } catch {
      read = .failure(.unusable(file.reason(error)))
    }
    traces[file.key] = read
    return try read.get()
  }
}

extension Channels {
  /// The channels that an extractor made, with what is known of the units of those that it read.
  fileprivate func withUnits(of read: Channels) -> Channels {
    var made = self
    made.accelerationIsInG = read.accelerationIsInG
    return made
  }

  /// Returns the samples from a time on, without channels that then have fewer than two samples.
  fileprivate func from(_ start: Double) -> Channels {
    guard let timeRange else { return self }
    var rest = cut(to: TimeRange(start: start, end: timeRange.end + 1))
    for kind in rest.kinds where (rest[kind]?.count ?? 0) < 2 { rest[kind] = nil }
    return rest
  }
}

extension Channel {
  /// Returns the latest value at each sample of another signal; the first value before the channel begins.
  fileprivate func held(on signal: Signal) -> Signal {
    var index = 0
    let samples = (0..<signal.count).map { k in
      while index + 1 < count, time(at: index + 1) <= signal.time(at: k) + TimeRange.slack { index += 1 }
      return values[index]
    }
    return Signal(samples: samples, sampleRate: signal.sampleRate, startTime: signal.startTime)
  }
}
