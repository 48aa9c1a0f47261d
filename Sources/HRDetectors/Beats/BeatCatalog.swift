internal import HRPlugins

extension Catalog<DetectorEntry> {
  /// Published detectors of beats in a pulse wave.
  static let beats: [DetectorEntry] = [
    DetectorEntry(QPPGDetector.self),
    DetectorEntry(QPPGFastDetector.self),
    DetectorEntry(IMSDetector.self),
    DetectorEntry(PDADetector.self),
    DetectorEntry(ATMaxDetector.self),
    DetectorEntry(ATMinDetector.self),
    DetectorEntry(COPPGDetector.self),
    DetectorEntry(ABDDetector.self),
    DetectorEntry(AboyPlusPlusDetector.self),
    DetectorEntry(PWDDetector.self),
    DetectorEntry(ERMADetector.self),
    DetectorEntry(ERMANeuroKitDetector.self),
    DetectorEntry(MSPTDDetector.self),
    DetectorEntry(MSPTDFastDetector.self),
    DetectorEntry(MSPTDFast2Detector.self),
    DetectorEntry(AMPDDetector.self),
    DetectorEntry(BioSPPyDetector.self),
    DetectorEntry(KavsaogluDetector.self),
    DetectorEntry(HeartPyDetector.self),
    DetectorEntry(HeartPyFastDetector.self),
  ]
}
