import HRTestSupport
import Foundation
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// Filters against SciPy, NumPy and PyWavelets (Oracles/filters_oracle.py), by the names and parameters of the catalog.
@Suite struct FilterOracleTests {
  private struct Oracle: Decodable {
    struct Row: Decodable {
      let filter: String
      let fs: Double
      let parameters: [String: OracleValue]
      /// Output at every (count / 20)-th sample.
      let y: [Double]
    }
    let rows: [Row]
  }

  /// A pulse of 78 beats per minute with drift, ripple, hum, even noise and a spike every 97 samples.
  static func wave(sampleRate: Double) -> Signal {
    Signal(
      samples: (0..<Int(8 * sampleRate)).map { i in
        let t = Double(i) / sampleRate
        let pulse = 3 * sin(2 * Double.pi * 1.3 * t) + 0.8 * sin(2 * Double.pi * 2.6 * t + 0.5)
        let slow = 2 * sin(2 * Double.pi * 0.2 * t)
        let fast = 0.4 * sin(2 * Double.pi * 7 * t) + 0.3 * sin(2 * Double.pi * 50 * t)
        let noise = Double((31 * i * i + 17 * i) % 101) / 101 - 0.5
        return 200 + pulse + slow + fast + noise + (i % 97 == 50 ? 15 : 0)
      }, sampleRate: sampleRate)
  }

  @Test(arguments: ["filters"]) func catalogAgreesWithSciPy(_ file: String) throws {
    let rows = try OracleFile.decode(file, as: Oracle.self).rows
    #expect(!rows.isEmpty)
    for row in rows {
      let values = ParameterValues(
        row.parameters.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.value) })
      let filter = try #require(Catalog<FilterEntry>.builtIn[row.filter]).make(values)
      let out = filter.apply(to: Self.wave(sampleRate: row.fs)).samples
      let thin = stride(from: 0, to: out.count, by: out.count / 20).map { out[$0] }
      #expect(thin.count == row.y.count)
      let scale = row.y.map(abs).max() ?? 1
      let error = zip(thin, row.y).map { abs($0 - $1) / scale }.max() ?? .infinity
      #expect(error < 1e-8, "\(row.filter) at \(row.fs) Hz, \(values): \(error)")
    }
  }
}

/// A parameter as an oracle writes it.
enum OracleValue: Decodable {
  case value(ParameterValue)

  var value: ParameterValue {
    switch self {
    case .value(let value): value
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let integer = try? container.decode(Int.self) {
      self = .value(.integer(integer))
    } else if let number = try? container.decode(Double.self) {
      self = .value(.number(number))
    } else {
      self = .value(.choice(try container.decode(String.self)))
    }
  }
}
