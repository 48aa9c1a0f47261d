internal import Foundation
enum K {
  static func v(_ n: String, _ d: Double) -> Double {
    Double(ProcessInfo.processInfo.environment[n] ?? "") ?? d
  }
  static let mode = Int(v("mode", 0))
  static let lo = v("lo", 0.5), hi = v("hi", 6), order = Int(v("order", 2)), hp1 = v("hp1", 1.5)
  static let front = v("front", 0.38)
  static let frame = v("frame", 8), hop = v("hop", 1), df = v("df", 0.03)
  static let g2 = v("g2", 0.8), g3 = v("g3", 0.6), gh = v("gh", 0.5), pre = v("pre", 1.0)
  static let kappa = v("kappa", 10), mu = v("mu", 60)
  static let lam = v("lam", 4), iters = Int(v("iters", 2)), wide = v("wide", 0.4)
  static let env = v("env", 2), q = v("q", 0.4), excess = v("excess", 1.3), pw = v("pw", 3)
  static let c = v("c", 0.5), s0 = v("s0", 0.02), v0 = v("v0", 0.002), lmin = v("lmin", 0.3),
    lmax = v("lmax", 60), bias = v("bias", 0.3)
  static let back = Int(v("back", 2)), perWindow = Int(v("perWindow", 1))
  static let fpw = v("fpw", 1)
}
