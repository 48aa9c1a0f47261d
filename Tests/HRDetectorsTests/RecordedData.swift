import Foundation
import HRSignals
import HRTestSupport

/// Frame means that seed systems read; they are not part of the project.
enum RecordedData {
  /// Frame means of a recording by its path inside `data sets`; without a time column, row k is at k / 30 s.
  static func frames(_ path: String) throws -> Frames {
    let data = try Data(contentsOf: RealData.folder.appending(path: path))
    let rows = data.split(separator: UInt8(ascii: "\n")).map { line in
      line.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
    }
    let header = rows.first ?? []
    let numbers = rows.dropFirst().map { $0.compactMap { Double($0) } }.filter { $0.count == header.count }
    let colour = header.count - 3
    return Frames(
      times: header.count == 4
        ? numbers.map { $0[0] / 1000 } : numbers.indices.map { Double($0 - numbers.startIndex) / 30 },
      columns: (0..<3).map { column in numbers.map { $0[colour + column] } },
      isEven: header.count == 3)
  }

  struct Frames {
    var times: [Double]
    var columns: [[Double]]
    let isEven: Bool

    func prefix(_ count: Int) -> Frames {
      Frames(
        times: Array(times.prefix(count)), columns: columns.map { Array($0.prefix(count)) }, isEven: isEven)
    }

    func channel(_ column: Int) -> Channel {
      isEven
        ? .uniform(Signal(samples: columns[column], sampleRate: 30))
        : .irregular(TimeSeries(times: times, values: columns[column]))
    }

    var channels: Channels {
      Channels([.red: channel(0), .green: channel(1), .blue: channel(2)])
    }
  }
}
