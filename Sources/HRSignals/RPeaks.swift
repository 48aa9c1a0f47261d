/// R peaks of an ECG.
public enum RPeaks {
  public static func panTompkins(_ ecg: Signal) -> [Double] { [] }
  public static func hamilton(_ ecg: Signal) -> [Double] { [] }
}
