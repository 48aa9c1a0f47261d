internal import HRDiagnostics

/// `97 %`
func percent(_ share: Double) -> String { shortest(100 * share, decimals: 0) + " %" }

/// `75 s`
func seconds(_ time: Double, decimals: Int = 0) -> String { shortest(time, decimals: decimals) + " s" }
