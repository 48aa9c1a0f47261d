import HRFuzz

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs a session.
///
/// - Returns: the exit code: 0 every promise kept, 1 not, 2 the session could not be run, 64 wrong usage.
func fuzz(_ arguments: [String]) -> Int32 {
  do throws(SessionOptions.Misuse) {
    let options = try SessionOptions(arguments)
    do {
      let session = try Session(options)
      return try (arguments.first == "repeat" ? session.judgeAgain() : session.run()) ? 0 : 1
    } catch {
      print("hreval-fuzz: error: \(error)")
      return 2
    }
  } catch {
    print(error.text)
    return 64
  }
}

exit(fuzz(Array(CommandLine.arguments.dropFirst())))
