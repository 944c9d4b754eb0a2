extension RandomAccessCollection {
  /// The index of the first element for which a condition holds, where it holds for all after that. O(log count).
  func partitioningIndex(_ condition: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let middle = index(low, offsetBy: count / 2)
      if condition(self[middle]) {
        count /= 2
      } else {
        low = index(after: middle)
        count -= count / 2 + 1
      }
    }
    return low
  }
}
