internal import CHRFiles
internal import HRSupport
internal import HRNumerics
package import HRSignals

/// A recording delivered one stretch of time after the other; only one is in memory.
///
/// Its samples and times are bit for bit those of the whole recording. Only even channels in HDF5 files without a gap
/// can be read in blocks. Anything else, and any problem, is left to
/// ``Dataset/load(_:needing:wishing:reference:labels:)``.
package final class RecordingBlocks {
  /// A channel as its file declares it.
  package struct Outline {
    package let kind: ChannelKind
    package let sampleRate: Double
    package let startTime: Double
    package let count: Int

    /// Returns the time of a sample, computed as for a signal that is read as a whole.
    package func time(at index: Int) -> Double { startTime + Double(index) / sampleRate }

    package var timeRange: TimeRange {
      TimeRange(start: startTime, end: startTime + Double(count) / sampleRate)
    }

    /// Returns the first sample that is not before a time.
    fileprivate func index(notBefore time: Double) -> Int {
      guard time < .infinity else { return count }
      var index = max(0, min(count, Int(saturating: (time - startTime) * sampleRate)))
      while index > 0, self.time(at: index - 1) >= time { index -= 1 }
      while index < count, self.time(at: index) < time { index += 1 }
      return index
    }
  }

  /// A stretch of the recording.
  package struct Block {
    /// Channels with the time of each sample.
    package let channels: Channels
    /// End of the block: all earlier samples are in this block or a previous one; infinite for the last.
    package let end: Double
  }

  /// Error for a recording that must be read as a whole.
  package struct Unfit: Error {
    package init() {}
  }

  /// Default number of samples of the fastest channel in a block; 2 MB.
  package static let usualRows = 1 << 18
  /// Maximum chunk size, since a chunk is decompressed again for each block that overlaps it.
  private static let chunkBytes: UInt64 = 16_000_000

  /// Channels in the order of ``ChannelKind``.
  package let channels: [Outline]
  /// Time range over all channels.
  package let extent: TimeRange
  /// See ``Channels/accelerationIsInG``.
  package let accelerationIsInG: Bool
  private let sources: [Source]
  private let seconds: Double
  private var next = 0

  /// - Parameter rows: samples of the fastest channel in a block.
  fileprivate init?(_ sources: [Source], rows: Int) {
    let ranges = sources.map(\.outline.timeRange)
    guard let start = ranges.map(\.start).min(), let end = ranges.map(\.end).max(),
      let rate = sources.map(\.outline.sampleRate).max()
    else { return nil }
    self.sources = sources
    channels = sources.map(\.outline)
    extent = TimeRange(start: start, end: end)
    accelerationIsInG = sources.allSatisfy { $0.unit.isKnown || !Cadence.axes.contains($0.outline.kind) }
    seconds = Double(rows) / rate
  }

  /// - Returns: the next block; `nil` after the last.
  package func block() throws(Unfit) -> Block? {
    let start = extent.start + Double(next) * seconds
    guard start < extent.end else { return nil }
    next += 1
    let boundary = extent.start + Double(next) * seconds
    let end = boundary < extent.end ? boundary : .infinity
    var block = Channels()
    block.accelerationIsInG = accelerationIsInG
    for source in sources {
      // The first block also has the samples before it.
      let outline = source.outline
      let rows = (next == 1 ? 0 : outline.index(notBefore: start))..<outline.index(notBefore: end)
      guard !rows.isEmpty else { continue }
      block[outline.kind] = .irregular(
        TimeSeries(times: rows.map { outline.time(at: $0) }, values: try source.values(rows)))
    }
    return Block(channels: block, end: end)
  }

  /// An open file.
  fileprivate final class File {
    let hdf5: HDF5File

    init(_ path: String, budget: ReadingBudget) throws(Diagnostics) {
      hdf5 = try HDF5File(path, budget: budget)
    }
  }

  /// Location of a channel's samples.
  fileprivate struct Source {
    let outline: Outline
    let description: ChannelDescription
    let unit: UnitConversion
    let file: File
    let object: String
    /// Series in the file; `axis` is its dimension of samples.
    let block: hr_block
    let axis: Int

    func values(_ rows: Range<Int>) throws(Unfit) -> [Double] {
      var part = block
      withUnsafeMutableBytes(of: &part.start) {
        $0.bindMemory(to: UInt64.self)[axis] = UInt64(clamping: rows.lowerBound)
      }
      withUnsafeMutableBytes(of: &part.count) {
        $0.bindMemory(to: UInt64.self)[axis] = UInt64(clamping: rows.count)
      }
      guard
        var values = try? file.hdf5.read(
          part, count: UInt64(clamping: rows.count), of: object, chunkBytes: RecordingBlocks.chunkBytes
        ).values,
        // The samples that fill a gap may be in another block.
        values.allSatisfy({ $0.isFinite && !description.missing.contains($0) })
      else { throw Unfit() }
      description.scale(&values, by: unit.factor)
      return values
    }
  }
}

