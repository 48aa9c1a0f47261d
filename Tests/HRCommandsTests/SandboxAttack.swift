import Foundation
import HRTestSupport
import Synchronization
import Testing

/// The user of hreval in a test of its sandbox.
enum SandboxUser: String, CaseIterable, CustomTestStringConvertible {
  /// The user of the tests: root, in a container.
  case own
  /// A user other than root; only where root runs the tests.
  case other

  static let otherNumber = "1000"

  var testDescription: String { self == .own ? "as uid \(geteuid())" : "as uid \(Self.otherNumber)" }
  var isRoot: Bool { self == .own && geteuid() == 0 }

  static var here: [SandboxUser] { geteuid() == 0 ? allCases : [.own] }

  /// The words before a command that make this user run it.
  var prefix: [String] {
    self == .own
      ? [] : ["setpriv", "--reuid", Self.otherNumber, "--regid", Self.otherNumber, "--clear-groups"]
  }

  /// The program in a place from which this user can start it.
  var program: String { self == .own ? Program.executable.path : Self.open }

  /// A folder above the build may be closed to others. They then start a copy, which is removed with this process.
  private static let open: String = {
    let built = Program.executable.path
    let tried = try? Program.run(
      SandboxUser.other.prefix + ["test", "-x", built], program: URL(filePath: "/usr/bin/env"))
    guard tried?.code != 0 else { return built }
    let copy = copyFolder + "/hreval"
    try? FileManager.default.createDirectory(atPath: copyFolder, withIntermediateDirectories: true)
    try? FileManager.default.copyItem(atPath: built, toPath: copy)
    for path in [copyFolder, copy] { chmod(path, 0o755) }
    atexit { try? FileManager.default.removeItem(atPath: SandboxUser.copyFolder) }
    return copy
  }()
  private static let copyFolder = FileManager.default.temporaryDirectory.path + "/hreval-open-\(getpid())"

  /// Reason why sandboxes cannot be tested here; `nil` where they can, for each user. Its words are known to
  /// `.ci/run`.
  static let missing: String? = {
    #if os(Linux)
      for user in here {
        let words =
          user.prefix + ["bwrap", "--ro-bind", "/", "/", "--unshare-pid"]
          + (user.isRoot ? [] : ["--unshare-user"])
          + [user.program, "--version"]
        let ending = try? Program.run(words, program: URL(filePath: "/usr/bin/env"))
        guard ending?.code == 0 else {
          let said = ending?.err.split(separator: "\n").first.map(String.init) ?? "no answer"
          return "there is no sandbox \(user.testDescription): \(said)"
        }
      }
      return nil
    #else
      return "bubblewrap is for Linux"
    #endif
  }()
}

extension ProgramStudy {
  /// Runs in the sandbox, by a user who owns the folder.
  func sandboxed(
    by user: SandboxUser, _ detectors: [String], _ arguments: [String] = [],
    environment: [String: String] = [:]
  ) throws -> Program.Ending {
    try describe(detectors)
    if user == .other {
      _ = try Program.run(
        ["chown", "-R", SandboxUser.otherNumber, folder], program: URL(filePath: "/usr/bin/env"))
    }
    return try Program.run(
      user.prefix + [user.program] + Self.command + ["--output", "out", "--sandbox"] + arguments,
      in: folder, environment: environment, program: URL(filePath: "/usr/bin/env"))
  }
}

/// A program that tries to leave its sandbox, and to exceed its limits, in every way that its tests check. It writes
/// the outcome of each to its standard error: `name: outcome`.
enum SandboxAttack {
  static let (processes, openFiles, memoryBytes, temporaryBytes) = (40, 50, 256 << 20, 4 << 20)
  /// A file that only root may read, in a folder that the program is shown.
  static let secret = "shown/secret.txt"
  static let shared = "/dev/shm/hreval-attacked-\(getpid())"

  private static let heard = Mutex<[SandboxUser: [String: String]]>([:])

  /// Returns the outcome of each attempt, by its name.
  static func outcomes(_ user: SandboxUser) throws -> [String: String] {
    try heard.withLock { heard in
      if let known = heard[user] { return known }
      let outcomes = try attack(user)
      heard[user] = outcomes
      return outcomes
    }
  }

