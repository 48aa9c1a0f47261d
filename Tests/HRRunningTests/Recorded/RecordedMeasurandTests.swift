import HRPlugins
import HRSignals
import Testing

@testable import HRRunning

/// A file with a pulse and a breathing rate is read for the measurand.
@Suite struct RecordedMeasurandTests {
  /// Readings at 8 and 17 s in each format: pulse 71 and 74, breathing 14.5 and 16; strict 72.5 and 15.25 if the
  /// format has them.
  enum File: String, CaseIterable, Sendable {
    case older, newer, web

    var text: String {
      switch self {
      case .older:
        """
        {"pulse": {"rate": [{"time": 8, "value": 71, "confidence": 0.9, "stable": true}, {"time": 17, "value": 74, "confidence": 0.4}],
                   "trace": [{"time": 0.1, "value": 0.5}], "strict": {"value": 72.5}},
         "breathing": {"rate": [{"time": 8, "value": 14.5, "confidence": 0.8, "stable": true}, {"time": 17, "value": 16, "confidence": 0.3}],
                   "upperTrace": [{"time": 0.1, "value": 0.5}], "apnea": [{"time": 3, "detected": false}], "strict": {"value": 15.25}}}
        """
      case .newer:
        """
        {"cardio": {"pulse_rate": [{"timestamp": "8000000", "value": 71, "confidence": 90, "stable": true},
                                   {"timestamp": 17000000, "value": 74, "confidence": 40}]},
         "breathing": {"rate": [{"timestamp": "8000000", "value": 14.5, "confidence": 80, "stable": true},
                                {"timestamp": 17000000, "value": 16, "confidence": 30}]},
         "face": {"blinking": [{"detected": true}]}}
        """
      case .web:
        """
        {"error": "", "version": "3.10.1",
         "pulse": {"hr": {"17": {"value": 74, "confidence": 0.4}, "8": {"value": 71, "confidence": 0.9}},
                   "hr_trace": {"0.033": {"value": 0.56}}, "hr_strict": {"28": {"confidence": [32.4], "value": 72.5}}, "hrv": {}},
         "breath": {"rr": {"17": {"value": 16, "confidence": 0.3}, "8": {"value": 14.5, "confidence": 0.8}},
                    "rr_strict": {"28": {"confidence": [12.1], "value": 15.25}}, "apnea": {"0": {"value": false}}}}
        """
      }
    }
  }

  private let early = TimeRange(start: 0, end: 10)
  private let whole = TimeRange(start: 0, end: 20)

  @Test(arguments: File.allCases) func eachQuantityHasItsReadings(file: File) throws {
    let pulse = try RecordedFile.read(file.text)
    #expect(pulse.readings.map(\.time) == [8, 17])
    #expect(pulse.estimate(in: early) == .bpm(71, confidence: 0.9))
    #expect(pulse.estimate(in: whole) == .bpm(74, confidence: 0.4))
    let breathing = try RecordedFile.read(file.text, of: .breathingRate)
    #expect(breathing.readings.map(\.time) == [8, 17])
    #expect(breathing.estimate(in: early) == .bpm(14.5, confidence: 0.8))
    #expect(breathing.estimate(in: whole) == .bpm(16, confidence: 0.3))
    #expect(breathing.readings[0].stable == pulse.readings[0].stable)
    #expect(pulse.readings.map(\.stable) == (file == .web ? [nil, nil] : [true, nil]))
  }

  @Test(arguments: File.allCases) func strictValuesAreOfTheirQuantity(file: File) throws {
    let pulse = try RecordedFile.read(file.text).spotEstimate(in: whole)
    let breathing = try RecordedFile.read(file.text, of: .breathingRate).spotEstimate(in: whole)
    // The newer message has no strict value: the series is used.
    #expect(pulse == (file == .newer ? .bpm(74, confidence: 0.4) : .bpm(72.5)))
    #expect(breathing == (file == .newer ? .bpm(16, confidence: 0.3) : .bpm(15.25)))
  }

