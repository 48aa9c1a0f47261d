import Testing

@testable import HRSignals

@Suite struct ChannelsTests {
  private let even = Channel.uniform(Signal(samples: [0, 1, 2, 3], sampleRate: 2, startTime: 1))
  private let uneven = Channel.irregular(TimeSeries(times: [0, 1, 3, 4], values: [5, 6, 8, 9]))

  @Test func timeRangeEndsOneIntervalPastTheLastSample() {
    #expect(even.timeRange == TimeRange(start: 1, end: 3))
    #expect(uneven.timeRange == TimeRange(start: 0, end: 5))
    #expect(Channel.uniform(Signal(samples: [], sampleRate: 2)).timeRange == nil)
    #expect(Channel.irregular(TimeSeries(times: [], values: [])).timeRange == nil)
    #expect(Channel.irregular(TimeSeries(times: [7], values: [1])).timeRange == TimeRange(start: 7, end: 7))
  }

  @Test func channelsReachFromTheFirstToTheLast() {
    #expect(Channels([.red: even, .ecg: uneven]).timeRange == TimeRange(start: 0, end: 5))
    let empty = Channel.uniform(Signal(samples: [], sampleRate: 1, startTime: -9))
    #expect(Channels([.red: even, .blue: empty]).timeRange == TimeRange(start: 1, end: 3))
    #expect(Channels().timeRange == nil && Channels().isEmpty)
  }

  @Test func kindsComeInTheirDeclaredOrder() {
    var channels = Channels([.contact: even, .ecg: even, .ppg: even, .green: even])
    #expect(channels.kinds == [.ppg, .green, .ecg, .contact])
    channels[.green] = nil
    #expect(channels.kinds == [.ppg, .ecg, .contact] && channels[.green] == nil)
  }

  @Test func cutTouchesEveryChannel() {
    let cut = Channels([.red: even, .ecg: uneven]).cut(to: TimeRange(start: 1, end: 2))
    #expect(cut[.red] == .uniform(Signal(samples: [0, 1], sampleRate: 2, startTime: 1)))
    #expect(cut[.ecg] == .irregular(TimeSeries(times: [1], values: [6])))
  }

  @Test func uniformKeepsOrInterpolates() {
    #expect(even.uniform()?.samples == [0, 1, 2, 3])
    #expect(even.uniform(at: 2)?.samples == [0, 1, 2, 3])
    #expect(even.uniform(at: 4)?.samples == [0, 0.5, 1, 1.5, 2, 2.5, 3])
    #expect(even.uniform(at: 4)?.startTime == 1)
    #expect(uneven.uniform()?.samples == [5, 6, 7, 8, 9])
    #expect(uneven.uniform(at: 0.5)?.samples == [5, 7, 9])
    #expect(Channel.irregular(TimeSeries(times: [7], values: [1])).uniform() == nil)
    #expect(Channel.uniform(Signal(samples: [1], sampleRate: 2)).uniform(at: 4) == nil)
  }

  @Test func rateTimesAndValues() {
    #expect(even.nominalRate == 2 && uneven.nominalRate == 1)
    #expect(even.time(at: 3) == 2.5 && uneven.time(at: 2) == 3)
    #expect(even.count == 4 && uneven.values == [5, 6, 8, 9])
    #expect(
      uneven.replacing(values: [1, 2, 3, 4])
        == .irregular(TimeSeries(times: [0, 1, 3, 4], values: [1, 2, 3, 4])))
    #expect(even.replacing(values: [4, 3, 2, 1]).timeRange == even.timeRange)
  }

  @Test func aWindowHoldsNothingBeyondItsRange() {
    let window = Window(TimeRange(start: 1, end: 2), of: Channels([.red: even, .ecg: uneven]))
    #expect(window[.red].samples == [0, 1])
    #expect(window[.ecg].samples == [] && window[.blue].samples == [])
    #expect(window[.blue].startTime == 1)
  }

  @Test func onlyCamerasHaveLevels() {
    for kind in ChannelKind.allCases {
      #expect((kind.levels != nil) == [.red, .green, .blue].contains(kind))
    }
    #expect(ChannelKind.allCases.filter(\.isOptical) == [.ppg, .ppg2, .red, .green, .blue, .infrared])
  }

  @Test func everyPulseChannelHasANameAndAPlace() {
    for kind in ChannelKind.allCases + [.furtherPulse(3), .furtherPulse(17), .furtherPulse(9999)] {
      #expect(ChannelKind(rawValue: kind.rawValue) == kind)
    }
    for name in ["ppg0", "ppg1", "ppg02", "ppg10000", "ppg-3", "ppg3 ", "PPG", "", "ppgx"] {
      #expect(ChannelKind(rawValue: name) == nil)
    }
    let third = ChannelKind.furtherPulse(3)
    #expect(third.rawValue == "ppg3" && third.isOptical && third.showsBeats && third.levels == nil)
    #expect(third.ruling == .ppg2 && ChannelKind.ecg.ruling == .ecg)
    let channels = Channels([.ecg: even, .furtherPulse(10): even, third: even, .ppg2: even])
    #expect(channels.kinds == [.ppg2, third, .furtherPulse(10), .ecg])
  }
}
