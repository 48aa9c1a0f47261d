/// The published methods of ``RPeaks``, by the names that data sets and plugins call them.
public enum RPeakMethod: String, CaseIterable, Sendable {
  /// The method of ``RPeaks`` that has the same name.
  case panTompkins, hamilton, elgendi, neurokit, xqrs

  /// Grows with every change of output.
  public var version: Int { 1 }

  /// `xqrs@1`, as results name it.
  public var definition: String { "\(rawValue)@\(version)" }

  /// Times of the R peaks in seconds on the signal's own clock, ascending.
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
