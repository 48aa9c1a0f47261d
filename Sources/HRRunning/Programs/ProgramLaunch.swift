internal import HRSupport

/// Settings for starting programs.
struct ProgramLaunch: Codable, Sendable {
  let hreval: String
  let speech: ProgramRegistry.Speech
  let isSandboxed: Bool

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - stage: its files.
  ///   - command: from the experiment.
  ///   - speech: receives its standard error.
  ///   - sandbox: the one that it runs in; `nil`: none.
  ///   - seconds: longest time for an answer.
  ///   - whileWaiting: called about once a second.
  func talk(
    _ stage: ProgramStage, _ command: ProgramCommand, speech: ProgramErrorOutput, sandbox: ProgramSandbox?,
    seconds: Double,
    whileWaiting: @escaping () -> Void = {}
  ) throws(ProgramFailure) -> ProgramConversation {
    let environment = ProgramEnvironment.values(
      of: ProcessInfo.processInfo.environment, for: command, isSandboxed: sandbox != nil)
    let process = try ProgramProcess(
      keeperProgram: hreval, folder: sandbox == nil ? stage.folder : "/",
      words: sandbox?.line(stage, of: command) ?? [stage.executable] + stage.arguments,
      environment: environment, command: command, sandboxUser: sandbox?.user, speech: speech,
      whileWaiting: whileWaiting)
    return ProgramConversation(process, seconds: seconds)
  }

  /// Starts a known program, and throws if it describes itself differently than before.
  ///
  /// - Parameters:
  ///   - known: the program.
  ///   - whileWaiting: called about once a second.
  func talk(with known: KnownProgram, whileWaiting: @escaping () -> Void) throws(ProgramFailure)
    -> ProgramConversation
  {
    let sandbox: ProgramSandbox?
    do {
      sandbox = isSandboxed ? try ProgramSandbox.find(number: known.number) : nil
    } catch {
      throw ProgramFailure(error.first.message)
    }
    var path: String?
    if case .kept(let folder) = speech {
      path = "\(folder)/\(ErrorOutputFiles.name(known.number, known.description.name))"
    }
    let talk = try talk(
      known.stage, known.command, speech: ProgramErrorOutput(path: path, passesOn: speech == .passedOn),
      sandbox: sandbox,
      seconds: known.timeoutSeconds, whileWaiting: whileWaiting)
    do throws(ProgramFailure) {
      guard try talk.introduce() == known.line else {
        throw ProgramFailure("the program describes itself otherwise than before the run")
      }
    } catch {
      talk.end()
      throw error
    }
    talk.use(known.description.frames)
    return talk
  }
}

