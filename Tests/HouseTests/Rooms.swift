/// One target below `Sources` and what its files may import.
struct Room: Sendable {
  let name: String
  let mayImport: [String]

  init(_ name: String, _ mayImport: [String] = []) {
    self.name = name
    self.mayImport = mayImport
  }
}

/// The rooms of the house: `Package.swift`'s arrows, and the modules of the toolchain that a room may use.
/// `Sources/README.md` draws the same picture.
enum Rooms {
  static let table: [Room] = [
    Room("CHDF5"),
    Room("CCSV"),
    Room("CMatIO"),
    Room("CFLAC"),
    Room("CHRFiles"),
    Room("HRDiagnostics"),
    Room("HRNumerics", ["RealModule"]),
    Room("HRSignals", ["HRNumerics", "RealModule"]),
    Room("HRPlugins", ["HRNumerics", "HRSignals"]),
    Room("HRPluginTesting", ["HRNumerics", "HRSignals", "HRPlugins", "RealModule", "Synchronization"]),
    Room("HRDetectors", ["HRNumerics", "HRSignals", "HRPlugins", "RealModule"]),
    Room("HRScenarios", ["HRNumerics", "HRSignals", "HRPlugins", "RealModule"]),
    Room("HRSynthesis", ["HRNumerics", "HRSignals", "RealModule"]),
    Room("HRDoctor", ["HRDiagnostics", "HRNumerics", "HRSignals", "HRPlugins", "HRDetectors", "RealModule"]),
    Room("HRStatistics", ["HRNumerics", "RealModule"]),
    Room("HRSystem", ["HRDiagnostics", "HRNumerics", "Foundation", "Synchronization"]),
    Room("HRRecordings", ["HRDiagnostics", "HRNumerics", "HRSignals", "HRSystem", "CHRFiles", "Foundation"]),
    Room("HRProposal", ["HRDiagnostics", "HRNumerics", "HRSignals", "HRSystem", "HRRecordings"]),
    Room(
      "HRExternal", ["HRDiagnostics", "HRSignals", "HRPlugins", "HRRecordings", "HRSystem", "Foundation"]),
    Room(
      "HRPrograms",
      [
        "HRDiagnostics", "HRSignals", "HRPlugins", "HRRecordings", "HRSystem", "Foundation",
        "Synchronization",
      ]),
    Room(
      "HRResults",
      [
        "HRDiagnostics", "HRSignals", "HRPlugins", "HRStatistics", "HRSystem", "HRRecordings", "Foundation",
        "Synchronization",
      ]),
    Room(
      "HRExperiments",
      [
        "HRDiagnostics", "HRNumerics", "HRSignals", "HRPlugins", "HRDetectors", "HRScenarios", "HRStatistics",
        "HRSystem", "HRRecordings", "HRExternal", "HRPrograms", "HRResults",
      ]),
    Room(
      "HRRunning",
      [
        "HRDiagnostics", "HRNumerics", "HRSignals", "HRPlugins", "HRSystem", "HRRecordings", "HRExternal",
        "HRPrograms",
        "HRResults", "HRExperiments", "HRDoctor", "Foundation", "Synchronization",
      ]),
    Room(
      "HREvaluation",
      [
        "HRDiagnostics", "HRNumerics", "HRSignals", "HRPlugins", "HRStatistics", "HRSystem", "HRRecordings",
        "HRResults", "Foundation", "Synchronization",
      ]),
    Room("HRPages", ["HRDiagnostics", "HRNumerics"]),
    Room(
      "HRReports",
      [
        "HRDiagnostics", "HRNumerics", "HRSignals", "HRStatistics", "HRSystem", "HRRecordings", "HRResults",
        "HREvaluation", "HRPages",
      ]),
    Room(
      "HRCatalogue",
      [
        "HRPluginTesting", "HRDiagnostics", "HRNumerics", "HRSignals", "HRPlugins", "HRScenarios",
        "HRSynthesis", "HRStatistics", "HRSystem", "HRRecordings", "HRPrograms", "HRResults", "HRExperiments",
        "HRRunning",
        "HREvaluation", "HRReports", "HRDoctor", "Foundation",
      ]),
    Room(
      "HRCommands",
      [
        "HRDiagnostics", "HRSignals", "HRPlugins", "HRPluginTesting", "HRSynthesis", "HRSystem",
        "HRRecordings", "HRResults", "HRExperiments", "HRRunning", "HREvaluation", "HRReports", "HRCatalogue",
        "HRProposal", "HRPrograms", "ArgumentParser", "Foundation", "Synchronization",
      ]),
    Room("hreval", ["HRCommands"]),
  ]

  /// What the tests' targets share; it lies in `Tests`, and no room may import it.
  static let testSupport = Room(
    "HRTestSupport", ["HRDiagnostics", "Foundation", "FoundationXML", "Synchronization"])

  /// C headers of the system libraries, and the one folder whose C files include them.
  static let fencedHeaders = [
    "hdf5.h", "csv.h", "sha.h", "evp.h", "CommonDigest.h", "zlib.h", "matio.h", "stream_decoder.h",
  ]
  static let fencedHeadersFolder = "Sources/CHRFiles/"
  /// A system library's own module map needs a header that includes the library's.
  static let shims = [
    "Sources/CHDF5/shim.h", "Sources/CCSV/shim.h", "Sources/CMatIO/shim.h", "Sources/CFLAC/shim.h",
  ]
}
