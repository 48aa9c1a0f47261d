internal import ArgumentParser
internal import Foundation
internal import HRSupport
internal import HRRecordings
internal import HRRunning

/// The hidden worker of `init`: it has the same command line, and is sent the paths of files below the folder.
struct InitWorkerCommand: ParsableCommand {
  static let name = "__init"
  static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

  @OptionGroup var options: InitOptions

  func run() throws {
    let code = Worker.serve { _ throws(Diagnostics) in
      let limits = options.limits.limits
      ProcessLimits.limitOwnMemory(to: limits)
      return { bytes, _ in
        guard let path = String(validating: bytes, as: UTF8.self) else { return nil }
        do throws(Diagnostics) {
          let outline = try FileOutline.read(
            "\(options.folder)/\(path)", root: options.folder, limits: limits)
          return OutlineAnswer.outline(outline).bytes
        } catch {
          return OutlineAnswer.refusal(error.first.message).bytes
        }
      }
    }
    if code != 0 { throw ExitCode(code) }
  }
}

/// Answer of the worker of `init` about a file.
enum OutlineAnswer: Codable, Equatable {
  case outline(FileOutline)
  case refusal(String)

  /// Encoded answer. Property lists, unlike JSON, keep numbers that are not finite.
  var bytes: [UInt8]? {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return (try? encoder.encode(self)).map { [UInt8]($0) }
  }

  init?(bytes: [UInt8]) {
    guard let value = try? PropertyListDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = value
  }
}
