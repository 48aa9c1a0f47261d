/// What differs between two runs of the same experiment; the whole of it goes to `run.json`.
package struct RunProvenance: Equatable, Sendable {
  /// ISO 8601 with time zone.
  package var started: String
  package var finished: String
  package var seconds: Double
  package var host: String
  /// `Debian GNU/Linux 12, x86_64`
  package var system: String
  package var processors: Int
  package var jobs: Int
  /// Detector windows (windows times detectors) per second of wall time.
  package var windowsPerSecond: Double?
  package var experimentPath: String
  package var experimentSHA256: String
  /// The words of the command line after the program's name.
  package var arguments: [String]

  package init(
    started: String, finished: String, seconds: Double, host: String, system: String, processors: Int,
    jobs: Int, windowsPerSecond: Double?, experimentPath: String, experimentSHA256: String,
    arguments: [String] = []
  ) {
    self.started = started
    self.finished = finished
    self.seconds = seconds
    self.host = host
    self.system = system
    self.processors = processors
    self.jobs = jobs
    self.windowsPerSecond = windowsPerSecond
    self.experimentPath = experimentPath
    self.experimentSHA256 = experimentSHA256
    self.arguments = arguments
  }
}
