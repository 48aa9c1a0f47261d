internal import HRSupport

/// Returns a number with exactly `decimals` decimals, for pages that people read.
///
/// Rounds half away from zero on the shortest decimal text of the number, so that a tie in this text is one: 2.675
/// with two decimals is 2.68 although the nearest binary number is below it. There is no negative zero. From 10^15 on
/// there are three digits and a power of ten, `1.25e+50`. Numbers that are not finite keep their name (`nan`, `inf`).
package func fixed(_ number: Double, decimals: Int) -> String {
  guard number.isFinite else { return number.description }
  guard number.magnitude < 1e15 else { return (number < 0 ? "-" : "") + DecimalDigits(number).short }
  var digits = DecimalDigits(number).rounded(toDecimals: decimals)
  let isZero = digits.allSatisfy { $0 == 0 }
  if digits.count <= decimals {
    digits = [Int](repeating: 0, count: decimals + 1 - digits.count) + digits
  }
  let text = digits.map(String.init).joined()
  return (number < 0 && !isZero ? "-" : "") + text.dropLast(decimals)
    + (decimals > 0 ? "." + text.suffix(decimals) : "")
}

/// Returns the same with its sign, which is `+` if the number is above 0.
func signed(_ number: Double, decimals: Int = 2) -> String {
  signed(number, fixed(number, decimals: decimals))
}

/// Returns a number for a figure, with a true minus sign.
func pageNumber(_ number: Double, decimals: Int) -> String { fixed(number, decimals: decimals).withMinusSign }

/// Returns a whole number in groups of three: `72,000`.
func grouped(_ number: Int) -> String {
  let digits = Array(String(number.magnitude))
  var text = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
    text.append(digit)
  }
  return text
}

/// The digits of a finite number's shortest decimal text; its magnitude is 0.d₀d₁d₂… · 10^exponent.
private struct DecimalDigits {
  let digits: [Int]
  let exponent: Int

  init(_ number: Double) {
    // `25.5`, `1e-05`, `1.25e+50`
    let parts = number.magnitude.description.split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    digits = mantissa.joined().compactMap(\.wholeNumberValue)
    exponent = mantissa[0].count + (parts.count > 1 ? Int(parts[1], radix: 10) ?? 0 : 0)
  }

  /// `1.25e+50`: the magnitude to three digits, half away from zero.
  var short: String {
    var kept = rounded(toDecimals: 3 - exponent)
    // 999.5 has become 1000.
    let power = exponent - 1 + (kept.count > 3 ? 1 : 0)
    kept = Array(kept.prefix(3))
    let text = kept.map(String.init).joined()
    return "\(text.prefix(1)).\(text.dropFirst())e\(power < 0 ? "-" : "+")\(power.magnitude)"
  }

  /// Returns the digits of the magnitude times 10^decimals, rounded to a whole number; at least one digit.
  func rounded(toDecimals decimals: Int) -> [Int] {
    let kept = exponent + decimals
    guard kept >= 0 else { return [0] }
    var result = Array(digits.prefix(kept))
    result += [Int](repeating: 0, count: kept - result.count)
    if digits.indices.contains(kept), digits[kept] >= 5 {
      var index = result.count - 1
      while index >= 0, result[index] == 9 {
        result[index] = 0
        index -= 1
      }
      if index >= 0 { result[index] += 1 } else { result.insert(1, at: 0) }
    }
    while result.count > decimals + 1, result.first == 0 { result.removeFirst() }
    return result.isEmpty ? [0] : result
  }
}
