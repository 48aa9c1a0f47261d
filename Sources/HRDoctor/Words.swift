internal import HRSupport

/// Returns a share in percent: `97 %`.
func percent(_ share: Double) -> String { shortest(100 * share, decimals: 0) + " %" }

/// Returns a time in seconds: `75 s`.
func seconds(_ time: Double, decimals: Int = 0) -> String { shortest(time, decimals: decimals) + " s" }
