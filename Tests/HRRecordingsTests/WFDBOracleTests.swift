import Foundation
import HRSupport
import HRSignals
import HRTestSupport
import Testing

@testable import HRRecordings

/// WFDB records and annotations as the wfdb package reads them, to the last bit; see `Oracles/wfdb_oracle.py`.
@Suite struct WFDBOracleTests {
  struct Record: Decodable, Sendable {
    let name: String
    let files: [String: String]
    let labels: [String?]
    let rates: [Double]
    let values: [[Double?]]
  }

  struct Annotations: Decodable, Sendable {
    let name: String
    let base64: String
    let rate: Double
    let times: [Int]
    let symbols: [String]
    let subtypes: [Int]
    let channels: [Int]
    let numbers: [Int]
    let notes: [String]
  }

  struct Recorded: Decodable, Sendable {
    struct Signal: Decodable, Sendable {
      let label: String
      let rate: Double
      let count: Int
      let missing: Int
      let sum: Double
      let places: [Int]
      let values: [Double?]
    }
    let name: String
    let signals: [Signal]
  }

  struct Beats: Decodable, Sendable {
    let count: Int
    let rate: Double
    let symbols: [String: Int]
    let sum: Int
    let first: [Int]
    let notes: [String]
  }

  struct Oracle: Decodable, Sendable {
    let records: [Record]
    let annotations: [Annotations]
    let recorded: [Recorded]
    let beats: Beats
  }

  /// Missing samples are `nil`.
  private func plain(_ values: [Double]?) -> [Double?]? { values?.map { $0.isNaN ? nil : $0 } }

  private func needsFLAC(_ name: String) -> Bool { name.hasPrefix("f5") || name == "mixedsignals" }

