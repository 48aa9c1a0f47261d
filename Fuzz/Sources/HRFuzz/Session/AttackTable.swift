/// The kinds of cases, in the order of tables.
enum AttackTable {
  static func attacks(on bench: Bench, kinds: [String]) throws -> [any Attack] {
    let seeds = bench.seeds
    let makers: [(name: String, make: () throws -> any Attack)] = [
      ("hdf5", { try RecordingAttack("hdf5", share: 1, seeds.hdf5, on: bench) }),
      ("csv", { try RecordingAttack("csv", share: 1, seeds.csv, on: bench) }),
      ("edf", { try RecordingAttack("edf", share: 1, seeds.edf, on: bench) }),
      ("wfdb", { try RecordingAttack("wfdb", share: 1, seeds.wfdb, on: bench) }),
      ("mat", { try RecordingAttack("mat", share: 1, seeds.mat, on: bench) }),
      ("npy", { try RecordingAttack("npy", share: 1, seeds.npy, on: bench) }),
      ("video", { try RecordingAttack("video", share: 1, seeds.video, on: bench) }),
      ("json", { FileAttack("json", share: 1, try JSONRoles.roles(seeds)) }),
      ("store", { FileAttack("store", share: 1, try StoreRoles.roles(seeds)) }),
      ("recorded", { try RecordedAttack(on: bench) }),
      ("names", { NameAttack() }),
      ("limits", { LimitAttack() }),
      ("kills", { try KillAttack(on: bench) }),
      ("streams", { try StreamAttack(on: bench) }),
    ]
    if let unknown = kinds.first(where: { kind in !makers.contains { $0.name == kind } }) {
      throw Seeds.Problem(
        reason: "there is no kind \(unknown); there are \(makers.map(\.name).joined(separator: ", "))")
    }
    return try makers.filter { maker in
      // A build without libmatio reads no MAT files, and a machine without ffmpeg no videos.
      kinds.isEmpty
        ? (maker.name != "mat" || seeds.readsMAT) && (maker.name != "video" || !seeds.video.isEmpty)
        : kinds.contains(maker.name)
    }.map { try $0.make() }
  }
}
