/// A resource of which the system allows a process only so much.
package struct ResourceLimit: Sendable {
  private let resource: Int32

  #if os(macOS)
    private init(_ resource: Int32) { self.resource = resource }

    package static let processes = Self(RLIMIT_NPROC)
  #else
    private init(_ resource: __rlimit_resource) { self.resource = Int32(clamping: resource.rawValue) }

    package static let processes = Self(__RLIMIT_NPROC)
  #endif

  package static let addressSpace = Self(RLIMIT_AS)
  package static let data = Self(RLIMIT_DATA)
  package static let stack = Self(RLIMIT_STACK)
  package static let openFiles = Self(RLIMIT_NOFILE)
  static let fileSize = Self(RLIMIT_FSIZE)
  static let coreFile = Self(RLIMIT_CORE)

  /// Soft and hard limit; `nil` for no limit.
  package var bounds: (soft: Int?, hard: Int?) {
    guard let limit else { return (nil, nil) }
    // "No limit" is the largest number, signed or not.
    func finite(_ value: rlim_t) -> Int? {
      Int(exactly: value).flatMap { $0 == Int.max ? nil : $0 }
    }
    return (finite(limit.rlim_cur), finite(limit.rlim_max))
  }

  /// Returns the number itself or, if that is lower, the hard limit, which a process cannot raise.
  package func lower(than bound: Int) -> Int { min(bound, bounds.hard ?? bound) }

  /// Sets the soft limit. If the system refuses that, the limit stays as it is.
  package func set(to soft: Int) { change { $0.rlim_cur = rlim_t(soft) } }

  /// Raises the soft limit to the hard one.
  func raise() { change { $0.rlim_cur = $0.rlim_max } }

  /// Lowers both limits; lower ones of the system stay.
  func lower(to most: Int) {
    let wanted = rlim_t(clamping: most)
    change { limit in
      guard limit.rlim_cur > wanted else { return }
      limit.rlim_cur = wanted
      limit.rlim_max = min(limit.rlim_max, wanted)
    }
  }

  private var limit: rlimit? {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  private func change(_ body: (inout rlimit) -> Void) {
    guard var limit else { return }
    body(&limit)
    setrlimit(resource, &limit)
  }
}