extension Dataset {
  /// Returns a recording as blocks, without reference and labels.
  ///
  /// - Parameters:
  ///   - entry: the recording.
  ///   - kinds: the channels wanted.
  ///   - wishes: further channels wanted, if the recording has them.
  ///   - rows: samples of the fastest channel in a block.
  /// - Returns: `nil` if it must be read as a whole.
  package func blocks(
    of entry: RecordingEntry, needing kinds: Set<ChannelKind>, wishing wishes: Set<ChannelKind>,
    rows: Int = RecordingBlocks.usualRows
  ) -> RecordingBlocks? {
    var loader = RecordingLoader(dataset: self, entry: entry)
    return (try? loader.sources(needing: kinds, wishing: wishes)).flatMap { sources in
      sources.flatMap { RecordingBlocks($0, rows: rows) }
    }
  }
}

extension RecordingLoader {
  /// - Returns: `nil` if a channel cannot be read in blocks.
  fileprivate mutating func sources(
    needing kinds: Set<ChannelKind>, wishing wishes: Set<ChannelKind>
  ) throws(Diagnostics) -> [RecordingBlocks.Source]? {
    let wanted = try wantedChannels(kinds.union(wishes))
    for channel in wanted { request(channel) }
    requestFacts()
    guard requestOrigin().isEmpty else { return nil }
    for index in requests.indices { requests[index].removeSeries() }
    try readFiles()
    _ = try facts()
    var files: [Int: RecordingBlocks.File] = [:]
    var sources: [RecordingBlocks.Source] = []
    for channel in wanted {
      let index = channel.location.file
      guard descriptor.files[index].reader == .hdf5,
        case .object(let object, let part) = channel.location.cell,
        !object.contains("*")
      else { return nil }
      let file: RecordingBlocks.File
      if let known = files[index] {
        file = known
      } else {
        file = try RecordingBlocks.File(try entry.paths[index].get(), budget: budget)
      }
      files[index] = file
      guard file.hdf5.exists(object) else {
        if channel.isOptional, !kinds.contains(channel.kind) { continue }
        return nil
      }
      guard isEven(channel, in: file, index), let (block, axis, count) = try file.series(part, of: object),
        count > 0
      else { return nil }
      let series = Series(
        values: [], cell: channel.location.cell, file: contents(ofFile: index) ?? FileContents(path: ""))
      guard case .even(let rate, let start) = try makeTimeBase(channel.timing, of: series, count: count)
      else {
        return nil
      }
      sources.append(
        .init(
          outline: .init(kind: channel.kind, sampleRate: rate, startTime: start, count: count),
          description: channel, unit: try unitConversion(channel, series), file: file, object: object,
          block: block, axis: axis))
    }
    let counts = Dictionary(uniqueKeysWithValues: sources.map { ($0.outline.kind, $0.outline.count) })
    guard !sources.isEmpty, Self.partners.allSatisfy({ Set($0.compactMap { counts[$0] }).count < 2 }),
      let start = sources.map(\.outline.timeRange.start).min(),
      let end = sources.map(\.outline.timeRange.end).max(),
      RecordingLimits.problem(from: start, to: end, cause: "") == nil
    else { return nil }
    return sources
  }

  /// Returns true if no column states the times of the samples.
  private func isEven(_ channel: ChannelDescription, in file: RecordingBlocks.File, _ index: Int) -> Bool {
    guard let stamps = channel.timing.stamps else { return true }
    guard stamps.isOptional, stamps.location.file == index, let object = stamps.location.cell.object,
      !object.contains("*")
    else { return false }
    return !file.hdf5.exists(object)
  }
}

extension RecordingBlocks.File {
  /// Returns the selection of a series, its dimension of samples, and their number.
  ///
  /// - Returns: `nil` if it has other dimensions.
  fileprivate func series(
    _ part: ObjectPart, of object: String
  ) throws(Diagnostics) -> (block: hr_block, axis: Int, count: Int)? {
    if part.isMember { return nil }
    let info = try hdf5.numericInfo(of: object)
    let dimensions = HDF5File.dimensions(info)
    guard info.is_null == 0, (1...2).contains(dimensions.count) else { return nil }
    var block = hr_block()
    block.rank = info.rank
    (block.count.0, block.count.1) = (1, 1)
    switch part {
    case .whole:
      guard dimensions.count(where: { $0 != 1 }) <= 1 else { return nil }
      let axis = dimensions.firstIndex { $0 != 1 } ?? 0
      return (block, axis, dimensions[axis])
    case .column(0) where dimensions.count == 1: return (block, 0, dimensions[0])
    case .column(let index):
      guard dimensions.count == 2, index < dimensions[1] else { return nil }
      block.start.1 = UInt64(clamping: index)
      return (block, 0, dimensions[0])
    case .row(let index):
      guard dimensions.count == 2, index < dimensions[0] else { return nil }
      block.start.0 = UInt64(clamping: index)
      return (block, 1, dimensions[1])
    case .member: return nil
    }
  }
}