  /// A newer file with breathing only has no "cardio" that would identify it.
  @Test func theTimesOfAListSayTheirUnit() throws {
    let alone = "{\"breathing\":{\"rate\":[{\"value\":13},{\"timestamp\":9500000,\"value\":15}]}}"
    #expect(try RecordedFile.read(alone, of: .breathingRate).readings.map(\.time) == [0, 9.5])
    let seconds = "{\"breathing\":{\"rate\":[{\"value\":13},{\"time\":9.5,\"value\":15}]},\"cardio\":{}}"
    #expect(try RecordedFile.read(seconds, of: .breathingRate).readings.map(\.time) == [0, 9.5])
    let null = "{\"breathing\":{\"rate\":[{\"time\":null,\"timestamp\":2000000,\"value\":13}]}}"
    #expect(try RecordedFile.read(null, of: .breathingRate).readings.map(\.time) == [2])
  }

  /// Confidences of a list in microseconds may be percent; if none is above 1, they are shares.
  @Test func confidencesMayBePercent() throws {
    func confidences(_ list: String) throws -> [Double?] {
      let readings = list.split(separator: ",").enumerated().map {
        "{\"timestamp\":\($0.offset + 1)000000,\"value\":60,\"confidence\":\($0.element)}"
      }
      return try RecordedFile.read("{\"cardio\":{\"pulseRate\":[\(readings.joined(separator: ","))]}}")
        .readings.map(
          \.confidence)
    }
    #expect(try confidences("0,1,25,100") == [0, 0.01, 0.25, 1])
    #expect(try confidences("0,0.5,1") == [0, 0.5, 1])
    #expect(try confidences("0,1.5,null") == [0, 0.015, nil])
  }

  @Test func csvIsOfWhatIsAskedFor() throws {
    for measurand in Measurand.allCases {
      let recorded = try RecordedFile.read("time,value\n4,15\n", as: "one.csv", of: measurand)
      #expect(recorded.estimate(in: early) == .bpm(15))
    }
  }

