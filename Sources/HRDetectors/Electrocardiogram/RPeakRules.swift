package import HRSignals

package enum PanTompkinsRule: RPeakRule {
  package static let method = RPeakMethod.panTompkins
  package static let summary = "R peaks by the energy of the slope, 5-15 Hz."
  package static let source =
    "J. Pan and W. J. Tompkins, IEEE Trans. Biomed. Eng. 32(3):230-236, 1985"
}

package enum HamiltonRule: RPeakRule {
  package static let method = RPeakMethod.hamilton
  package static let summary = "R peaks by the mean slope, 8-16 Hz."
  package static let source =
    "P. S. Hamilton, Open source ECG analysis, Computers in Cardiology 29:101-104, 2002"
}

package enum ElgendiRule: RPeakRule {
  package static let method = RPeakMethod.elgendi
  package static let summary = "R peaks where a quick average exceeds a slow one, 8-20 Hz."
  package static let source =
    "M. Elgendi, M. Jonkman and F. De Boer, Frequency bands effects on QRS detection, Biosignals 428-431, 2010; averages as in py-ecg-detectors"
}

package enum NeuroKitRule: RPeakRule {
  package static let method = RPeakMethod.neurokit
  package static let summary = "R peaks where the slope exceeds 1.5 times its average."
  package static let source =
    "D. Makowski et al., NeuroKit2, Behavior Research Methods 53:1689-1696, 2021; its method \"neurokit\""
}

package enum XQRSRule: RPeakRule {
  package static let method = RPeakMethod.xqrs
  package static let summary = "R peaks by the energy of a wavelet, 5-20 Hz, with learned levels."
  package static let source = "C. Xie et al., WFDB Software Package for Python, PhysioNet, 2023; its xqrs"
}
