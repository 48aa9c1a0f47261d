import HRTestSupport
import Foundation
import HRSupport
import HRPlugins
import HRSignals
import Testing

@testable import HRDetectors

/// Waves from Oracles/camera.json, made by NumPy and SciPy.
private struct CameraOracle {
  let channels: Channels
  let whole: JSONNode
  let defaults: JSONNode

  init() throws {
    let root = try OracleFile.json("camera")
    let rate = try #require(root["sampleRate"]?.number)
    let colours = root["rgb"]?.elements?.map { $0.elements?.compactMap(\.number) ?? [] } ?? []
    channels = CameraFrames.channels(colours, sampleRate: rate)
    whole = try #require(root["whole"])
    defaults = try #require(root["defaults"])
  }
}

@Suite struct CameraOracleTests {
  /// The largest difference, relative to the largest expected value.
  private func difference(_ name: String, _ values: ParameterValues, _ expected: JSONNode?) throws -> Double {
    let expected = expected?.elements?.compactMap(\.number) ?? []
    let extractor = try #require(Catalog<ExtractorEntry>.builtIn[name]).make(values)
    let made = try #require(extractor.extract(from: CameraOracle().channels)[.ppg]?.values)
    #expect(made.count == expected.count)
    let scale = expected.map(\.magnitude).max() ?? 0
    return (zip(made, expected).map { ($0 - $1).magnitude }.max() ?? .infinity) / scale
  }

  /// 1e-9 for formulas and filters; the component analyses end where an optimiser, or an iteration, stops.
  @Test(
    arguments: [
      ("chrom", 1e-9), ("chrom.rppgToolbox", 1e-9), ("chrom.pyvhr", 1e-9), ("pos", 1e-9),
      ("pos.rppgToolbox", 1e-9), ("pos.pyvhr", 1e-9), ("pbv", 1e-8), ("lgi", 1e-9), ("omit", 1e-9),
    ])
  func agreesWithNumPy(_ name: String, _ tolerance: Double) throws {
    #expect(try difference(name, ParameterValues(), CameraOracle().defaults[name]) < tolerance)
  }

  @Test(
    arguments: [
      ("chrom.pyvhr", 1e-9), ("pbv", 1e-8), ("lgi", 1e-9), ("omit", 1e-9), ("pca", 1e-9), ("ica", 1e-6),
    ])
  func oneWindowIsTheToolboxesWholeRecording(_ name: String, _ tolerance: Double) throws {
    let window = ParameterValues([.init("windowSeconds", .number(600))])
    #expect(try difference(name, window, CameraOracle().whole[name]) < tolerance)
  }
}
