internal import HRPlugins
internal import HRSignals

/// The rate of the R peaks that one of HRSignals' methods finds in the window: an electrocardiogram evaluated like a
/// pulse wave. Each window is read by itself, with filters that run without delay inside it.
///
/// The same methods make the ECG references of data sets (`"detectors"` in a descriptor), so a fair trial needs a
/// reference of other methods, or annotated beats.
struct RPeakDetector<Rule: RPeakRule>: BeatDetector {
  static var info: PluginInfo {
    PluginInfo(
      "ecg.\(Rule.method.rawValue)", version: Rule.method.version, Rule.summary, source: Rule.source)
  }
  static var inputs: [ChannelKind] { [.ecg] }

  init(parameters: NoParameters) {}

  func beats(in wave: Signal) -> [Double] { Rule.method.beats(wave) }
}

/// Method of an ``RPeakDetector``, with its texts in listings.
protocol RPeakRule: Sendable {
  static var method: RPeakMethod { get }
  static var summary: String { get }
  static var source: String { get }
}
