internal import HRSupport
internal import HRSignals

/// Help for a reading that takes long: where decoded clips are kept, and whom to tell that the reading goes on.
package struct ReadingAids {
  /// Folder for mean colours of clips that were decoded before; `nil`: none are kept.
  package var clipFolder: String?
  /// Called about once a second while a clip is decoded.
  package var whileWaiting: () -> Void

  package init(clipFolder: String? = nil, whileWaiting: @escaping () -> Void = {}) {
    (self.clipFolder, self.whileWaiting) = (clipFolder, whileWaiting)
  }
}

/// Rule by which the clips of a recording are read.
struct ClipRule {
  var aids = ReadingAids()
  /// Compression that clips go through before they are read; `nil`: they are read as they are.
  var compression: VideoCompression?
  /// Rectangles of the recording, from its tables.
  var rectangles: [RectangleColumns: Rectangles] = [:]
}

/// One reading of a video file: mean colours of all views that are asked for, in one decoding.
struct ClipReading {
  let path: String
  let budget: ReadingBudget
  let rule: ClipRule

  private var aids: ReadingAids { rule.aids }
  private var recompression: Recompression? { rule.compression.map { Recompression(compression: $0) } }

  func contents(for request: FileRequest) throws(Diagnostics) -> FileContents {
    var contents = FileContents(path: path)
    var views: [ClipView] = []
    var wanted: [(cell: DataCell, view: Int, light: ClipView.Light)] = []
    for item in request.cells {
      guard case .clip(var view, let light) = item.cell else { continue }
      if case .following(let columns) = view.region { view.rectangles = rule.rectangles[columns] }
      let index = views.firstIndex(of: view) ?? views.count
      if index == views.count { views.append(view) }
      wanted.append((item.cell, index, light))
    }
    guard !views.isEmpty else { return contents }
    let tools = try VideoTools.found()
    let kept = try KeptMeans(of: path, views, recompression, tools, in: aids.clipFolder)
    let found: KeptMeans.Content
    if let known = kept.read(budget) {
      found = known
    } else {
      found = try decoded(views, by: tools)
      kept.write(found)
    }
    let clock = found.clock
    for (cell, view, light) in wanted {
      contents.columns[cell] = found.values(of: light, view: view)
      contents.clocks[cell] = clock
    }
    if clock == nil { contents.columns[.frameTimes] = found.means.times }
    contents.assumedColours = found.guesses.isEmpty ? nil : found.guesses.joined(separator: ", ")
    return contents
  }

  private func decoded(_ views: [ClipView], by tools: VideoTools) throws(Diagnostics) -> KeptMeans.Content {
    let header = try ClipHeader(path, by: tools)
    guard let recompression else { return try means(of: path, header, views, tools) }
    // What a descriptor says of the colours holds for the clip; the compressed one states its own.
    let rule = header.colours(
      givenMatrix: views.compactMap(\.matrix).first, givenRange: views.compactMap(\.range).first)
    let plain = views.map { view in
      var view = view
      (view.matrix, view.range) = (nil, nil)
      return view
    }
    return try recompression.applied(
      to: path, header, rule, by: tools, in: aids.clipFolder ?? FileManager.default.temporaryDirectory.path,
      whileWaiting: aids.whileWaiting
    ) { (made) throws(Diagnostics) in
      var compressed = try ClipHeader(made, by: tools)
      compressed.turn = header.turn
      return try means(of: made, compressed, plain, tools)
    }
  }

  private func means(
    of path: String, _ header: ClipHeader, _ views: [ClipView], _ tools: VideoTools
  ) throws(Diagnostics) -> KeptMeans.Content {
    // Views may differ in the meaning of the numbers, which a decoding has once.
    var content = KeptMeans.Content(
      means: FrameMeans(regionCount: 0), nominalRate: header.nominalRate)
    var rules: [ColourRule] = []
    for view in views {
      let rule = header.colours(givenMatrix: view.matrix, givenRange: view.range)
      if !rules.contains(rule) { rules.append(rule) }
      content.weights.append(rule.matrix.weights)
      content.guesses += header.guesses(givenMatrix: view.matrix, givenRange: view.range)
    }
    content.guesses = content.guesses.distinct
    var regions: [[[Double]]?] = views.map { _ in nil }
    for rule in rules {
      let mine = views.indices.filter { index in
        header.colours(givenMatrix: views[index].matrix, givenRange: views[index].range) == rule
      }
      let found = try ClipDecoding(
        path: path, header: header, tools: tools, colours: rule, budget: budget,
        whileWaiting: aids.whileWaiting
      ).means(over: mine.map { views[$0] })
      for (index, region) in zip(mine, found.regions) { regions[index] = region }
      content.means.times = found.times
    }
    content.means.regions = regions.compactMap(\.self)
    return content
  }
}
