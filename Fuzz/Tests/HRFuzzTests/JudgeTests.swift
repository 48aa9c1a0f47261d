import Testing

@testable import HRFuzz

/// Tests of the judge: each promise is broken here, since a judge without findings would let everything pass.
@Suite struct JudgeTests {
  private let judge = Judge(mostMegabytes: 100)

  private func outcome(_ ending: Outcome.Ending, out: String) -> Outcome {
    outcome(ending, out: Array(out.utf8))
  }

  private func outcome(
    _ ending: Outcome.Ending, out: [UInt8] = [], err: String = "", megabytes: Double = 10,
    leftBehind: Bool = false
  ) -> Outcome {
    Outcome(
      invocation: Invocation(arguments: ["check"], folder: "/"), ending: ending, output: out,
      errors: Array(err.utf8), seconds: 1, peakMegabytes: megabytes, leftBehind: leftBehind)
  }

  private func found(_ outcome: Outcome, _ leniency: Judge.Leniency = .init()) -> [String] {
    judge.objections(to: outcome, leniency)
  }

  @Test func whatKeepsItsPromisesIsLeftAlone() {
    #expect(found(outcome(.exited(0), out: "a naïve heart ♥\n")) == [])
    #expect(found(outcome(.exited(2), err: "error: the file is cut off\n")) == [])
    #expect(found(outcome(.signalled(15)), .init(signals: [15], losesWords: true)) == [])
  }

  @Test func endingsAreJudged() {
    #expect(found(outcome(.signalled(11))) == ["died of signal 11"])
    #expect(found(outcome(.exited(3), err: "x")) == ["ended with code 3"])
    #expect(found(outcome(.exited(2))) == ["ended with code 2 without a word"])
    #expect(found(outcome(.endedLate)) == ["did not end within 60 s"])
    #expect(found(outcome(.endedLarge, megabytes: 5000)).count == 1)
    #expect(found(outcome(.exited(0), megabytes: 101)) == ["took 101 MB, more than 100"])
    #expect(found(outcome(.exited(0), leftBehind: true)) == ["left processes behind"])
  }

  @Test(arguments: ["\u{1b}[31m", "\r", "\t", "\u{85}", "\u{202e}", "\u{2028}", "\u{feff}", "\u{e0041}"])
  func whatSteersATerminalIsSeen(_ text: String) {
    #expect(
      found(outcome(.exited(0), out: "a\nb\(text)c\n")).first?.hasPrefix("standard output: line 2 holds U+")
        == true)
  }

  @Test func aTextThatALimitCutIsNoFault() {
    for character in ["é", "→", "𝄞"] {
      let whole = Array("at the limit: \(character)".utf8)
      for cut in 1..<character.utf8.count {
        let cutOff = outcome(.exited(2), out: Array(whole.dropLast(cut)))
        #expect(found(cutOff, .init(losesWords: true)) == [])
        #expect(found(cutOff) == ["standard output: is not UTF-8"])
      }
    }
    for bytes in [[0x61, 0xFF], [0x61, 0x80], [0xC3, 0x61], [0xE2, 0x86, 0x92, 0x92]] as [[UInt8]] {
      #expect(
        found(outcome(.exited(0), out: bytes), .init(losesWords: true)) == ["standard output: is not UTF-8"])
    }
  }

  @Test(
    arguments: [
      "HRRunning/Worker.swift:12: Fatal error: Index out of range", "at 0x00007ffff7a2",
      "free(): invalid pointer",
      "the worker reading it crashed (signal 4)",
    ])
  func tracesOfCrashesAreSeen(_ text: String) { #expect(!found(outcome(.exited(1), err: text)).isEmpty) }

  @Test func whatTheInputSaysIsNoTrace() {
    let excerpt = "error: not valid JSON\n  --> e.json:1:7\n  |\n1 | {\"\":\"\"0x1bbaf569\n  |       ^\n"
    #expect(found(outcome(.exited(2), err: excerpt)).isEmpty)
  }

  @Test func whatTookTooLongIsTold() {
    #expect(TextScan.tellsOfSilence(Array("the worker reading it was silent for 5 s and was ended".utf8)))
    #expect(!TextScan.tellsOfSilence(Array("the file is cut off".utf8)))
    #expect(!TextScan.tellsOfSilence(nil))
  }

  @Test(arguments: ["=cmd", "+x", "-item", "@SUM(1)"])
  func formulasAreSeen(_ cell: String) {
    #expect(TableScan.objection(to: Array("a,b\n1,\(cell)\n".utf8)) != nil)
    #expect(TableScan.objection(to: Array("a,b\n-1.5,'\(cell)\n".utf8)) == nil)
  }

  @Test func brokenTablesAndMarkupAreSeen() {
    #expect(TableScan.objection(to: Array("a,b\n1,2,3\n".utf8)) != nil)
    #expect(TableScan.objection(to: Array("a\n\"x\n".utf8)) != nil)
    #expect(MarkupScan.objection(to: Array("<svg><a b=\"c>d\"/><t>x &lt; y</t></svg>".utf8)) == nil)
    for text in ["<svg><t></svg>", "<svg>a & b</svg>", "<svg><script></script></svg>", "<svg", "<a></a></b>"]
    {
      #expect(MarkupScan.objection(to: Array(text.utf8)) != nil, "\(text)")
    }
    #expect(PageScan.objection(to: Array("see [x](javascript:1)".utf8)) != nil)
    #expect(PageScan.objection(to: Array("see \\[x\\](javascript:1) and `[x](javascript:1)`".utf8)) == nil)
  }

  @Test func familiesIgnoreNumbersAndNames() {
    let first = Finding(what: "line 3 holds U+9B", command: "").family
    #expect(first == Finding(what: "line 41 holds U+202E", command: "").family)
  }
}
