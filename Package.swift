// swift-tools-version: 6.2
import PackageDescription

// The rooms of the house and who may see whom; Sources/README.md draws the picture.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  plugins: [Target.PluginUsage] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict, plugins: plugins)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  // Tests find their oracles and golden files beside their sources.
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["HRTestSupport"], exclude: exclude,
    swiftSettings: strict)
}

let real: Target.Dependency = .product(name: "RealModule", package: "swift-numerics")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

#if os(macOS)
  // Homebrew's libcsv has no .pc file; the setup script puts support for it on PKG_CONFIG_PATH.
  let csvPackageConfig: String? = "libcsv"
#else
  // Debian's libcsv lies on the default search paths.
  let csvPackageConfig: String? = nil
#endif

let package = Package(
  name: "hreval",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "hreval", targets: ["hreval"]),
    .library(name: "HRSignals", targets: ["HRSignals"]),
    .library(name: "HRPlugins", targets: ["HRPlugins"]),
    .library(name: "HRStatistics", targets: ["HRStatistics"]),
    .library(name: "HRCommands", targets: ["HRCommands"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CHDF5", pkgConfig: "hdf5", providers: [.apt(["libhdf5-dev"]), .brew(["hdf5"])]),
    .systemLibrary(
      name: "CCSV", pkgConfig: csvPackageConfig,
      providers: [.apt(["libcsv-dev"]), .brew(["libcsv"])]),
    .target(
      name: "CHRFiles", dependencies: ["CHDF5", "CCSV"],
      // SHA-256; macOS has it in its own library.
      linkerSettings: [
        .linkedLibrary("csv"), .linkedLibrary("z"), .linkedLibrary("crypto", .when(platforms: [.linux])),
      ]),

    room("HRDiagnostics"),
    room("HRSignals", [real]),
    room("HRPlugins", ["HRSignals"]),
    room("HRDetectors", ["HRSignals", "HRPlugins", real], exclude: ["Flagship/README.md"]),
    room("HRScenarios", ["HRSignals", "HRPlugins", real]),
    room("HRSynthesis", ["HRSignals", real]),
    room("HRStatistics", ["HRSignals", real]),
    room("HRRecordings", ["HRDiagnostics", "HRSignals", "CHRFiles"]),
    room("HRExternal", ["HRDiagnostics", "HRSignals", "HRPlugins", "HRRecordings"]),
    room(
      "HRExperiments",
      [
        "HRDiagnostics", "HRSignals", "HRPlugins", "HRDetectors", "HRScenarios", "HRStatistics",
        "HRRecordings", "HRExternal",
      ]),
    room("HRReports", ["HRDiagnostics", "HRSignals", "HRStatistics", "HRExperiments"]),
    room(
      "HRCommands",
      [
        "HRDiagnostics", "HRSignals", "HRPlugins", "HRDetectors", "HRScenarios", "HRSynthesis",
        "HRStatistics", "HRRecordings", "HRExperiments", "HRReports", arguments,
      ], plugins: ["BuildCommit"]),
    .plugin(name: "BuildCommit", capability: .buildTool(), exclude: ["commit.sh"]),
    .executableTarget(name: "hreval", dependencies: ["HRCommands"], swiftSettings: strict),

    .target(
      name: "HRTestSupport", dependencies: ["HRDiagnostics"], path: "Tests/HRTestSupport",
      swiftSettings: strict),
    tests("HRDiagnostics", ["HRDiagnostics"]),
    tests("HRSignals", ["HRSignals", "HRDiagnostics"], exclude: ["Oracles"]),
    tests(
      "HRDetectors", ["HRDetectors", "HRPlugins", "HRSignals", "HRDiagnostics"], exclude: ["Oracles"]),
    tests("HRScenarios", ["HRScenarios", "HRPlugins", "HRSignals"], exclude: ["Oracles"]),
    tests("HRSynthesis", ["HRSynthesis", "HRSignals"], exclude: ["Oracles"]),
    tests("HRStatistics", ["HRStatistics", "HRDiagnostics"], exclude: ["Oracles"]),
    tests("HRRecordings", ["HRRecordings", "HRSignals", "HRDiagnostics"], exclude: ["Oracles"]),
    tests("HRExternal", ["HRExternal", "HRPlugins", "HRSignals", "HRDiagnostics"]),
    tests(
      "HRExperiments",
      [
        "HRExperiments", "HRDiagnostics", "HRSignals", "HRPlugins", "HRDetectors", "HRScenarios",
        "HRStatistics", "HRRecordings",
      ]),
    tests(
      "HRReports", ["HRReports", "HRExperiments", "HRStatistics", "HRDiagnostics", "HRSignals"],
      exclude: ["Golden"]),
    tests(
      "HRCommands",
      [
        "HRCommands", "hreval", "HRReports", "HRExperiments", "HRDiagnostics", "HRPlugins", "HRRecordings",
        "HRSignals",
      ]),
    tests("House", []),
  ]
)
