/// Which pages of a document are to be printed.
public struct PrintPages: Sendable, Hashable {
  /// Which pages, whatever their parity.
  public enum Choice: Sendable, Hashable {
    /// All pages.
    case all
    /// The one in view.
    case current
    /// Those of ranges, from 0, one range after the other.
    case ranges([ClosedRange<Int>])
  }

  /// Which of those.
  public enum Parity: Sendable, Hashable { case all, even, odd }

  /// Which pages, whatever their parity.
  public var choice: Choice
  /// Which of those, by their numbers from 1.
  public var parity: Parity

  /// Makes a choice of pages.
  public init(_ choice: Choice = .all, parity: Parity = .all) {
    (self.choice, self.parity) = (choice, parity)
  }

  /// The indices of the pages, from 0, in the order that they are printed in. Those that a document does not have are left out.
  public func indices(of count: Int, current: Int) -> [Int] {
    guard count > 0 else { return [] }
    let chosen: [Int] =
      switch choice {
      case .all: Array(0..<count)
      case .current: [current].filter((0..<count).contains)
      case .ranges(let ranges):
        ranges.filter { $0.upperBound >= 0 && $0.lowerBound < count }.flatMap {
          Array($0.clamped(to: 0...count - 1))
        }
      }
    switch parity {
    case .all: return chosen
    case .even: return chosen.filter { !$0.isMultiple(of: 2) }
    case .odd: return chosen.filter { $0.isMultiple(of: 2) }
    }
  }
}