  @Test func readsSmallRecordsAsWFDBDoes() throws {
    let oracle: Oracle = try OracleFile.decode("wfdb")
    #expect(oracle.records.count == 21)
    for row in oracle.records.dropLast() where OptionalFormat.flac.isRead || !needsFLAC(row.name) {
      let folder = try TemporaryFolder()
      for (name, base64) in row.files {
        try folder.write(name, bytes: [UInt8](try #require(Data(base64Encoded: base64))))
      }
      var request = FileRequest()
      for index in row.values.indices { request.add(.signal(.at(index)), optional: false) }
      let contents = try WFDBReading(
        "\(folder.path)/\(row.name).hea", scope: ReadingScope([folder.path]), budget: ReadingBudget()
      ).contents(for: request)
      for (index, values) in row.values.enumerated() {
        #expect(plain(contents.columns[.signal(.at(index))]) == values, "\(row.name) \(index)")
        let clock = try #require(contents.clocks[.signal(.at(index))])
        #expect(clock.sampleRate == row.rates[index] && clock.start == 0)
      }
      // Labels of the description fields; signals without one have an empty label.
      let header = try WFDBHeader.read("\(folder.path)/\(row.name).hea")
      if header.segments == nil { #expect(header.signals.map(\.label) == row.labels.map { $0 ?? "" }) }
    }
  }

  @Test(.enabled(if: RealData.has("wfdb-samples"), "the WFDB samples are not here; set HREVAL_DATA"))
  func readsRecordedSignalsAsWFDBDoes() throws {
    let oracle: Oracle = try OracleFile.decode("wfdb")
    #expect(oracle.recorded.count == 6)
    for row in oracle.recorded where OptionalFormat.flac.isRead || !needsFLAC(row.name) {
      let path = "\(RealData.folder.path)/wfdb-samples/\(row.name).hea"
      var request = FileRequest()
      for signal in row.signals { request.add(.signal(.named(signal.label)), optional: false) }
      let contents = try WFDBReading(
        path, scope: ReadingScope([RealData.folder.path]), budget: ReadingBudget()
      )
      .contents(for: request)
      for signal in row.signals {
        let cell = DataCell.signal(.named(signal.label))
        let values = try #require(contents.columns[cell])
        let there = values.filter { !$0.isNaN }
        #expect(values.count == signal.count && values.count - there.count == signal.missing, "\(row.name)")
        #expect(plain(signal.places.map { values[$0] }) == signal.values, "\(row.name) \(signal.label)")
        #expect(abs(there.reduce(0, +) - signal.sum) <= 1e-9 * abs(signal.sum) + 1e-6)
        #expect(contents.clocks[cell]?.sampleRate == signal.rate)
      }
    }
  }

  @Test func readsAnnotationsAsWFDBDoes() throws {
    let oracle: Oracle = try OracleFile.decode("wfdb")
    #expect(oracle.annotations.count == 2)
    for row in oracle.annotations {
      let folder = try TemporaryFolder()
      let path = try folder.write(
        "\(row.name).tst", bytes: [UInt8](try #require(Data(base64Encoded: row.base64))))
      try folder.write("\(row.name).hea", "\(row.name) 0 250 1\n")
      let reading = try WFDBAnnotationReading(
        path, stated: nil, scope: ReadingScope([folder.path]), budget: ReadingBudget())
      #expect(reading.rate == row.rate)
      let expected = row.times.indices.map { index in
        WFDBAnnotation(
          time: row.times[index], symbol: row.symbols[index], subtype: row.subtypes[index],
          channel: row.channels[index], number: row.numbers[index], note: row.notes[index])
      }
      #expect(reading.annotations.list == expected, "\(row.name)")
    }
  }

  @Test(.enabled(if: RealData.has("wfdb-samples"), "the WFDB samples are not here; set HREVAL_DATA"))
  func readsAnnotatedBeatsAsWFDBDoes() throws {
    let beats = try OracleFile.decode("wfdb", as: Oracle.self).beats
    let reading = try WFDBAnnotationReading(
      "\(RealData.folder.path)/wfdb-samples/100.atr", stated: nil,
      scope: ReadingScope([RealData.folder.path]),
      budget: ReadingBudget())
    let list = reading.annotations.list
    #expect(list.count == beats.count && reading.rate == beats.rate)
    #expect(Dictionary(grouping: list, by: \.symbol).mapValues(\.count) == beats.symbols)
    #expect(list.reduce(0) { $0 + $1.time } == beats.sum && list.prefix(5).map(\.time) == beats.first)
    #expect(list.map(\.note).filter { !$0.isEmpty } == beats.notes)
  }

  /// The committed descriptors on the samples.
  @Test(.enabled(if: RealData.has("wfdb-samples"), "the WFDB samples are not here; set HREVAL_DATA"))
  func descriptorsReadTheSamples() throws {
    let beats = try RealData.dataset("wfdb-samples")
    #expect(beats.recordings.map(\.id) == ["100"])
    let record = try beats.load(beats.recordings[0])
    // 2274 annotations, of which one is the rhythm.
    #expect(record.reference.beatTimes.count == 2273 && record.reference.beatTimes.first == 77.0 / 360)
    #expect(
      beats.files(of: beats.recordings[0]).map { $0.split(separator: ".").last } == ["hea", "atr", "dat"])
    #expect(try beats.digests(of: beats.recordings[0]).count == 3)
    let normal = try RealData.dataset("wfdb-samples", reference: "normalBeats")
    #expect(try normal.load(normal.recordings[0]).reference.beatTimes.count == 2239)
    let alarms = try RealData.dataset("wfdb-samples-alarms")
    #expect(alarms.recordings.map(\.id) == ["a103l", "v102s"])
    for (entry, kinds) in zip(alarms.recordings, [[ChannelKind.ppg, .ecg], [.ppg, .ecg, .respiration]]) {
      #expect(try alarms.load(entry, reference: false).channels.kinds == kinds)
    }
    let fixed = try RealData.dataset("wfdb-samples-fixed")
    #expect(fixed.recordings.map(\.id) == ["v102s"] && fixed.files(of: fixed.recordings[0]).count == 5)
    #expect(try fixed.load(fixed.recordings[0], reference: false).channels[.ppg]?.count == 225_000)
    let formats = try RealData.dataset("wfdb-samples-formats")
    #expect(try formats.load(formats.recordings[0]).channels.kinds.count == 10)
    let mixed = try RealData.dataset("wfdb-samples-mixed")
    guard OptionalFormat.flac.isRead else {
      let refused = try #require(throws: Diagnostics.self) { try mixed.load(mixed.recordings[0]) }
      #expect(
        refused.list.map(\.message) == [
          "the signals are packed with FLAC (format 516), which this build of hreval does not read"
        ])
      #expect(
        refused.first.hint
          == "./setup.sh install --formats flac installs what it needs and switches it on; then build again")
      return
    }
    #expect(try mixed.load(mixed.recordings[0]).channels[.ecg]?.nominalRate == 249.89)
  }
}
