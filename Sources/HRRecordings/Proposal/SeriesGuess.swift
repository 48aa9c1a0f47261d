internal import HRSupport
internal import HRSignals

/// Possible role of a series in a file.
enum SeriesRole: Equatable, Sendable {
  case channel(ChannelKind)
  /// A further ECG lead, pulse wave or accelerometer in the same file.
  case lead
  case time
  case dateTime
  case timeOfDay
  case elapsed
  case beatTimes(unit: String)
  case beatSamples
  /// 1 at beats and 0 elsewhere.
  case beatFlags
  case intervals(unit: String)
  /// Times at which the intervals beside them ended, some of which are missing.
  case intervalEnds(unit: String)
  case rates
  case windowStart
  case windowEnd
  case breaths
  case breathSamples
  /// A series that is not read, with the reason.
  case other(String)
  /// A wave without a known name.
  case wave

  /// Unit of times that are texts; `nil` for other series.
  var momentUnit: String? {
    switch self {
    case .dateTime: MomentUnit.dateTime.rawValue
    case .timeOfDay: MomentUnit.timeOfDay.rawValue
    case .elapsed: MomentUnit.elapsed.rawValue
    default: nil
    }
  }

  /// Noun for what a reference consists of; `nil` for a series that is none.
  var noun: String? {
    switch self {
    case .beatTimes, .beatSamples, .beatFlags: "beats"
    case .intervals: "intervals"
    case .rates: "rates"
    case .breaths, .breathSamples: "breaths"
    default: nil
    }
  }
}

/// A guess at the role of a series, with its reason.
struct SeriesGuess: Equatable, Sendable {
  var role: SeriesRole
  var why: String
  let series: SeriesOutline
  /// True if the shape that identifies the wave lies between those of an ECG and of a pulse wave.
  var isUnsure = false

  init(_ role: SeriesRole, _ why: String, _ series: SeriesOutline) {
    (self.role, self.why, self.series) = (role, why, series)
  }
}

extension [SeriesGuess] {
  /// Seconds between the rows of a table with times; `nil` without times.
  var secondsBetweenRows: Double? {
    for guess in self {
      guard let summary = guess.series.summary, summary.meanStep > 0 else { continue }
      switch guess.role {
      case .dateTime, .timeOfDay, .elapsed: return summary.usualStep
      case .time:
        if let signal = SampleTimes.unit(of: guess.series, summary, within: SampleTimes.signals) {
          return summary.meanStep / signal.perSecond
        }
        return SampleTimes.unit(of: guess.series, summary, within: 0.005...4).map {
          summary.step / $0.perSecond
        }
      default: continue
      }
    }
    return nil
  }
}

/// Returns a text in double quotes, with escapes for control characters.
func quoted(_ text: String) -> String { JSONText.quoted(text) }

/// Returns a number with a few digits, for people.
func short(_ number: Double) -> String {
  shortest(number, decimals: number.magnitude >= 1000 ? 0 : number.magnitude >= 1 ? 3 : 5)
}
