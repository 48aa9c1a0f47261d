/// Published methods of ``RPeaks``, by their names in data sets and plugins.
public enum RPeakMethod: String, CaseIterable, Sendable {
  /// Method of ``RPeaks`` with the same name.
  case panTompkins, hamilton, elgendi, neurokit, xqrs

  /// Version, which increases with every change of output.
  public var version: Int { 1 }

  /// Name and version in results: `xqrs@1`.
  public var definition: String { "\(rawValue)@\(version)" }

  /// Returns times of the R peaks in seconds on the signal's own clock, ascending.
  public func beats(_ ecg: Signal) -> [Double] {
    switch self {
    case .panTompkins: RPeaks.panTompkins(ecg)
    case .hamilton: RPeaks.hamilton(ecg)
    case .elgendi: RPeaks.elgendi(ecg)
    case .neurokit: RPeaks.neurokit(ecg)
    case .xqrs: RPeaks.xqrs(ecg)
    }
  }
}
