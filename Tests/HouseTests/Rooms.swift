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
    Room("CHRFiles"),
    Room("HRDiagnostics", ["Synchronization"]),
    Room("HRSignals", ["RealModule"]),
    Room("HRPlugins", ["HRSignals"]),
    Room("HRDetectors", ["HRSignals", "HRPlugins", "RealModule"]),
    Room("HRScenarios", ["HRSignals", "HRPlugins", "RealModule"]),
    Room("HRSynthesis", ["HRSignals", "RealModule"]),
    Room("HRStatistics", ["HRSignals", "RealModule"]),
    Room(
      "HRRecordings",
      ["HRDiagnostics", "HRSignals", "CHRFiles", "Foundation", "Synchronization"]),
    Room(
      "HRExternal",
      ["HRDiagnostics", "HRSignals", "HRPlugins", "HRRecordings", "Foundation", "Synchronization"]),
    Room(
      "HRExperiments",
      [
        "HRDiagnostics", "HRSignals", "HRPlugins", "HRDetectors", "HRScenarios", "HRStatistics",
        "HRRecordings", "HRExternal", "Foundation", "Synchronization",
      ]),
    Room("HRReports", ["HRDiagnostics", "HRSignals", "HRStatistics", "HRExperiments", "Synchronization"]),
    Room(
      "HRCommands",
      [
        "HRDiagnostics", "HRSignals", "HRPlugins", "HRDetectors", "HRScenarios", "HRSynthesis",
        "HRStatistics", "HRRecordings", "HRExperiments", "HRReports", "ArgumentParser", "Foundation",
        "Synchronization",
      ]),
    Room("hreval", ["HRCommands", "Synchronization"]),
  ]

  /// What the tests' targets share; it lies in `Tests`, and no room may import it.
  static let testSupport = Room(
    "HRTestSupport", ["HRDiagnostics", "Foundation", "FoundationXML", "Synchronization"])

  /// C headers of the system libraries, and the one folder whose C files include them.
  static let fencedHeaders = ["hdf5.h", "csv.h", "sha.h", "evp.h", "CommonDigest.h"]
  static let fencedHeadersFolder = "Sources/CHRFiles/"
  /// A system library's own module map needs a header that includes the library's.
  static let shims = ["Sources/CHDF5/shim.h", "Sources/CCSV/shim.h"]
}
