internal import HRRunning
internal import HRSupport

/// Recordings of shipped data sets that hreval makes for itself when they are first used.
enum MadeRecordings {
  private struct Part {
    /// Folder below the recordings' own.
    var folder = ""
    let options: [String]
  }

  /// Returns the options of `hreval synthesize` for each folder of a data set; `nil` if it is not made here.
  private static func parts(of name: String) -> [Part]? {
    switch name {
    case "synthetic":
      return [Part(options: ["--count", "12", "--seconds", "120", "--seed", "1"])]
    case "synthetic-80":
      return [Part(options: ["--count", "80", "--seconds", "120", "--seed", "6"])]
    case "synthetic-rates":
      return ["045", "060", "070", "080", "100", "120", "150", "180"].map { rate in
        Part(
          folder: rate,
          options: [
            "--count", "80", "--seconds", "30", "--seed", "3", "--rhythm", "sinus",
            "--protocol", "0:\(rate.drop { $0 == "0" })",
          ])
      }
    case "synthetic-skin":
      // "equal" gives lighter skin the pulse of dark skin, whose share of the light is 0.55 of light skin's.
      let fingers =
        ["normal", "low", "veryLow"].flatMap { name in ["light", "medium", "dark"].map { (name, $0, name) } }
        + [("equal", "light", "0.55"), ("equal", "medium", "0.6875")]
      return fingers.map { folder, skin, perfusion in
        Part(
          folder: "\(folder)/\(skin)",
          options: [
            "--count", "80", "--seconds", "30", "--seed", "4", "--rhythm", "sinus", "--activity", "rest",
            "--perfusion", perfusion, "--skin-tone", skin,
          ])
      }
    case "synthetic-frames":
      return [
        Part(
          options: [
            "--count", "80", "--seconds", "25", "--seed", "5", "--rhythm", "sinus", "--activity", "rest",
            "--frames", "48x36",
          ])
      ]
    case "synthetic-video":
      return [
        Part(
          options: [
            "--count", "8", "--seconds", "30", "--seed", "8", "--rhythm", "sinus", "--activity", "rest",
            "--format", "video", "--frames", "320x240", "--quality", "12",
          ])
      ]
    default:
      return nil
    }
  }

  /// True for a data set whose recordings hreval makes.
  static func isMade(_ name: String) -> Bool { parts(of: name) != nil }

  /// Says so where a folder has fewer recordings than would be made: an earlier build, which made fewer subjects, made
  /// it. It may hold files that people put there, so it is left as it is.
  private static func warn(of name: String, in folder: String, _ parts: [Part]) {
    let wanted = parts.reduce(0) { sum, part in
      sum + (part.options.firstIndex(of: "--count").flatMap { Int(part.options[$0 + 1], radix: 10) } ?? 0)
    }
    let there = TextFile.paths(below: folder).count { $0.hasSuffix(".h5") || $0.hasSuffix(".mp4") }
    guard there < wanted else { return }
    Terminal.err(
      "\"\(name)\" has \(there) recordings in \(shownPath(folder)), and this build makes \(wanted); remove the folder to have them made"
    )
  }

  /// Makes the recordings of those data sets that are shipped and have none yet, and says so.
  ///
  /// - Parameter names: of data sets, as an experiment or a command names them.
  static func make(for names: [String], in environment: DataEnvironment) throws(Diagnostics) {
    for name in names.distinct {
      guard let parts = parts(of: name),
        let path = try? environment.descriptorPath(of: name, relativeTo: "."),
        let target = environment.madeFolder(of: path)
      else { continue }
      guard !TextFile.exists(target) else {
        warn(of: name, in: target, parts)
        continue
      }
      // Two processes may begin at once, and one may be interrupted: the finished folder is put in place as a whole.
      let making = TemporaryName.of(target, .stage)
      do throws(Diagnostics) {
        try TextFile.makeDirectory(TextFile.directory(of: target))
      } catch {
        throw Diagnostics(
          error.list.map { .init($0.message, place: $0.place, hint: "XDG_CACHE_HOME names another folder") })
      }
      Terminal.err("making the recordings of \"\(name)\" in \(shownPath(target))")
      do throws(Diagnostics) {
        for part in parts {
          let folder = part.folder.isEmpty ? making : "\(making)/\(part.folder)"
          try SynthesizeCommand.write(part.options, to: folder)
        }
      } catch {
        TemporaryName.removeFolder(making)
        throw error
      }
      guard rename(making, target) == 0 || TextFile.isDirectory(target) else {
        let reason = lastSystemError()
        TemporaryName.removeFolder(making)
        throw Diagnostics("cannot put the recordings in place: \(reason)", in: target)
      }
      TemporaryName.removeFolder(making)
    }
  }
}
