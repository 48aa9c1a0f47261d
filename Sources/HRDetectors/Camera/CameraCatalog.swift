internal import HRPlugins

extension Catalog<ExtractorEntry> {
  /// Pulse waves from the colours of a camera.
  static let camera: [ExtractorEntry] = [
    ExtractorEntry(CameraExtractor.self),
    ExtractorEntry(CHROMExtractor.self),
    ExtractorEntry(CHROMRPPGToolboxExtractor.self),
    ExtractorEntry(CHROMPyVHRExtractor.self),
    ExtractorEntry(POSExtractor.self),
    ExtractorEntry(POSRPPGToolboxExtractor.self),
    ExtractorEntry(POSPyVHRExtractor.self),
    ExtractorEntry(PBVExtractor.self),
    ExtractorEntry(LGIExtractor.self),
    ExtractorEntry(OMITExtractor.self),
    ExtractorEntry(PCAExtractor.self),
    ExtractorEntry(ICAExtractor.self),
  ]
}
