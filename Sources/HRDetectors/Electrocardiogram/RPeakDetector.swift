internal import HRPlugins
internal import HRSignals

/// The rate of the R peaks that one of HRSignals' methods finds in the window: an electrocardiogram evaluated like a
/// pulse wave. Each window is read by itself, with filters that run without delay inside it.
///
/// The same methods make the ECG references of data sets (`"detectors"` in a descriptor), so a fair trial needs a
/// reference of other methods, or annotated beats.
struct RPeakDetector<Rule: RPeakRule>: BeatDetector, PlainPlugin {
  static var info: PluginInfo {
    PluginInfo(
      "ecg.\(Rule.method.rawValue)", version: Rule.method.version, Rule.summary, source: Rule.source)
  }
  static var inputs: [ChannelKind] { [.ecg] }

  func beats(in wave: Signal) -> [Double] { Rule.method.beats(wave) }
}

/// Method of an ``RPeakDetector``, with its texts in listings.
protocol RPeakRule: Sendable {
  static var method: RPeakMethod { get }
  static var summary: String { get }
  static var source: String { get }
}

enum PanTompkinsRule: RPeakRule {
  static let method = RPeakMethod.panTompkins
  static let summary = "R peaks by the energy of the slope, 5-15 Hz."
  static let source =
    "J. Pan and W. J. Tompkins, IEEE Trans. Biomed. Eng. 32(3):230-236, 1985"
}

enum HamiltonRule: RPeakRule {
  static let method = RPeakMethod.hamilton
  static let summary = "R peaks by the mean slope, 8-16 Hz."
  static let source =
    "P. S. Hamilton, Open source ECG analysis, Computers in Cardiology 29:101-104, 2002"
}

enum ElgendiRule: RPeakRule {
  static let method = RPeakMethod.elgendi
  static let summary = "R peaks where a quick average exceeds a slow one, 8-20 Hz."
  static let source =
    "M. Elgendi, M. Jonkman and F. De Boer, Frequency bands effects on QRS detection, Biosignals 428-431, 2010; averages as in py-ecg-detectors"
}

enum NeuroKitRule: RPeakRule {
  static let method = RPeakMethod.neurokit
  static let summary = "R peaks where the slope exceeds 1.5 times its average."
  static let source =
    "D. Makowski et al., NeuroKit2, Behavior Research Methods 53:1689-1696, 2021; its method \"neurokit\""
}

enum XQRSRule: RPeakRule {
  static let method = RPeakMethod.xqrs
  static let summary = "R peaks by the energy of a wavelet, 5-20 Hz, with learned levels."
  static let source = "C. Xie et al., WFDB Software Package for Python, PhysioNet, 2023; its xqrs"
}
