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
  resources: [Resource] = [], plugins: [Target.PluginUsage] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, resources: resources, swiftSettings: strict,
    plugins: plugins)
}

// In the program itself, which stays one file.
let embedded: [Resource] = [
  "page.css", "shell.js", "tables.js", "data.js", "chart.js", "recordings.js", "rates.js", "windows.js",
  "run.js",
].map { .embedInCode("Parts/\($0)") }

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
    .library(name: "HRNumerics", targets: ["HRNumerics"]),
    .library(name: "HRSignals", targets: ["HRSignals"]),
    .library(name: "HRPlugins", targets: ["HRPlugins"]),
    .library(name: "HRPluginTesting", targets: ["HRPluginTesting"]),
    .library(name: "HRStatistics", targets: ["HRStatistics"]),
    .library(name: "HRCommands", targets: ["HRCommands"]),
  ],
  // Formats whose libraries a first build does not need; ./setup.sh switches them on where these are installed.
  traits: [
    .trait(name: "MAT", description: "Reads MATLAB's MAT files, version 4 to 7, with libmatio."),
    .trait(name: "FLAC", description: "Reads WFDB signals that are packed with FLAC, with libFLAC."),
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
    .systemLibrary(
      name: "CMatIO", pkgConfig: "matio", providers: [.apt(["libmatio-dev"]), .brew(["libmatio"])]),
    .systemLibrary(name: "CFLAC", pkgConfig: "flac", providers: [.apt(["libflac-dev"]), .brew(["flac"])]),
    .target(
      name: "CHRFiles",
      dependencies: [
        "CHDF5", "CCSV", .target(name: "CMatIO", condition: .when(traits: ["MAT"])),
        .target(name: "CFLAC", condition: .when(traits: ["FLAC"])),
      ],
      cSettings: [
        .define("HR_MAT", .when(traits: ["MAT"])), .define("HR_FLAC", .when(traits: ["FLAC"])),
      ],
      // SHA-256; macOS has it in its own library.
      linkerSettings: [
        .linkedLibrary("csv"), .linkedLibrary("z"), .linkedLibrary("crypto", .when(platforms: [.linux])),
      ]),

    room("HRDiagnostics"),
    room("HRNumerics", [real]),
    room("HRSignals", ["HRNumerics", real]),
    room("HRPlugins", ["HRNumerics", "HRSignals"]),
    room("HRPluginTesting", ["HRNumerics", "HRSignals", "HRPlugins", real]),
    room("HRDetectors", ["HRNumerics", "HRSignals", "HRPlugins", real], exclude: ["Flagship/README.md"]),
    room("HRScenarios", ["HRNumerics", "HRSignals", "HRPlugins", real]),
    room("HRSynthesis", ["HRNumerics", "HRSignals", real]),
    room("HRDoctor", ["HRDiagnostics", "HRNumerics", "HRSignals", "HRPlugins", "HRDetectors", real]),
    room("HRStatistics", ["HRNumerics", real]),
    room("HRSystem", ["HRDiagnostics", "HRNumerics"]),
    room("HRRecordings", ["HRDiagnostics", "HRNumerics", "HRSignals", "HRSystem", "CHRFiles"]),
    room("HRProposal", ["HRDiagnostics", "HRNumerics", "HRSignals", "HRSystem", "HRRecordings"]),
    room(
      "HRExternal", ["HRDiagnostics", "HRSignals", "HRPlugins", "HRRecordings", "HRSystem"]),
    room(
      "HRPrograms", ["HRDiagnostics", "HRSignals", "HRPlugins", "HRRecordings", "HRSystem"]),
    room(
      "HRResults",
      [
        "HRDiagnostics", "HRSignals", "HRPlugins", "HRStatistics", "HRSystem", "HRRecordings",
      ]),
    room(
      "HRExperiments",
      [
        "HRDiagnostics", "HRNumerics", "HRSignals", "HRPlugins", "HRDetectors", "HRScenarios", "HRStatistics",
        "HRSystem", "HRRecordings", "HRExternal", "HRPrograms", "HRResults",
      ]),
    room(
      "HRRunning",
      [
        "HRDiagnostics", "HRNumerics", "HRSignals", "HRPlugins", "HRSystem", "HRRecordings",
        "HRExternal", "HRPrograms", "HRResults", "HRExperiments", "HRDoctor",
      ]),
    room(
      "HREvaluation",
      [
        "HRDiagnostics", "HRNumerics", "HRSignals", "HRPlugins", "HRStatistics", "HRSystem", "HRRecordings",
        "HRResults",
      ]),
    room("HRPages", ["HRDiagnostics", "HRNumerics"], resources: embedded),
    room(
      "HRReports",
      [
        "HRDiagnostics", "HRNumerics", "HRSignals", "HRStatistics", "HRSystem", "HRRecordings", "HRResults",
        "HREvaluation", "HRPages",
      ]),
    room(
      "HRCatalogue",
      [
        "HRPluginTesting", "HRDiagnostics", "HRNumerics", "HRSignals", "HRPlugins", "HRScenarios",
        "HRSynthesis", "HRStatistics",
        "HRSystem", "HRRecordings", "HRPrograms", "HRResults", "HRExperiments", "HRRunning", "HREvaluation",
        "HRReports",
        "HRDoctor",
      ]),
    room(
      "HRCommands",
      [
        "HRDiagnostics", "HRSignals", "HRPlugins", "HRPluginTesting", "HRSynthesis", "HRSystem",
        "HRRecordings", "HRResults", "HRExperiments", "HRRunning", "HREvaluation", "HRReports", "HRCatalogue",
        "HRProposal", "HRPrograms", arguments,
      ], plugins: ["BuildCommit"]),
    .plugin(name: "BuildCommit", capability: .buildTool(), exclude: ["commit.sh"]),
    .executableTarget(name: "hreval", dependencies: ["HRCommands"], swiftSettings: strict),

    .target(
      name: "HRTestSupport", dependencies: ["HRDiagnostics"], path: "Tests/HRTestSupport",
      swiftSettings: strict),
    tests("HRDiagnostics", ["HRDiagnostics"]),
    tests("HRSignals", ["HRNumerics", "HRSignals", "HRDiagnostics"], exclude: ["Oracles"]),
    tests(
      "HRDetectors",
      ["HRDetectors", "HRPluginTesting", "HRPlugins", "HRNumerics", "HRSignals", "HRDiagnostics"],
      exclude: ["Oracles"]),
    tests(
      "HRScenarios", ["HRScenarios", "HRPluginTesting", "HRPlugins", "HRNumerics", "HRSignals"],
      exclude: ["Oracles"]),
    tests("HRPluginTesting", ["HRPluginTesting", "HRDetectors", "HRPlugins", "HRSignals"]),
    tests("HRSynthesis", ["HRSynthesis", "HRNumerics", "HRSignals"], exclude: ["Oracles"]),
    tests(
      "HRDoctor",
      [
        "HRDoctor", "HRSynthesis", "HRRecordings", "HRScenarios", "HRPlugins", "HRNumerics", "HRSignals",
        "HRDiagnostics",
      ]),
    tests("HRStatistics", ["HRStatistics", "HRNumerics", "HRDiagnostics"], exclude: ["Oracles"]),
    tests(
      "HRRecordings", ["HRRecordings", "HRNumerics", "HRSignals", "HRSystem", "HRDiagnostics"],
      exclude: ["Oracles"]),
    tests(
      "HRProposal",
      ["HRProposal", "HRRecordings", "HRSynthesis", "HRSystem", "HRSignals", "HRDiagnostics"]),
    tests("HRExternal", ["HRExternal", "HRPlugins", "HRSignals", "HRDiagnostics"]),
    tests(
      "HRPrograms", ["HRPrograms", "HRSystem", "HRPlugins", "HRSignals", "HRDiagnostics"],
      exclude: ["Oracles"]),
    tests(
      "HRExperiments",
      [
        "HRExperiments", "HRResults", "HRRunning", "HREvaluation", "HRSystem", "HRDiagnostics", "HRNumerics",
        "HRSignals", "HRPlugins", "HRDetectors", "HRScenarios", "HRStatistics", "HRRecordings", "HRExternal",
      ],
      exclude: ["Oracles"]),
    tests("HRPages", ["HRPages"]),
    tests(
      "HRReports",
      [
        "HRReports", "HREvaluation", "HRResults", "HRExperiments", "HRSystem", "HRStatistics",
        "HRDiagnostics",
        "HRNumerics", "HRSignals", "HRPlugins", "HRRecordings",
      ],
      exclude: ["Golden"]),
    tests(
      "HRCommands",
      [
        "HRCommands", "hreval", "HRReports", "HREvaluation", "HRRunning", "HRResults", "HRExperiments",
        "HRSystem", "HRDiagnostics", "HRPlugins", "HRRecordings", "HRNumerics", "HRSignals", "HRStatistics",
      ]),
    tests("House", []),
  ]
)
