// swift-tools-version: 6.2
import PackageDescription

// The modules and their dependencies; Sources/README.md draws the picture.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

// Of `./setup.sh test`, most of whose time is arithmetic. Packages that depend on this one never see it.
let optimised: [SwiftSetting] =
  Context.environment["HREVAL_OPTIMISED"] == nil ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  resources: [Resource] = [], plugins: [Target.PluginUsage] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, resources: resources,
    swiftSettings: strict + optimised, plugins: plugins)
}

// In the program itself, which stays one file.
let embedded: [Resource] = [
  "page.css", "shell.js", "tables.js", "take.js", "print.js", "address.js", "data.js", "chart.js",
  "recordings.js", "rates.js", "pairs.js", "windows.js", "board.js", "run.js",
].map { .embedInCode("Pages/Parts/\($0)") }

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
  // Debian's libcsv is on the default search paths.
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

    module("HRNumerics", [real]),
    module("HRSignals", ["HRNumerics", real]),
    module("HRPlugins", ["HRNumerics", "HRSignals"]),
    module("HRPluginTesting", ["HRNumerics", "HRSignals", "HRPlugins", real]),
    module("HRDetectors", ["HRNumerics", "HRSignals", "HRPlugins", real], exclude: ["Flagship/README.md"]),
    module("HRScenarios", ["HRNumerics", "HRSignals", "HRPlugins", real]),
    module("HRSynthesis", ["HRNumerics", "HRSignals", real]),
    module("HRStatistics", ["HRNumerics", real]),
    module("HRSupport", ["HRNumerics"]),
    module("HRDoctor", ["HRSupport", "HRNumerics", "HRSignals", "HRPlugins", "HRDetectors", real]),
    module("HRRecordings", ["HRSupport", "HRNumerics", "HRSignals", "CHRFiles"]),
    module(
      "HRRunning",
      [
        "HRSupport", "HRNumerics", "HRSignals", "HRPlugins", "HRDetectors", "HRScenarios", "HRStatistics",
        "HRDoctor", "HRRecordings",
      ]),
    module(
      "HREvaluation",
      [
        "HRSupport", "HRNumerics", "HRSignals", "HRPlugins", "HRStatistics", "HRRecordings", "HRRunning",
      ]),
    module(
      "HRReporting",
      [
        "HRSupport", "HRNumerics", "HRSignals", "HRStatistics", "HRRecordings", "HRRunning", "HREvaluation",
      ], resources: embedded),
    module(
      "HRCommands",
      [
        "HRSupport", "HRNumerics", "HRSignals", "HRPlugins", "HRPluginTesting", "HRScenarios", "HRSynthesis",
        "HRStatistics", "HRDoctor", "HRRecordings", "HRRunning", "HREvaluation", "HRReporting", arguments,
      ], plugins: ["BuildCommit"]),
    .plugin(name: "BuildCommit", capability: .buildTool(), exclude: ["commit.sh"]),
    .executableTarget(name: "hreval", dependencies: ["HRCommands"], swiftSettings: strict),

    .target(
      name: "HRTestSupport", dependencies: ["HRSupport"], path: "Tests/HRTestSupport", swiftSettings: strict),
    .target(
      name: "HRRunTestSupport",
      dependencies: ["HRTestSupport", "HRSupport", "HRSignals", "HRPlugins", "HRRecordings", "HRRunning"],
      path: "Tests/HRRunTestSupport", swiftSettings: strict),
    tests("HRNumerics", ["HRNumerics"], exclude: ["Oracles"]),
    tests("HRSignals", ["HRNumerics", "HRSignals"], exclude: ["Oracles"]),
    tests("HRPluginTesting", ["HRPluginTesting", "HRDetectors", "HRPlugins", "HRSignals"]),
    tests(
      "HRDetectors", ["HRDetectors", "HRPluginTesting", "HRPlugins", "HRNumerics", "HRSignals", "HRSupport"],
      exclude: ["Oracles"]),
    tests(
      "HRScenarios", ["HRScenarios", "HRPluginTesting", "HRPlugins", "HRNumerics", "HRSignals"],
      exclude: ["Oracles"]),
    tests("HRSynthesis", ["HRSynthesis", "HRNumerics", "HRSignals"], exclude: ["Oracles"]),
    tests("HRStatistics", ["HRStatistics", "HRNumerics", "HRSupport"], exclude: ["Oracles"]),
    tests("HRSupport", ["HRSupport"]),
    tests(
      "HRDoctor",
      [
        "HRDoctor", "HRSynthesis", "HRRecordings", "HRScenarios", "HRPlugins", "HRNumerics", "HRSignals",
        "HRSupport",
      ]),
    tests(
      "HRRecordings", ["HRRecordings", "HRSynthesis", "HRNumerics", "HRSignals", "HRSupport"],
      exclude: ["Oracles"]),
    tests(
      "HRRunning",
      [
        "HRRunTestSupport", "HRRunning", "HRRecordings", "HRDetectors", "HRStatistics", "HRPlugins",
        "HRNumerics",
        "HRSignals", "HRSupport",
      ], exclude: ["Oracles"]),
    tests(
      "HREvaluation",
      [
        "HRRunTestSupport", "HREvaluation", "HRRunning", "HRDoctor", "HRRecordings", "HRStatistics",
        "HRPlugins",
        "HRNumerics", "HRSignals", "HRSupport",
      ], exclude: ["Oracles"]),
    tests(
      "HRReporting",
      [
        "HRReporting", "HREvaluation", "HRRunning", "HRRecordings", "HRStatistics", "HRPlugins", "HRNumerics",
        "HRSignals", "HRSupport",
      ], exclude: ["Golden"]),
    tests(
      "HRCommands",
      [
        "HRRunTestSupport", "HRCommands", "hreval", "HRReporting", "HREvaluation", "HRRunning",
        "HRRecordings", "HRStatistics",
        "HRPlugins", "HRNumerics", "HRSignals", "HRSupport",
      ]),
    .testTarget(
      name: "Architecture", dependencies: ["HRTestSupport"], path: "Tests/Architecture", swiftSettings: strict
    ),
  ]
)
