// swift-tools-version: 6.2
import PackageDescription

// Uses hreval only as a program: nothing of it is imported, so that the tested program is the one that people run.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "hreval-fuzz",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "HRFuzz", swiftSettings: strict),
    .executableTarget(name: "hreval-fuzz", dependencies: ["HRFuzz"], swiftSettings: strict),
    .testTarget(name: "HRFuzzTests", dependencies: ["HRFuzz"], swiftSettings: strict),
  ]
)