  @Test(arguments: [
    (#"{"breathing":{"rate":[{"time":1,"value":14}]}}"#, #"{"pulse":{"rate":[{"time":1,"value":60}]}}"#),
    (#"{"breath":{"rr":{"1":{"value":14}}}}"#, #"{"pulse":{"hr":{"1":{"value":60}}}}"#),
    (#"{"breathing":{"strict":{"value":14}}}"#, #"{"pulse":{"strict":{"value":60}}}"#),
    (
      #"{"cardio":{"hrv":[]},"breathing":{"rate":[{"timestamp":1,"value":14}]}}"#,
      #"{"cardio":{"pulse_rate":[{"timestamp":1,"value":60}]},"breathing":{"upper_trace":[]}}"#
    ),
    // Problems of the other quantity are not reported.
    (#"{"pulse":null,"breathing":{"rate":["?"]}}"#, #"{"pulse":{"rate":["?"]},"breathing":{"rate":null}}"#),
  ])
  func anotherQuantityIsNeverRead(breathing: String, pulse: String) throws {
    let reason = Estimate.abstained(.recordOtherQuantity)
    for (text, measurand) in [(breathing, Measurand.heartRate), (pulse, .breathingRate)] {
      let recorded = try RecordedFile.read(text, of: measurand)
      #expect(recorded.readings.isEmpty)
      #expect(recorded.estimate(in: whole) == reason, "\(text)")
      for strict in RecordedRule.Strict.allCases {
        #expect(recorded.spotEstimate(in: whole, by: RecordedRule(strict: strict)) == reason, "\(text)")
      }
    }
  }

  /// A quantity whose list is empty was measured without result, even if the other quantity has readings.
  @Test(arguments: [
    #"{"breathing":{"rate":[]},"pulse":{"rate":[{"time":1,"value":60}]}}"#,
    #"{"breath":{"rr":{}},"pulse":{"hr":{"1":{"value":60}}}}"#, #"{"breathing":{}}"#, #"{"pulse":{"hr":{}}}"#,
    #"{"eda":{"trace":[]}}"#, "{}",
  ])
  func nothingOfEitherIsEmpty(text: String) throws {
    #expect(
      try RecordedFile.read(text, of: .breathingRate).estimate(in: whole) == .abstained(.recordEmpty),
      "\(text)")
  }

  /// The service gives no strict value if the signal was too poor.
  @Test(arguments: ["{}", #"{"28":{"value":0}}"#, #"{"28":null}"#, #"{"28":{}}"#])
  func anEmptyStrictValueOfTheServiceIsNone(strict: String) throws {
    let text = "{\"breath\":{\"rr\":{\"2\":{\"value\":14}},\"rr_strict\":\(strict)}}"
    let recorded = try RecordedFile.read(text, of: .breathingRate)
    #expect(recorded.spotEstimate(in: whole) == .abstained(.recordZero))
    #expect(recorded.estimate(in: whole) == .bpm(14))
  }

  @Test func ofSeveralStrictValuesTheLatestCounts() throws {
    let text = #"{"pulse":{"hr_strict":{"100":{"value":64},"30":{"value":60},"9":{"value":58}}}}"#
    #expect(try RecordedFile.read(text).spotEstimate(in: whole) == .bpm(64))
    #expect(try RecordedFile.read(text).estimate(in: whole) == .abstained(.recordEmpty))
  }

  @Test(arguments: [
    ("[]", "$", "recorded output is an object with \"breathing\" or \"breath\", not a list"),
    ("{\"heart\":1}", "$", "recorded output has \"breathing\" or \"breath\"; this has neither"),
    ("{\"breathing\":3}", "$.breathing", "expected an object, found the number 3"),
    (
      "{\"breathing\":{},\"breath\":{}}", "$.breath",
      "both \"breathing\" and \"breath\": which readings count is unclear"
    ),
    (
      "{\"breathing\":{\"rate\":[],\"rr\":{}}}", "$.breathing.rr",
      "both \"rate\" and \"rr\": which counts is unclear"
    ),
    (
      "{\"breathing\":{\"rate\":[{\"time\":1,\"value\":-4}]}}", "$.breathing.rate[0].value",
      "a breathing rate is a number that is not negative, not the number -4"
    ),
    (
      "{\"breathing\":{\"rate\":[{\"timestamp\":true,\"value\":4}]}}", "$.breathing.rate[0].timestamp",
      "a time is a number, not true"
    ),
    (
      "{\"breathing\":{\"rate\":[{\"time\":1,\"value\":14},{\"timestamp\":2,\"value\":14}]}}",
      "$.breathing.rate[1]",
      "\"timestamp\" in a list whose times are called \"time\": seconds or microseconds is unclear"
    ),
    (
      "{\"breathing\":{\"rate\":[{\"time\":1,\"timestamp\":1,\"value\":14}]}}", "$.breathing.rate[0]",
      "\"timestamp\" in a list whose times are called \"time\": seconds or microseconds is unclear"
    ),
    (
      "{\"breathing\":{\"rate\":[{\"time\":1,\"value\":14,\"confidence\":95}]}}",
      "$.breathing.rate[0].confidence",
      "a confidence is a number from 0 to 1, not the number 95"
    ),
    (
      "{\"breathing\":{\"rate\":[{\"timestamp\":1,\"value\":14,\"confidence\":101}]}}",
      "$.breathing.rate[0].confidence",
      "a confidence is a number from 0 to 100, not the number 101"
    ),
    (
      "{\"breathing\":{\"rate\":[{\"timestamp\":1,\"value\":14,\"stable\":\"yes\"}]}}",
      "$.breathing.rate[0].stable",
      "\"stable\" is true or false, not the text \"yes\""
    ),
    ("{\"breath\":{\"rr\":[]}}", "$.breath.rr", "expected readings by their second, found a list"),
    (
      "{\"breath\":{\"rr_strict\":{\"28\":15}}}", "$.breath.rr_strict.28",
      "expected an object with \"value\", found the number 15"
    ),
    (
      "{\"breath\":{\"rr_strict\":{\"end\":{\"value\":15}}}}", "$.breath.rr_strict.end",
      "a reading's key is its time in seconds, not \"end\""
    ),
    (
      "{\"breathing\":{\"strict\":15}}", "$.breathing.strict",
      "expected an object with \"value\", found the number 15"
    ),
    ("{\"breathing\":{},\"breathing\":{}}", "$.breathing", "\"breathing\" is written twice"),
  ])
  func malformedBreathingHasItsPlace(text: String, path: String, message: String) throws {
    let found = try RecordedFile.problems(text, of: .breathingRate)
    #expect(found.map(\.message) == [message])
    #expect(found.first?.place?.line == 1)
    #expect(found.first?.place?.path == path)
  }

  @Test func csvSaysWhichRateItMeant() throws {
    let negative = try RecordedFile.problems("time,value\n1,-4\n", as: "one.csv", of: .breathingRate)
    #expect(negative.map(\.message) == ["a breathing rate is a number that is not negative, not -4.0"])
    let header = try RecordedFile.problems("seconds,value\n1,4\n", as: "one.csv", of: .breathingRate)
    #expect(header.first?.hint == "times are seconds on the recording's clock, values breaths per minute")
  }
}
