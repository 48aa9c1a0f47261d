/// Texts and numbers that cause errors in programs.
enum HostileValues {
  /// Texts without NUL, so that all can be file names and arguments.
  static let texts = [
    "\u{1b}[31mred\u{1b}[0m", "\u{1b}]0;title\u{7}", "\u{1b}[2J\u{1b}[H", "\u{9b}31mC1", "\u{85}next",
    "\u{7}bell",
    "\u{8}\u{8}back", "line\nbreak", "carriage\rreturn", "tab\tstop", "\u{7f}delete", "\u{202e}live.h5",
    "\u{2066}isolate",
    "\u{200f}right", "\u{2028}line", "\u{2029}paragraph", "\u{feff}mark",
    "a\u{301}\u{302}\u{303}\u{304}\u{305}",
    "[x](javascript:1)", "![x](http://127.0.0.1/)", "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>", "a|b|c",
    "| --- |", "`code`", "*bold* _it_ ~~no~~", "# heading", "- item", "> quote", "</svg>", "]]>", "<!--",
    "&amp;&lt;", "\"quoted\"",
    "'quoted'", "a,b", "a;b", "=cmd|'/c calc'!A1", "=1+1", "+1+1", "-1+1", "@SUM(1)", "%n%s%x", "$(id)",
    "`id`", "; ls", "..",
    "../../etc/passwd", "/etc/passwd", "a/../b", "./.", "~root", "-rf", "--help", "", " ", "  a  ", ".", "*",
    "?", "{recording}",
    "{x", "}", "{}", "\\", "\\n", "\\u0000", "nul", "CON", "synthetic:s01", "a:b", "日本語", "🫀", "İ", "ﬀ",
    "NaN", "null", "true",
  ]

  /// Draws a text, sometimes a repeated one or two combined.
  static func text(_ dice: inout Dice) -> String {
    switch dice.below(12) {
    case 0: String(repeating: dice.pick(texts), count: 1 + dice.skewed(4000))
    case 1: dice.pick(texts) + dice.pick(texts)
    case 2: "s" + dice.pick(texts) + "e"
    default: dice.pick(texts)
    }
  }

  /// Numbers as in JSON or CSV; not all are valid there.
  static let numbers = [
    "0", "-0", "1", "-1", "2", "0.5", "-0.5", "1e-9", "1e-300", "5e-324", "1e308", "-1e308",
    "1.7976931348623157e308", "1e309",
    "1e999", "-1e999", "1e-999", "1e99999999999999999999", "NaN", "nan", "-nan", "Infinity", "-inf", "inf",
    "0x1p3", "0x10", "1e",
    "1e+", ".5", "5.", "+1", "--1", "01", "1_000", "1,5", "1 000", "１", "٣", "2147483647", "2147483648",
    "-2147483648", "-2147483649",
    "4294967295", "4294967296", "9007199254740993", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809", "18446744073709551615", "18446744073709551616", "9.2233720368547758e18", "255",
    "256", "65535", "65536",
    "1000000", "86400", "86401", "1e7", "9e9", "1e15", "0.1", "30", "3.0000000000000004", "1e2",
  ]

  static func number(_ dice: inout Dice) -> String {
    switch dice.below(10) {
    case 0: String(repeating: dice.pick(["9", "1", "0"]), count: 1 + dice.skewed(5000))
    case 1: "0." + String(repeating: dice.pick(["0", "3"]), count: 1 + dice.skewed(5000)) + "1"
    case 2: "\(Int64(truncatingIfNeeded: dice.next()))"
    case 3: "\(Double(bitPattern: dice.next()))"
    default: dice.pick(numbers)
    }
  }

  /// Values for fields of 8, 16, 32 and 64 bits.
  static let words: [UInt64] = [
    0, 1, 2, 3, 4, 7, 8, 16, 24, 32, 64, 127, 128, 255, 256, 511, 512, 1023, 4096, 32767, 32768, 65535, 65536,
    0x00ff_ffff,
    0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff, 0x1_0000_0000, 0x1_0000_0001, 1 << 40, 1 << 48,
    1 << 60, 1 << 61, 1 << 62,
    0x7fff_ffff_ffff_ffff, 0x8000_0000_0000_0000, 0xffff_ffff_ffff_fff0, 0xffff_ffff_ffff_fffe,
    0xffff_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000, 0x7ff8_0000_0000_0000, 0xfff0_0000_0000_0000, 0x7fef_ffff_ffff_ffff,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000, 0x0000_0000_0000_0001, 0x4330_0000_0000_0000, 0x43e0_0000_0000_0000,
  ]
}
