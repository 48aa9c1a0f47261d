import HRSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

@Suite struct ProgramDescriptionTests {
  private func read(_ line: String) throws -> ProgramDescription { try ProgramDescription(line, from: "it") }

  private func problems(_ line: String) -> String {
    do {
      _ = try read(line)
      return ""
    } catch let error as Diagnostics {
      return error.list.map(\.message).joined(separator: "; ")
    } catch {
      return "\(error)"
    }
  }

  @Test func theLeastDescriptionIsAWindowDetectorOfThePulseWave() throws {
    let it = try read(#"{"name":"mine","version":"1.2"}"#)
    #expect(it.definition == "mine@1.2")
    #expect(it.kind == .detector && it.sees == .window && it.frames == .json && it.samples == .even)
    #expect(it.channels == [.ppg] && it.optionalChannels.isEmpty && it.measurands == [.heartRate])
    #expect(it.causality == .causal && !it.tracks && it.rangeBPM == nil && it.parameters.isEmpty)
  }

  @Test func everyMemberIsRead() throws {
    let it = try read(
      #"""
      {"name":"m","version":"2","sees":"recording","channels":["ppg","accelerometerX"],
       "optionalChannels":["accelerometerY"],"sampleRate":64,"samples":"asRecorded","tracks":false,
       "rangeBPM":[30,220],"measurands":["breathingRate"],"chanceWithinBPM":5,"frames":"binary",
       "parameters":[{"name":"order","default":3,"range":[1,8],"integer":true,"summary":"The order."},
                     {"name":"cut","default":0.5,"range":[0,1]},
                     {"name":"way","default":"a","choices":["a","b"]}]}
      """#)
    #expect(it.causality == .lookAhead(seconds: .infinity) && !it.tracks)
    #expect(it.channels == [.ppg, .accelerometerX] && it.optionalChannels == [.accelerometerY])
    #expect(it.sampleRate == 64 && it.timeBase == .asRecorded && it.rangeBPM == 30...220)
    #expect(it.measurands == [.breathingRate] && it.chanceWithinBPM == 5 && it.frames == .binary)
    #expect(it.parameters.map(\.name) == ["order", "cut", "way"])
    #expect(it.parameters.map(\.domain) == [.integer(1...8), .number(0...1), .choice(["a", "b"])])
    #expect(it.parameters.map(\.defaultValue) == [.integer(3), .number(0.5), .choice("a")])
    let filter = try read(#"{"name":"f","version":"1","kind":"filter","lookAheadSeconds":2}"#)
    #expect(filter.kind == .filter && filter.causality == .lookAhead(seconds: 2))
    #expect(try read(#"{"name":"r","version":"1","sees":"recording","causal":true}"#).causality == .causal)
  }

  @Test(arguments: [
    (#"{"version":"1"}"#, "name"), (#"{"name":"m","version":1}"#, "a text"),
    (#"{"name":" ","version":"1"}"#, "is no name"), (#"{"name":"a\nb","version":"1"}"#, "is no name"),
    (#"{"name":"m","version":"1","chanels":["ppg"]}"#, "chanels"),
    (#"{"name":"m","version":"1","channels":["pgg"]}"#, "there is no channel"),
    (#"{"name":"m","version":"1","channels":["red","red"]}"#, "stands twice"),
    (#"{"name":"m","version":"1","lookAheadSeconds":2}"#, "cannot look beyond"),
    (#"{"name":"m","version":"1","causal":false}"#, "cannot look beyond"),
    (#"{"name":"m","version":"1","tracks":true}"#, "cannot track"),
    (#"{"name":"m","version":"1","sees":"stream","tracks":false}"#, "tracks"),
    (#"{"name":"m","version":"1","rangeBPM":[200,40]}"#, "lowest and the highest"),
    (#"{"name":"m","version":"1","kind":"extractor"}"#, "an extractor says which"),
    (#"{"name":"m","version":"1","kind":"filter","channels":["red"]}"#, "a filter has no"),
    (#"{"name":"m","version":"1","kind":"filter","sees":"stream"}"#, "a detector's"),
    (#"{"name":"m","version":"1","optionalChannels":["ppg"]}"#, "raw channels"),
    (#"{"name":"m","version":"1","sees":"recording","causal":true,"lookAheadSeconds":3}"#, "contradict"),
    (#"{"name":"m","version":"1","parameters":[{"name":"a","default":1}]}"#, "has no \"range\""),
    (
      #"{"name":"m","version":"1","parameters":[{"name":"a","default":9,"range":[1,8]}]}"#,
      "not one of its values"
    ),
    (
      #"{"name":"m","version":"1","parameters":[{"name":"a","default":1.5,"range":[1,8],"integer":true}]}"#,
      "whole"
    ),
    (
      #"{"name":"m","version":"1","parameters":[{"name":"a b","default":1,"range":[1,8]}]}"#,
      "letters, digits"
    ),
    (#"{"name":"m","version":"1","parameters":[{"name":"a","default":"x"}]}"#, "no \"choices\""),
    (
      #"{"name":"m","version":"1","parameters":[{"name":"a","default":1,"range":[1,8]},{"name":"a","default":1,"range":[1,8]}]}"#,
      "two parameters"
    ),
    ("[1]", "object"),
  ])
  func whatIsWrongIsSaid(_ line: String, _ part: String) {
    #expect(problems(line).contains(part), "\(problems(line))")
  }
}
