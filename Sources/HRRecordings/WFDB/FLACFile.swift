internal import CHRFiles
internal import HRSupport

/// A signal file compressed with FLAC: each signal is a channel of the stream.
struct FLACFile: ~Copyable {
  private static let freeBytes = 1_000_000

  private let path: String
  private let signals: [WFDBHeader.Signal]
  private let place: Diagnostic.Place
  private let stream: OpaquePointer
  private let info: hr_flac_info

  /// - Parameters:
  ///   - signals: all signals of the file.
  ///   - place: place in the header that names the file.
  init(_ path: String, _ signals: [WFDBHeader.Signal], place: Diagnostic.Place) throws(Diagnostics) {
    let format = signals[0].format
    guard OptionalFormat.flac.isRead else {
      throw Diagnostics(
        "the signals are packed with FLAC (format \(format.rawValue)), which this build of hreval does not read",
        place: place, hint: OptionalFormat.flac.lack(path).first.hint)
    }
    if let reason = hr_unreadable(path) {
      throw Diagnostics(
        String(cString: reason), in: path, hint: "line \(place.line ?? 0) of the header names it")
    }
    var failure = hr_failure()
    var info = hr_flac_info()
    guard let stream = hr_flac_open(path, &info, &failure) else {
      throw Self.problem(failure, path)
    }
    if let refusal = Self.objection(to: info, signals, place) {
      hr_flac_close(stream)
      throw Diagnostics(refusal)
    }
    self.path = path
    self.signals = signals
    self.place = place
    self.stream = stream
    self.info = info
  }

  private static func objection(
    to info: hr_flac_info, _ signals: [WFDBHeader.Signal], _ place: Diagnostic.Place
  ) -> Diagnostic? {
    let (channels, bits) = (Int(clamping: info.channels), Int(clamping: info.bits))
    guard channels == signals.count else {
      return Diagnostic(
        "the FLAC stream of \(signals[0].file) has \(channels) channels, and the header names \(signals.count) signals in it",
        place: place)
    }
    guard bits > (signals[0].format.flacBits ?? 0) else { return nil }
    return Diagnostic(
      "the FLAC stream of \(signals[0].file) has samples of \(bits) bits, too many for format \(signals[0].format.rawValue)",
      place: place)
  }

  deinit { hr_flac_close(stream) }

  private static func problem(_ failure: hr_failure, _ path: String) -> Diagnostics {
    let text = withUnsafeBytes(of: failure.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return Diagnostics(
      text, in: path,
      hint: failure.kind == HR_FAILURE_NO_MEMORY
        ? nil : "the file is damaged, or its download was interrupted")
  }

  private var perFrame: Int { signals[0].samplesPerFrame }

  /// Number of samples of each signal before the record begins.
  private var skipped: Int { signals[0].byteOffset }

  /// Returns the number of frames that the stream states.
  borrowing func framesHeld() throws(Diagnostics) -> Int {
    guard info.samples > 0 else {
      throw Diagnostics(
        "neither the header nor the FLAC stream of \(signals[0].file) says how many samples there are",
        place: place)
    }
    return max(0, Int(clamping: info.samples) - skipped) / perFrame
  }

  /// Refuses frames that the stream does not have, and sizes out of proportion to the file.
  borrowing func check(_ frames: Int, _ budget: ReadingBudget) throws(Diagnostics) {
    let (samples, overflow) = frames.multipliedReportingOverflow(by: perFrame)
    let needed = samples.addingReportingOverflow(skipped)
    if overflow || needed.overflow
      || (info.samples > 0 && UInt64(clamping: needed.partialValue) > info.samples)
    {
      throw Diagnostics(
        "the header claims \(frames) samples of each signal in \(signals[0].file), and its FLAC stream \(max(0, Int(clamping: info.samples) - skipped) / perFrame)",
        place: place, hint: "was the file cut off?")
    }
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw Diagnostics("the file cannot be read", in: path) }
    let held = max(1, Int(clamping: facts.st_size))
    let frameBytes = signals.count * signals[0].format.block.bytes
    let (bytes, isTooMuch) = needed.partialValue.multipliedReportingOverflow(by: frameBytes)
    let most = held.multipliedReportingOverflow(by: budget.limits[.expansion])
    guard !isTooMuch, most.overflow || bytes <= max(most.partialValue, Self.freeBytes) else {
      throw budget.limits.problem(
        .expansion, "unpacked, the signals have \(isTooMuch ? Int.max : bytes) bytes, and the file \(held)",
        needed: isTooMuch ? UInt64.max : UInt64(clamping: bytes / held + 1), place: .init(file: path))
    }
  }

  /// Reads a number of frames; see ``WFDBSignalFile/read(_:_:start:frames:)``.
  ///
  /// - Parameters:
  ///   - wanted: the requested signals.
  ///   - targets: destinations of the samples.
  ///   - start: position of the first sample in the targets, in frames.
  borrowing func read(
    _ wanted: inout [WFDBSignalFile.Wanted], _ targets: inout [WFDBTarget], start: Int, frames: Int
  ) throws(Diagnostics) {
    let channels = signals.count
    try skip(skipped)
    let total = frames * perFrame
    var codes = [Int32](repeating: 0, count: min(total, 1 << 15) * channels)
    var done = 0
    while done < total {
      let count = min(codes.count / channels, total - done)
      if count * channels < codes.count { codes.removeLast(codes.count - count * channels) }
      try fill(&codes, count, after: done)
      codes.withUnsafeBufferPointer { codes in
        for index in wanted.indices {
          let target = wanted[index].target
          // The stream has one sample of each signal after the other, whatever the samples per frame.
          wanted[index].take(
            codes, frameSamples: channels, offset: wanted[index].offset / perFrame, perFrame: 1,
            into: &targets[target].values, at: start * perFrame, most: total)
        }
      }
      done += count
    }
  }

  private borrowing func skip(_ count: Int) throws(Diagnostics) {
    guard count > 0 else { return }
    var codes = [Int32](repeating: 0, count: min(count, 1 << 15) * signals.count)
    var done = 0
    while done < count {
      let pass = min(codes.count / signals.count, count - done)
      try fill(&codes, pass, after: done - count)
      done += pass
    }
  }

  /// - Parameter after: number of samples read before.
  private borrowing func fill(_ codes: inout [Int32], _ count: Int, after: Int) throws(Diagnostics) {
    var failure = hr_failure()
    let read = codes.withUnsafeMutableBufferPointer {
      hr_flac_read(stream, $0.baseAddress, UInt64(clamping: count), &failure)
    }
    guard read >= 0 else { throw Self.problem(failure, path) }
    guard Int(clamping: read) == count else {
      throw Diagnostics(
        "the FLAC stream ends after \(max(0, after + Int(clamping: read))) samples of each signal, fewer than it or the header claims",
        in: path, hint: "was the file cut off?")
    }
  }
}
