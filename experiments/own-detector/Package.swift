// swift-tools-version: 6.2
import PackageDescription

func hreval(_ product: String) -> Target.Dependency { .product(name: product, package: "hreval") }

let package = Package(
  name: "own-detector",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Elsewhere: .package(url: …) of hreval.
    .package(name: "hreval", path: "../..")
  ],
  targets: [
    .target(name: "OwnPlugins", dependencies: [hreval("HRPlugins"), hreval("HRSignals")]),
    .executableTarget(
      name: "own-detector", dependencies: ["OwnPlugins", hreval("HRCommands"), hreval("HRPlugins")]),
    .testTarget(
      name: "OwnPluginsTests",
      dependencies: ["OwnPlugins", hreval("HRPlugins"), hreval("HRPluginTesting"), hreval("HRSignals")]),
  ]
)
