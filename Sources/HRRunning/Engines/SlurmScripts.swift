package import HRSupport

/// A person's settings for the jobs.
package struct SlurmWishes: Equatable, Sendable {
  /// Absolute path of the program that the jobs run.
  package let hreval: String
  /// Options of `sbatch`, `--partition=short`; written into both scripts as they are.
  package let options: [String]
  package let maxTasks: Int
  package let allowsMixed: Bool
  /// True if the merge may start the programs that the experiment names.
  package let allowsCommands: Bool

  /// - Throws: for options that would undo settings that the jobs depend on, or that a script cannot hold.
  package init(
    hreval: String, options: [String], maxTasks: Int, allowsMixed: Bool, allowsCommands: Bool = false
  ) throws(Diagnostics) {
    var problems: [Diagnostic] = []
    for option in options {
      let name = option.prefix { $0 != "=" && $0 != " " }
      let isShort = option.hasPrefix("-") && !option.hasPrefix("--")
      if !option.hasPrefix("-") || option.count < 2 {
        problems.add(
          "--sbatch \(option.printable): this is no option of sbatch", hint: "as in --sbatch=--qos=long")
      } else if option.contains(where: \.isNewline) {
        problems.add("--sbatch \(option.printable): an option is one line")
      } else if Self.own.contains(String(isShort ? option.prefix(2) : name)) {
        problems.add(
          "--sbatch \(option.printable): hreval states \(String(name).printable) itself",
          hint: "`--dry-run` writes the scripts, which may be edited and submitted by hand")
      }
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
    (self.hreval, self.options) = (hreval, options)
    (self.maxTasks, self.allowsMixed, self.allowsCommands) = (maxTasks, allowsMixed, allowsCommands)
  }

  private static let own = [
    "--array", "-a", "--job-name", "-J", "--dependency", "-d", "--parsable", "--wrap", "--wait", "-W",
    "--test-only", "--output", "-o",
  ]
}

/// The two scripts of a submission, which people may read, edit and submit by hand.
struct SlurmScripts {
  let wishes: SlurmWishes
  /// Absolute path of the run's folder.
  let run: String
  /// Absolute path of the submission's folder.
  let folder: String
  let shardCount: Int

  static let table = "tasks.txt"
  static let codes = "codes"
  static let logs = "log"

  /// - Throws: if a path has characters that neither a shell nor `sbatch` can be given.
  func refuseOddPaths() throws(Diagnostics) {
    for path in [run, wishes.hreval] where path.contains(where: { $0.isNewline || $0 == "\"" || $0 == "\\" })
    {
      throw Diagnostics(
        "a path with a quotation mark, a backslash or the end of a line cannot be in a job script",
        in: path,
        hint: "use another folder")
    }
  }

  /// Returns the script of a task that runs several shards, one after the other. It stores hreval's exit code, as
  /// accounting may not be available.
  func task(name: String, tasks: Int) -> String {
    head(
      name,
      about: """
        # Task N of this array works on the shards in line N + 1 of \(Self.table) beside this script. Written by
        # `hreval submit`; submitted again by hand, it does what is left: shards that are complete cost a moment.
        """,
      lines: [
        "--array=0-\(tasks - 1)", "--output=\"\(pattern)/%A_%a.txt\"",
        "--open-mode=append", "--requeue", "--signal=B:TERM@120",
      ])
        + """
        here=\(folder.shellQuoted)
        shards=$(sed -n "$((SLURM_ARRAY_TASK_ID + 1))p" "$here/\(Self.table)")
        ended=$here/\(Self.codes)/$SLURM_ARRAY_TASK_ID
        rm -f -- "$ended"
        # In the background, so that this script hears Slurm's signal, passes it on, and can note how hreval ended.
        \(wishes.hreval.shellQuoted) run --plan \(run.shellQuoted) --shard "$shards/\(shardCount)" \\
          --jobs "${SLURM_CPUS_PER_TASK:-1}"\(mixed) ${HREVAL_OPTIONS:-} &
        child=$!
        trap 'kill -TERM "$child" 2>/dev/null || true' TERM
        code=0
        wait "$child" || code=$?
        # The signal ends the first wait only.
        while ((code > 128)) && kill -0 "$child" 2>/dev/null; do
          code=0
          wait "$child" || code=$?
        done
        echo "$code ${SLURMD_NODENAME:-}" >"$ended"
        exit "$code"

        """
  }

  func merge(name: String) -> String {
    head(
      name,
      about: """
        # Behind the shards, however they ended: what counts is whether their files are whole, and merge looks at that.
        """, lines: ["--output=\"\(pattern)/merge-%j.txt\""])
        + """
        exec \(wishes.hreval.shellQuoted) merge \(run.shellQuoted)\(mixed)\(wishes.allowsCommands ? " --allow-commands" : "")

        """
  }

  /// The folder of the output as Slurm's patterns have it.
  private var pattern: String { "\(folder)/\(Self.logs)".replacing("%", with: "%%") }

  private var mixed: String { wishes.allowsMixed ? " --allow-mixed" : "" }

  private func head(_ name: String, about: String, lines: [String]) -> String {
    let options = ["--job-name=\(name)"] + lines + wishes.options
    return """
      #!/bin/bash
      \(about)
      \(options.map { "#SBATCH \($0)" }.joined(separator: "\n"))
      set -eu
      # Some network file systems know no locks; recordings are only read.
      export HDF5_USE_FILE_LOCKING=FALSE

      """
  }
}
