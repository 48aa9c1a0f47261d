import Foundation
import HRTestSupport
import Testing

/// Input of programs: a stream one hop at a time, a recording at once, a filter or extractor the whole channel, to the
/// last bit.
@Suite struct ProgramSightTests {
  /// Returns a program that answers 72 to every question, after `act`.
  private static func program(_ members: String, _ act: String) -> String {
    """
    read -r hello
    echo '{"name":"sight","version":"1",\(members)}'
    while read -r line; do
      case $line in
      '{"begin":'*)
        rest=${line#*:}
        echo "{\\"begin\\":${rest%%,*}}"
        continue ;;
      esac
      rest=${line#*:}
      id=${rest%%,*}
      \(act)
    done
    """
  }

  @Test func aStreamIsShownWhatCameSinceItsLastQuestion() throws {
    try ProgramStudy.with { study in
      let span = #"sed 's/.*"start":\([0-9.]*\),"end":\([0-9.]*\),.*/\1 \2/'"#
      let act = """
        echo "$(echo "$line" | \(span)) $(echo "$line" | tr -cd , | wc -c | tr -d ' ')" >&2
        echo "{\\"id\\":$id,\\"bpm\\":72}"
        """
      try study.write("stream.sh", Self.program(#""sees":"stream""#, act))
      let run = try study.run([#"{"label": "stream", "command": ["sh", "stream.sh"]}"#], ["--limit", "1"])
      #expect(run.code == 0, "\(run.err)")
      #expect(try study.outcomes(of: "stream") == [String](repeating: "value", count: ProgramStudy.windows))
      // 400 samples and then 100 a question, with the three commas before them and one fewer between them.
      #expect(
        try study.text("out/stderr/1-sight.txt")
          == "0 20 402\n" + (4..<12).map { "\(5 * $0) \(5 * $0 + 5) 102\n" }.joined())
    }
  }

  @Test func aRecordingIsAnsweredWindowByWindow() throws {
    try ProgramStudy.with { study in
      let act = """
        for id in $(echo "$line" | grep -o '"id":[0-9]*' | tail -n +2 | cut -d: -f2); do
          n=$((n + 1))
          [ $n = 3 ] && exit 5
          echo "{\\"id\\":$id,\\"bpm\\":$((70 + n))}"
        done
        """
      try study.write("whole.sh", Self.program(#""sees":"recording""#, act))
      let run = try study.run([#"{"label": "whole", "command": ["sh", "whole.sh"]}"#], ["--limit", "1"])
      #expect(run.code == 1, "\(run.err)")
      // Answers that were given stay; the rest is answered by a program that was started again.
      let outcomes = try study.outcomes(of: "whole")
      #expect(outcomes.map { $0 == "value" } == [true, true, false, true, true, false, true, true, false])
      #expect(outcomes.dropFirst(2).first == "failed:the program ended with code 5")
      #expect(try study.text("out/results.json").contains("statedLookAheadSeconds"))
    }
  }

  @Test func whatAFilterGivesBackUnchangedIsTheSameToTheLastBit() throws {
    try ProgramStudy.with { study in
      let echo =
        #"printf '{"id":%s,"samples":[%s]}\n' "$id" "$(echo "$line" | sed 's/.*"ppg":\[\([^]]*\)\].*/\1/')""#
      try study.write("filter.sh", Self.program(#""kind":"filter""#, echo))
      try study.write("extractor.sh", Self.program(#""kind":"extractor","channels":["ppg"]"#, echo))
      try study.write(
        "short.sh", Self.program(#""kind":"filter""#, #"echo "{\"id\":$id,\"samples\":[1,2,3]}""#))
      let run = try study.run([
        #"{"label": "plain", "extractor": "ppg", "detector": "fft"}"#,
        #"{"label": "filter", "extractor": "ppg", "detector": "fft", "filters": [{"command": ["sh", "filter.sh"]}]}"#,
        #"{"label": "extractor", "detector": "fft", "extractor": {"command": ["sh", "extractor.sh"]}}"#,
        #"{"label": "short", "extractor": "ppg", "detector": "fft", "filters": [{"command": ["sh", "short.sh"]}]}"#,
      ])
      #expect(run.code == 1, "\(run.err)")
      let rows = try study.text("out/windows.csv").split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      func rates(_ label: Substring) -> [Substring] { rows.filter { $0[4] == label }.map { $0[8] } }
      #expect(rates("plain").count == 2 * ProgramStudy.windows)
      #expect(rates("filter") == rates("plain") && rates("extractor") == rates("plain"))
      #expect(try study.outcomes(of: "short").count == ProgramStudy.windows)
      #expect(
        try study.outcomes(of: "short").allSatisfy {
          $0.contains("filter: the program answered with 3 samples")
        })
    }
  }
}
