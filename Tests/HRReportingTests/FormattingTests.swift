import Testing

@testable import HRReporting

@Suite struct FixedPointTests {
  @Test(arguments: [
    (2.675, 2, "2.68"), (-2.675, 2, "-2.68"), (0.5, 0, "1"), (1.5, 0, "2"), (0.49999, 0, "0"),
    (9.995, 2, "10.00"),
    (99.96, 1, "100.0"), (-0.004, 2, "0.00"), (0, 1, "0.0"), (1e-7, 2, "0.00"),
    (1.5e20, 1, "1.50e+20"),
    (123.456, 0, "123"), (0.05, 1, "0.1"), (72, 2, "72.00"), (0.00951, 3, "0.010"), (5e-5, 4, "0.0001"),
  ])
  func roundsHalfAwayFromZeroOnTheDecimalText(_ number: Double, _ decimals: Int, _ text: String) {
    #expect(fixed(number, decimals: decimals) == text)
  }

  @Test func whatIsNotFiniteKeepsItsName() {
    #expect(fixed(.nan, decimals: 2) == "nan")
    #expect(fixed(-.infinity, decimals: 2) == "-inf")
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (72_000, "72,000"), (-1_234_567, "-1,234,567")])
  func groupsOfThree(_ number: Int, _ text: String) {
    #expect(grouped(number) == text)
  }

  @Test func figuresHaveATrueMinus() {
    #expect(pageNumber(-7.25, decimals: 1) == "−7.3")
    #expect(SVGText.number(-0.04) == "0")
    #expect(SVGText.number(-12.34) == "-12.3")
  }
}

@Suite struct CSVTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("two\nlines", "two\\u{a}lines"), ("\u{1B}[2J", "\\u{1b}[2J"),
    (" padded", "\" padded\""), ("", ""), ("größe", "größe"),
  ])
  func quotesWhereNeeded(_ text: String, _ field: String) {
    #expect(String(decoding: CSVText.field(text), as: UTF8.self) == field)
  }

  /// An apostrophe keeps a cell from being a formula; removing it restores the text.
  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-5 dB", "'-5 dB"), ("@SUM(A1)", "'@SUM(A1)"), ("a=1", "a=1"),
    ("=a,b", "\"'=a,b\""), ("'=1", "''=1"), ("'", "'"), ("'s", "'s"), ("\t=1", "\\u{9}=1"),
  ])
  func namesDoNotCalculate(_ text: String, _ field: String) {
    #expect(String(decoding: CSVText.field(text), as: UTF8.self) == field)
  }

  @Test func numbersAreNoNames() {
    #expect(CSVText.line([.text("-a"), .number(-5.5), .number(nil), .text("b")]) == "'-a,-5.5,,b")
  }

  @Test func numbersAreShortestAndMissingOnesEmpty() {
    var csv = CSVText(header: ["a", "b", "c", "d"])
    csv.append(0.1)
    csv.comma()
    csv.append(nil)
    csv.comma()
    csv.append(.nan)
    csv.comma()
    csv.append(72.0)
    csv.endRow()
    #expect(csv.text == "a,b,c,d\n0.1,,,72\n")
  }
}

@Suite struct FileNamesTests {
  @Test(arguments: [
    ("white noise, 5 dB", "white-noise-5-db"), ("white -5 dB", "white-minus-5-db"), ("a-b", "a-b"),
    ("../../etc/passwd", "etc-passwd"), ("脈", "figure"), ("", "figure"), ("−3", "minus-3"),
  ])
  func slugsAreSafe(_ label: String, _ slug: String) {
    #expect(FileNames.slug(label) == slug)
  }

  @Test func equalSlugsAreToldApart() {
    var names = FileNames()
    #expect(names.name(for: "a b") == "a-b")
    #expect(names.name(for: "A, B") == "a-b-2")
    #expect(names.name(for: "a b") == "a-b-3")
  }
}

@Suite struct TableTests {
  static let table = Table(
    columns: [
      .init("detector", alignment: .leading, importance: 9), .init("windows", importance: 7),
      .init("MAE", unit: "bpm", importance: 8), .init("P95", unit: "bpm", importance: 2),
      .init("note", alignment: .leading, importance: 1),
    ],
    rows: [
      [
        .text("fft"), .count(1200), .estimate(3.14159, low: 2.5, high: 4.005, decimals: 2),
        .number(9.96, decimals: 1), .text("a|b"),
      ],
      [
        .text("größer 脈"), .count(0), .missing("no estimate"), .missing(""),
        .bare(1, decimals: 0, reason: "too few subjects (n=3)"),
      ],
    ])

  @Test func markdown() throws {
    try expectGolden(Self.table.markdown + "\n", "table.md")
  }

  @Test(arguments: [(100, false), (70, false), (46, false), (24, false), (100, true)])
  func terminal(_ width: Int, _ colour: Bool) throws {
    let text = TerminalTable(Self.table, .init(.width(width), colour: colour)).text
    try expectGolden(text + "\n", "table-\(width)\(colour ? "-colour" : "").txt")
  }

  @Test(arguments: [30, 46, 60, 70, 80])
  func noLineIsWiderThanTheTerminal(_ width: Int) {
    let text = TerminalTable(Self.table, .init(.width(width), colour: false)).text
    for line in text.split(separator: "\n") {
      #expect(line.count <= width || String(line).displayWidth <= width)
    }
  }

  @Test func linksAndCodeWithoutPadding() {
    let table = Table(
      columns: [.init("name", alignment: .leading), .init("rate", unit: "bpm")],
      rows: [[.link("a|b", anchor: "ab"), .code("x`y")], [.text("*"), .count(1)]])
    #expect(
      table.markdown(isPadded: false)
        == "| name | rate (bpm) |\n| :-- | --: |\n| [a\\|b](#ab) | `` x`y `` |\n| \\* | 1 |")
    #expect(table.rows[0].map(\.display) == ["a|b", "x`y"])
  }

  @Test func sparklinesReachFromTheLowestToTheHighest() {
    #expect(sparkline([0, 1, nil, 0.5, 2, -1], from: 0, to: 1, gap: "·") == "▁█·▅█▁")
    #expect(sparkline([3, nil, 3], from: 3, to: 3, gap: " ") == "▄ ▄")
  }

  @Test func widthsOfCharacters() {
    #expect("größe".displayWidth == 5)
    #expect("脈拍".displayWidth == 4)
    #expect("e\u{301}".displayWidth == 1)
    #expect("脈拍数".truncated(to: 5) == "脈拍…")
    #expect("abc".truncated(to: 3) == "abc")
  }

  @Test func markdownMarkupIsEscaped() {
    #expect(markdownEscaped("a|b*c_d<e>\nf") == "a\\|b\\*c_d\\<e\\>\\\\u{a}f")
  }
}
