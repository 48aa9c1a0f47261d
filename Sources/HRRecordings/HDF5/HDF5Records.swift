internal import CHRFiles
internal import HRSupport

/// Members of the compound values of a data set: records of several members each.
struct HDF5Record {
  struct Member {
    let name: String
    /// Type of its values, for an array that of its entries.
    let type: hr_class
    let isArray: Bool
    /// Number of the entries of an array; 0 for one of several dimensions.
    let entries: Int

    /// Names of its numbers as descriptors have them, with the entries of an array; empty if it holds no numbers.
    var parts: [ObjectPart] {
      guard type == HR_CLASS_NUMBER else { return [] }
      return isArray ? (0..<entries).map { .member(name, $0) } : [.member(name, nil)]
    }
  }

  let members: [Member]

  /// Returns the member that a descriptor names, and the entry of it; `nil` if there is none of that name.
  ///
  /// A name that ends in an index in brackets may be the whole name of a member.
  func find(_ name: String, _ entry: Int?) -> (index: Int, entry: Int?)? {
    let whole = ObjectPart.spoken(name, entry)
    if let index = members.firstIndex(where: { $0.name == whole }) { return (index, nil) }
    return members.firstIndex { $0.name == name }.map { ($0, entry) }
  }

  func has(_ part: ObjectPart) -> Bool {
    if case .member(let name, let entry) = part { find(name, entry) != nil } else { false }
  }
}

extension HDF5File {
  borrowing func record(of path: String) throws(Diagnostics) -> HDF5Record {
    var failure = hr_failure()
    var known: UnsafeMutablePointer<hr_record_member>?
    var count = 0
    guard let names = hr_hdf5_record(id, path, budget.limits[.members], &known, &count, &failure) else {
      throw explained(failure, at: path)
    }
    defer {
      hr_free(names)
      hr_free(known)
    }
    var next = UnsafePointer(names)
    let members = UnsafeBufferPointer(start: known, count: count).map { member in
      defer {
        while next.pointee != 0 { next += 1 }
        next += 1
      }
      return HDF5Record.Member(
        name: String(cString: next), type: member.type, isArray: member.is_array != 0,
        entries: Int(clamping: member.entries))
    }
    return HDF5Record(members: members)
  }

  /// Returns the numbers of members of a data set's records, which are read in one pass.
  borrowing func members(_ parts: [ObjectPart], of path: String) throws(Diagnostics) -> [HDF5Array] {
    let info = try info(of: path)
    guard info.type == HR_CLASS_COMPOUND else {
      throw problem(
        "expected records with named members, found \(HDF5Problem.named(info.type))", at: path,
        hint: info.type == HR_CLASS_NUMBER ? "columns of numbers have no names, and count from 0" : nil)
    }
    let dimensions = Self.dimensions(info)
    guard dimensions.count(where: { $0 != 1 }) <= 1 else {
      throw problem(
        "\(path) is \(dimensions.map(String.init).joined(separator: "×")) records, not a single series",
        at: path,
        hint: "members are read of records in one dimension")
    }
    try checkExpansion(of: info, at: path)
    let record = try record(of: path)
    var wanted: [hr_record_part] = []
    for part in parts { wanted.append(try wantedPart(part, of: record, at: path)) }
    guard info.is_null == 0, info.count > 0, !wanted.isEmpty else {
      return parts.map { _ in HDF5Array(values: [], dimensions: [0]) }
    }
    for _ in wanted { try budget.take(numbers: info.count, place: .init(file: self.path, path: path)) }
    var failure = hr_failure()
    var status: Int32 = 0
    var neverWritten: UInt64 = 0
    let (file, blockBytes) = (id, blockBytes)
    let records = Int(clamping: info.count)
    let values = [Double](unsafeUninitializedCapacity: wanted.count * records) { buffer, used in
      status = hr_hdf5_read_records(
        file, path, wanted, wanted.count, buffer.baseAddress, info.count, blockBytes, &neverWritten, &failure)
      used = status == 0 ? wanted.count * records : 0
    }
    guard status == 0 else { throw explained(failure, at: path) }
    return wanted.indices.map { index in
      HDF5Array(
        values: Array(values[(index * records)..<((index + 1) * records)]), dimensions: [records],
        neverWritten: Int(clamping: neverWritten))
    }
  }

  /// Returns the place of a member that holds numbers.
  private borrowing func wantedPart(
    _ part: ObjectPart, of record: HDF5Record, at path: String
  ) throws(Diagnostics) -> hr_record_part {
    guard case .member(let name, let entry) = part else {
      throw problem("expected the name of a member", at: path)
    }
    let spoken = JSONText.quoted(ObjectPart.spoken(name, entry).shortened)
    guard let found = record.find(name, entry) else {
      let names = record.members.map(\.name)
      let listed = names.prefix(Self.mostListed).map { JSONText.quoted($0.shortened) }.joined(separator: ", ")
      throw problem(
        "there is no member \(spoken): the records have \(listed)\(names.count > Self.mostListed ? ", …" : "")",
        at: path, hint: suggestionHint(for: name, among: names))
    }
    let member = record.members[found.index]
    guard member.type == HR_CLASS_NUMBER else {
      throw problem(
        "the member \(spoken) holds \(HDF5Problem.named(member.type)), expected numbers", at: path,
        hint: member.type == HR_CLASS_COMPOUND ? "members of members are not read" : nil)
    }
    guard member.isArray else {
      if found.entry == nil { return hr_record_part(member: found.index, entry: 0) }
      throw problem(
        "the member \(JSONText.quoted(name.shortened)) is a single number and has no entries", at: path,
        hint: "\"column\": \(JSONText.quoted(name.shortened))")
    }
    guard member.entries > 0 else {
      throw problem(
        "the member \(spoken) is an array that is not read: expected one dimension with an entry or more",
        at: path)
    }
    let quoted = JSONText.quoted(member.name.shortened)
    guard let entry = found.entry ?? (member.entries == 1 ? 0 : nil) else {
      throw problem(
        "the member \(quoted) is an array of \(member.entries) numbers", at: path,
        hint:
          "say which entry, counted from 0: \"column\": \(JSONText.quoted("\(member.name.shortened)[0]"))")
    }
    guard entry < member.entries else {
      throw problem(
        "the member \(quoted) is an array of \(member.entries) numbers and has no entry \(entry)", at: path,
        hint: "entries count from 0")
    }
    return hr_record_part(member: found.index, entry: UInt64(clamping: entry))
  }

  /// Maximum number of members that a message lists.
  private static let mostListed = 20

  /// Returns the hint for records of which no member is named; `nil` for a data set of other values.
  borrowing func hintOfMembers(_ info: hr_dataset_info, at path: String) -> String? {
    guard info.type == HR_CLASS_COMPOUND,
      let part = (try? record(of: path))?.members.lazy.compactMap(\.parts.first).first,
      case .member(let name, let entry) = part
    else { return nil }
    return "say which member: \"column\": \(JSONText.quoted(ObjectPart.spoken(name.shortened, entry)))"
  }
}