/// Variables that a program is given: those of a fixed list of names, and those that its entry names.
enum ProgramEnvironment {
  /// Variables that programs need to run; no other is passed on unless the experiment names it. These are whole
  /// names, not prefixes: `HF_TOKEN` begins like `HF_HOME`.
  static let names: [String] = [
    // The system.
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TZ", "TERM", "TMPDIR", "LD_LIBRARY_PATH", "LD_PRELOAD",
    "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH", "DYLD_INSERT_LIBRARIES",
    "SSL_CERT_FILE", "SSL_CERT_DIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
    // Language.
    "LANG", "LANGUAGE", "LC_ALL", "LC_ADDRESS", "LC_COLLATE", "LC_CTYPE", "LC_IDENTIFICATION",
    "LC_MEASUREMENT",
    "LC_MESSAGES", "LC_MONETARY", "LC_NAME", "LC_NUMERIC", "LC_PAPER", "LC_TELEPHONE", "LC_TIME",
    // Python and its environments.
    "PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE", "PYTHONNOUSERSITE", "PYTHONHASHSEED", "PYTHONUTF8",
    "PYTHONIOENCODING", "PYTHONUNBUFFERED", "PYTHONOPTIMIZE", "PYTHONWARNINGS", "PYTHONFAULTHANDLER",
    "VIRTUAL_ENV", "CONDA_PREFIX", "CONDA_DEFAULT_ENV", "PYENV_ROOT", "PYENV_VERSION", "MPLBACKEND",
    "MPLCONFIGDIR",
    // Other languages.
    "MATLABPATH", "MATLAB_PREFDIR", "OCTAVE_HOME", "OCTAVE_EXEC_HOME", "OCTAVE_PATH", "R_HOME", "R_LIBS",
    "R_LIBS_SITE", "R_LIBS_USER", "JULIA_DEPOT_PATH", "JULIA_LOAD_PATH", "JULIA_PROJECT", "JULIA_NUM_THREADS",
    "JULIA_CPU_TARGET", "JAVA_HOME", "NODE_PATH",
    // Threads.
    "OMP_NUM_THREADS", "OMP_THREAD_LIMIT", "OMP_DYNAMIC", "OMP_PROC_BIND", "OMP_PLACES", "OMP_SCHEDULE",
    "OMP_STACKSIZE", "OMP_WAIT_POLICY", "MKL_NUM_THREADS", "MKL_DYNAMIC", "MKL_CBWR", "OPENBLAS_NUM_THREADS",
    "OPENBLAS_CORETYPE", "NUMEXPR_NUM_THREADS", "NUMEXPR_MAX_THREADS", "VECLIB_MAXIMUM_THREADS",
    "NUMBA_NUM_THREADS", "NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "NUMBA_THREADING_LAYER",
    // Deep models.
    "CUDA_HOME", "CUDA_PATH", "CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "CUDA_CACHE_PATH",
    "CUDA_LAUNCH_BLOCKING", "CUBLAS_WORKSPACE_CONFIG", "NVIDIA_VISIBLE_DEVICES", "NVIDIA_DRIVER_CAPABILITIES",
    "TF_CPP_MIN_LOG_LEVEL", "TF_DETERMINISTIC_OPS", "TF_ENABLE_ONEDNN_OPTS", "TF_FORCE_GPU_ALLOW_GROWTH",
    "TF_NUM_INTEROP_THREADS", "TF_NUM_INTRAOP_THREADS", "XLA_FLAGS", "TORCH_HOME", "PYTORCH_CUDA_ALLOC_CONF",
    "PYTORCH_ENABLE_MPS_FALLBACK", "KERAS_BACKEND", "KERAS_HOME", "HF_HOME", "HF_HUB_CACHE", "HF_HUB_OFFLINE",
  ]

  /// Returns `NAME=value`, in the order of the names.
  ///
  /// - Parameters:
  ///   - own: this process's.
  ///   - command: may name more.
  ///   - isSandboxed: true if home and temporary files are the sandbox's.
  static func values(of own: [String: String], for command: ProgramCommand, isSandboxed: Bool)
    -> [String: String]
  {
    var kept: [String: String] = [:]
    for name in names + command.environment { kept[name] = own[name] }
    // Compiled files could not be stored, as the program's folder is not writable.
    kept["PYTHONDONTWRITEBYTECODE"] = "1"
    kept["SWIFT_BACKTRACE"] = "enable=no"
    if isSandboxed {
      kept["HOME"] = "/tmp"
      kept["TMPDIR"] = "/tmp"
      // The sandbox refuses locks, and older versions of libhdf5 open no file without them.
      kept["HDF5_USE_FILE_LOCKING"] = "FALSE"
    }
    return kept
  }

  /// Throws if an entry names a variable that is not set.
  static func check(_ command: ProgramCommand, own: [String: String]) throws(Diagnostics) {
    let problems = command.environment.filter { own[$0] == nil }.map { name in
      Diagnostic(
        "the variable \"\(name)\", which \"environment\" names, is not set",
        hint: "set it before hreval starts, or take its name away")
    }
    guard problems.isEmpty else { throw Diagnostics(problems) }
  }
}
