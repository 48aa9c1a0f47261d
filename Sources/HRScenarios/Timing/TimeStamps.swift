/// Treatment of the frames' time stamps by an app.
///
/// That estimators take intervals as fixed while cameras vary them and lose frames, and read wrong rates therefore:
/// C.-C. Chen, S.-X. Lin and H. Jeong, Sensors 25:588, 2025.
enum TimeStamps: String, CaseIterable, Sendable {
  /// Every frame keeps the time at which it was taken; the channel becomes irregular.
  case kept
  /// Frames count as 1 / nominal rate apart from the first on. With lost frames the recording gets shorter, and rates
  /// read too high: by 1 / (1 − share lost).
  case evenAtNominalRate
  /// Frames count as evenly spaced between the first and the last time stamp: rates are right on average, and wrong
  /// where more or fewer frames were lost than elsewhere.
  case evenAtMeanRate
}
