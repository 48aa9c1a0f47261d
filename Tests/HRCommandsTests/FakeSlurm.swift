import Foundation
import HRTestSupport
import Testing

/// A Slurm of one script, with faults on demand: words in `FAKE`, separated by commas.
///
/// It runs an array's tasks and a merge at once, one after the other. In its folder are `sbatch.calls`, `squeue.calls`
/// and `scancel.calls`, a line for each call, and `queue`, which is the output of `squeue`.
struct FakeSlurm {
  let folder: String

  init(in project: String) throws {
    folder = project + "/slurm"
    let files = FileManager.default
    try files.createDirectory(atPath: folder + "/bin", withIntermediateDirectories: true)
    let script = try Self.script.written(to: folder + "/bin/slurm")
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    for name in ["sbatch", "squeue", "scontrol", "scancel"] {
      try files.createSymbolicLink(atPath: "\(folder)/bin/\(name)", withDestinationPath: "slurm")
    }
  }

  /// Returns the environment in which `hreval` finds these programs.
  func environment(_ faults: String) -> [String: String] {
    let usual = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return ["PATH": "\(folder)/bin:\(usual)", "FAKE": faults]
  }

  func calls(_ program: String) -> [String] {
    ((try? String(contentsOfFile: "\(folder)/\(program).calls", encoding: .utf8)) ?? "")
      .split(separator: "\n").map(String.init)
  }

  /// Empties the queue, as after a task that ended, or was lost.
  func emptyQueue() throws { _ = try "".written(to: folder + "/queue") }

  private static let script = #"""
    #!/bin/bash
    cd "$(dirname "$0")/.."
    tool=$(basename "$0")
    has() { [[ ",${FAKE:-}," == *",$1,"* ]]; }
    echo "$*" >>"$tool.calls"
    calls=$(wc -l <"$tool.calls")
    away() { echo "$tool: error: Unable to contact slurm controller (connect failure)" >&2; exit 1; }
    case $tool in
    scontrol)
      has away && away
      has limits-rubbish && { echo "Configuration data as of noon"; exit; }
      has small && array=3 || array=1001
      printf 'MaxArraySize            = %s\nMaxJobCount             = 10000\n' "$array"
      ;;
    squeue)
      has away-at-first && ((calls <= 2)) && away
      has away-later && ((calls > 1 && calls < 8)) && away
      has away && away
      has queue-rubbish && { echo "slurm 22.05"; exit; }
      cat queue 2>/dev/null
      ;;
    scancel) : >queue ;;
    sbatch)
      script=${*: -1}
      name=$(sed -n 's/^#SBATCH --job-name=//p' "$script")
      last=$(sed -n 's/^#SBATCH --array=0-//p' "$script")
      has refused && { echo "sbatch: error: Batch job submission failed: Invalid partition name specified" >&2; exit 1; }
      has rubbish && { echo "Submitted batch job seventeen"; exit; }
      has hang && { sleep 60; exit; }
      if [[ -n $last ]]; then
        has lost || { has lost-once && ((calls == 1)); } || has queued || for index in $(seq 0 "$last"); do
          SLURM_ARRAY_TASK_ID=$index SLURMD_NODENAME=n1 bash "$script" >>tasks.log 2>&1
        done
        if has queued; then
          for index in $(seq 0 "$last"); do echo "${calls}_$index|RUNNING|None|$name"; done >>queue
        fi
      elif has queued; then
        echo "$calls|PENDING|Dependency|$name" >>queue
      elif has merge-refused; then
        echo "sbatch: error: Batch job submission failed: Job dependency problem" >&2
        exit 1
      elif ! has no-merge; then
        bash "$script" >>merge.log 2>&1
      fi
      # Accepted, and then it hangs: the queue knows.
      has hang-after && { sleep 60; exit; }
      echo "$calls"
      ;;
    esac
    exit 0
    """#
}