  private static func attack(_ user: SandboxUser) throws -> [String: String] {
    try ProgramStudy.with { study in
      try study.write("spy.sh", ProgramStudy.shell(described: "perl attack.pl >&2 2>/dev/null"))
      try study.write(
        "attack.pl",
        script.replacingOccurrences(of: "SHOWN", with: study.folder + "/shown")
          .replacingOccurrences(of: "SHARED", with: shared))
      try FileManager.default.createDirectory(
        atPath: study.folder + "/shown", withIntermediateDirectories: true)
      try study.write(secret, "of root's\n")
      chmod("\(study.folder)/\(secret)", 0o600)
      try study.write("shown/open.txt", "for all\n")
      _ = try "host\n".written(to: shared)
      defer { unlink(shared) }
      let run = try study.sandboxed(
        by: user,
        [
          """
          {"label": "spy", "command": ["sh", "spy.sh"], "files": ["attack.pl"], "alsoReads": ["shown"],
           "timeoutSeconds": 300, "processes": \(processes), "openFiles": \(openFiles),
           "memoryBytes": \(memoryBytes), "temporaryBytes": \(temporaryBytes)}
          """
        ])
      guard run.code == 0 else { return ["run": run.err] }
      var outcomes: [String: String] = ["folder": study.folder]
      for line in try study.text("out/stderr/1-faulty.txt").split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { continue }
        outcomes[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)
      }
      return outcomes
    }
  }

  /// Perl, since it is essential on Debian and can make system calls by number.
  private static let script = #"""
    use strict; use Fcntl qw(:DEFAULT :flock); use POSIX ();
    $| = 1;
    sub say_ { print STDOUT "$_[0]: $_[1]\n" }
    sub done { say_($_[0], $_[1] ? "done" : "refused") }
    sub text { open(my $f, "<", $_[0]) or return undef; local $/; my $t = <$f>; return $t }
    my $status = text("/proc/self/status");
    say_("user", $<); say_("group", $();
    say_($1, $2) while $status =~ /^(Cap\w+|NoNewPrivs):\s*(\w+)/mg;
    say_("descriptors", join(" ", grep { -e "/proc/self/fd/$_" } 3 .. 60) || "none");

    done("remount", system("mount -o remount,bind,rw /usr 2>/dev/null") == 0);
    for my $place ("/usr", "/etc", "/program", "/", "/dev", "/proc/sys/kernel") {
      done("write $place", sysopen(my $f, "$place/hreval-written", O_CREAT | O_WRONLY));
    }
    done("write /tmp", sysopen(my $scratch, "/tmp/mine", O_CREAT | O_WRONLY));
    done("mknod", system("mknod /tmp/null c 1 3 2>/dev/null") == 0);
    done("read shadow", defined text("/etc/shadow"));
    done("read secret", defined text("SHOWN/secret.txt"));
    done("read what is shown", defined text("SHOWN/open.txt"));
    done("namespace", system("unshare -U true 2>/dev/null") == 0);
    done("reopen", system("echo >/dev/stderr") == 0 && system("true </dev/stdin") == 0);

    my @others = grep { my $c = text("$_/cmdline"); defined $c && $c =~ /hreval/ && $c !~ /bwrap/ } glob("/proc/[0-9]*");
    say_("processes", scalar(@others));
    done("memory of another", $< >= 0x70000000 && open(my $memory, "+<", "/proc/1/mem"));
    done("environment of the first", $< >= 0x70000000 && defined text("/proc/1/environ"));
    say_("devices", join(" ", text("/proc/net/dev") =~ /^\s*(\w+):/mg));
    say_("sockets", scalar(() = (text("/proc/net/unix") // "") =~ /^[0-9a-f]+:/mg));
    say_("segments", scalar(() = (text("/proc/sysvipc/shm") // "") =~ /^\s*\d/mg));
    done("shared memory of the host", -e "SHARED");

    my $arm = (POSIX::uname())[4] =~ /^(aarch64|arm64)/;
    for (["keyctl", $arm ? 219 : 250, 0, -3, 0], ["inotify", $arm ? 26 : 294, 0], ["setns", $arm ? 268 : 308, 0, 0]) {
      my ($name, @call) = @$_;
      $! = 0;
      my $answer = syscall($call[0], @call[1 .. $#call]);
      say_($name, $answer >= 0 ? "done" : $! == POSIX::ENOSYS() ? "refused" : "failed with " . ($! + 0));
    }
    for my $file ("/usr/bin/env", "attack.pl") {
      open(my $f, "<", $file) or next;
      done("flock $file", flock($f, LOCK_EX | LOCK_NB));
      my $lock = pack("s s x4 q q i x4", F_RDLCK, 0, 0, 0, 0);
      done("fcntl $file", fcntl($f, F_SETLK, $lock));
    }

    my @open; while (@open < 5000) { open(my $f, "<", "/dev/null") or last; push @open, $f }
    say_("open files", scalar(@open)); @open = ();
    for my $folder ("/tmp", "/dev/shm") {
      my $size = 0;
      if (open(my $f, ">", "$folder/fill")) {
        while ($size < (64 << 20)) { my $n = syswrite($f, "x" x 65536); last unless $n; $size += $n }
      }
      say_("size of $folder", $size); unlink "$folder/fill";
    }
    say_("memory", system(q{perl -e 'my $x = "x" x (1 << 30); exit 7' 2>/dev/null}) >> 8 == 7 ? "done" : "refused");
    my @children;
    while (@children < 3000) {
      my $child = fork(); last unless defined $child;
      if ($child == 0) { sleep 60; POSIX::_exit(0) }
      push @children, $child;
    }
    say_("children", scalar(@children));
    kill "KILL", @children; waitpid($_, 0) for @children;
    # One that leaves its group is ended with the rest.
    unless (fork()) { POSIX::setsid(); exec "sleep", "86397" }
    say_("end", "reached");
    """#
}
