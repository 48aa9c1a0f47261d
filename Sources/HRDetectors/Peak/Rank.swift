extension ArraySlice<Double> {
  /// The element that would stand at a place if the values were sorted, ascending from 0.
  ///
  /// Quickselect (C. A. R. Hoare, 1961) on a copy, with the median of three as pivot; expected time grows with the
  /// count. The rank must be one of the slice's; NaN must not occur.
  func element(atRank rank: Int) -> Double {
    var values = Array(self)
    var low = 0
    var high = values.count - 1
    while low < high {
      let middle = (low + high) / 2
      let a = values[low]
      let b = values[middle]
      let c = values[high]
      let pivot = Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
      var i = low
      var j = high
      while i <= j {
        while values[i] < pivot { i += 1 }
        while pivot < values[j] { j -= 1 }
        guard i <= j else { break }
        values.swapAt(i, j)
        i += 1
        j -= 1
      }
      if rank <= j { high = j } else if rank >= i { low = i } else { return values[rank] }
    }
    return values[rank]
  }
}
