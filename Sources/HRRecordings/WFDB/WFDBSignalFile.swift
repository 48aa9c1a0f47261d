internal import CHRFiles
internal import HRSupport

/// A requested signal, while it is read.
struct WFDBTarget {
  /// Samples of the whole record; missing until they are read.
  var values: [Double]
  let samplesPerFrame: Int
}

/// One pass over a signal file of a WFDB record, or of one of its segments.
struct WFDBSignalFile {
  /// A signal of the file that is wanted.
  struct Wanted {
    let signal: WFDBHeader.Signal
    /// Index of its first sample within a frame.
    let offset: Int
    /// Index of the target that takes it.
    let target: Int
    private(set) var sum = 0
    private var last: Int
    private var count = 0

    init(_ signal: WFDBHeader.Signal, offset: Int, target: Int) {
      self.signal = signal
      self.offset = offset
      self.target = target
      last = signal.initial
    }

    /// Takes its samples out of whole frames.
    ///
    /// - Parameters:
    ///   - codes: the samples of some frames.
    ///   - frameSamples: number of samples in a frame.
    ///   - offset: index of this signal's first sample within a frame.
    ///   - perFrame: number of this signal's samples in a frame.
    ///   - values: destination of the samples.
    ///   - place: index of the part's first sample in it.
    ///   - most: number of samples in the part.
    mutating func take(
      _ codes: UnsafeBufferPointer<Int32>, frameSamples: Int, offset: Int, perFrame: Int,
      into values: inout [Double], at place: Int, most: Int
    ) {
      let isDifference = signal.format == .differences
      let invalid = signal.format.invalidCode ?? Int.min
      let (baseline, gain) = (Double(signal.baseline), signal.gain)
      // Samples of skewed signals are stored later in the file than those of the same time.
      let late = signal.skew * signal.samplesPerFrame
      for frame in 0..<(codes.count / frameSamples) {
        for sample in 0..<perFrame {
          var code = Int(truncatingIfNeeded: codes[frame * frameSamples + offset + sample])
          if isDifference {
            last += code
            code = last
          }
          sum &+= code
          let index = count - late
          if index >= 0, index < most {
            values[place + index] = code == invalid ? .nan : (Double(code) - baseline) / gain
          }
          count += 1
        }
      }
    }

    /// Checksum error of the header against the samples; `nil` if they agree or the header has no checksum.
    var objection: String? {
      guard let checksum = signal.checksum, (checksum ^ sum) & 0xFFFF != 0 else { return nil }
      let found = Int(truncatingIfNeeded: Int16(truncatingIfNeeded: sum))
      return
        "the checksum of signal \"\(signal.label)\" is \(checksum) in the header, and \(found) of its samples"
    }
  }

  let path: String
  /// All signals of the file.
  let signals: [WFDBHeader.Signal]
  let headerPath: String
  let budget: ReadingBudget

  private var format: WFDBFormat { signals[0].format }
  private var frameSamples: Int { signals.reduce(0) { $0 + $1.samplesPerFrame } }
  private var place: Diagnostic.Place { .init(file: headerPath, line: signals[0].line) }

  /// Returns the number of frames in the file.
  func framesHeld() throws(Diagnostics) -> Int {
    if format.flacBits != nil {
      let file = try FLACFile(path, signals, place: place)
      return try file.framesHeld()
    }
    return try format.samples(inBytes: bytesHeld()) / frameSamples
  }

  /// Returns the number of bytes after the byte offset.
  private func bytesHeld() throws(Diagnostics) -> Int {
    if let reason = hr_unreadable(path) {
      throw Diagnostics(String(cString: reason), in: path, hint: namedHere)
    }
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw Diagnostics("the file cannot be read", in: path) }
    return max(0, Int(clamping: facts.st_size) - signals[0].byteOffset)
  }

  private var namedHere: String { "it is named in line \(signals[0].line) of \(headerPath)" }

  /// Reads a number of frames.
  ///
  /// - Parameters:
  ///   - wanted: the requested signals.
  ///   - targets: destinations of the samples.
  ///   - start: position of the first sample in the targets, in frames.
  func read(
    _ wanted: inout [Wanted], _ targets: inout [WFDBTarget], start: Int, frames: Int
  ) throws(Diagnostics) {
    if format.flacBits != nil {
      try FLACFile(path, signals, place: place).read(&wanted, &targets, start: start, frames: frames)
    } else {
      try readPlain(&wanted, &targets, start: start, frames: frames)
    }
    let objections = wanted.compactMap { each in
      each.objection.map {
        Diagnostic(
          $0, place: .init(file: headerPath, line: each.signal.line),
          hint: "the header or \(path) is damaged, or one of another recording")
      }
    }
    guard objections.isEmpty else { throw Diagnostics(objections) }
  }

  private func readPlain(
    _ wanted: inout [Wanted], _ targets: inout [WFDBTarget], start: Int, frames: Int
  ) throws(Diagnostics) {
    let file = try OpenFile.reading(path)
    // Six frames are whole blocks in every format.
    let perPass = max(6, (1 << 17) / frameSamples / 6 * 6)
    var codes = [Int32](repeating: 0, count: min(frames, perPass) * frameSamples)
    var first = 0
    while first < frames {
      let count = min(perPass, frames - first)
      if count * frameSamples < codes.count { codes.removeLast(codes.count - count * frameSamples) }
      // One more block may be decoded after the last one.
      let bytes =
        try file.bytes(
          format.bytes(holding: codes.count) ?? 0, from: first == 0 ? signals[0].byteOffset : nil, of: path)
        + [0, 0, 0, 0]
      codes.withUnsafeMutableBufferPointer { codes in
        bytes.withUnsafeBytes { format.decode($0, into: codes) }
        for index in wanted.indices {
          let target = wanted[index].target
          let perFrame = targets[target].samplesPerFrame
          wanted[index].take(
            UnsafeBufferPointer(codes), frameSamples: frameSamples, offset: wanted[index].offset,
            perFrame: perFrame, into: &targets[target].values, at: start * perFrame, most: frames * perFrame)
        }
      }
      first += count
    }
  }

  /// Checks the header's claim against the file, before anything is allocated for it.
  ///
  /// - Parameters:
  ///   - frames: the number that the header claims.
  ///   - isChecked: true if a checksum will verify the number of samples.
  func check(_ frames: Int, isChecked: Bool) throws(Diagnostics) {
    if format.flacBits != nil {
      try FLACFile(path, signals, place: place).check(frames, budget)
      return
    }
    let held = try bytesHeld()
    func problem(_ hint: String) -> Diagnostics {
      Diagnostics(
        "the header claims \(frames) samples of each signal in \(signals[0].file), and the file holds \(format.samples(inBytes: held) / frameSamples)",
        place: place, hint: hint)
    }
    let (samples, overflow) = frames.multipliedReportingOverflow(by: frameSamples)
    guard !overflow, let needed = format.bytes(holding: samples), needed <= held else {
      throw problem("was the file cut off?")
    }
    guard frameSamples <= budget.limits[.recordingBytes] / 8 else {
      throw budget.limits.problem(
        .recordingBytes, "a frame has \(frameSamples) samples",
        needed: UInt64(clamping: frameSamples.multipliedReportingOverflow(by: 8).partialValue), place: place)
    }
    // Excess samples are harmless if a checksum shows that they are not part of the record; part of a block is
    // padding.
    let more = held - needed
    guard more >= max(format.block.bytes, format.bytes(holding: frameSamples) ?? 0), !isChecked else {
      return
    }
    throw problem(
      "the header is damaged, or something was added to the file; a checksum in the header would tell which")
  }
}
