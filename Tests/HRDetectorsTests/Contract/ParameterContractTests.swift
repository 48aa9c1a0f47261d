import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// Every value that a parameter's range allows is one the detector can live with, or refuses in words.
@Suite struct ParameterContractTests {
  /// The ends of a parameter's range, or all its choices.
  private func ends(_ parameter: ParameterDescription) -> [ParameterValue] {
    switch parameter.domain {
    case .number(let range): [.number(range.lowerBound), .number(range.upperBound)]
    case .integer(let range): [.integer(range.lowerBound), .integer(range.upperBound)]
    case .choice(let names): names.map { .choice($0) }
    }
  }

  /// Each parameter at each end by itself, all at their first end, and all at their last.
  private func corners(_ parameters: [ParameterDescription]) -> [ParameterValues] {
    let single = parameters.flatMap { parameter in
      ends(parameter).map { ParameterValues([.init(parameter.name, $0)]) }
    }
    let all = [
      ParameterValues(parameters.compactMap { one in ends(one).first.map { .init(one.name, $0) } }),
      ParameterValues(parameters.compactMap { one in ends(one).last.map { .init(one.name, $0) } }),
    ]
    return parameters.isEmpty ? [] : single + (parameters.count > 1 ? all : [])
  }

  @Test(arguments: Contract.names) func takesItsDefaults(_ name: String) throws {
    let entry = try Contract.entry(name)
    for parameter in entry.parameters {
      #expect(parameter.domain.contains(parameter.defaultValue), "\(parameter.name)")
      #expect(!parameter.summary.isEmpty)
    }
    _ = try entry.make(ParameterValues(entry.parameters.map { .init($0.name, $0.defaultValue) }))
  }

  @Test(arguments: Contract.names) func livesWithTheEndsOfItsRanges(_ name: String) throws {
    let entry = try Contract.entry(name)
    let range = TimeRange(start: 1, end: 11)
    let recordings = (entry.inputs.contains(.ecg) ? [250.0] : [20, 125]).map { sampleRate in
      ContractChannels(
        rate: ContractChannels.middleRate(of: entry), sampleRate: sampleRate, seconds: 12, noise: 0.02
      ).channels(of: entry)
    }
    for values in corners(entry.parameters) {
      let words = values.entries.map { "\($0.name) \($0.value.text)" }.joined(separator: ", ")
      do {
        for recording in recordings {
          let found = try entry.estimate(in: range, of: recording, parameters: values)
          #expect(try Contract.faults(found, of: entry, in: range).isEmpty, "\(name), \(words): \(found)")
        }
      } catch let error as ParameterError {
        guard case .conflict(let text) = error, !text.isEmpty else {
          Issue.record("\(name), \(words): \(error)")
          continue
        }
      }
    }
  }
}
