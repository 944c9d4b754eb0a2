/// What a pointer is used for.
public enum PointerUse: Sendable, Hashable {
  /// It draws with the tool in hand, or does what that does.
  case draws
  /// It erases, as a pen's other end and its button do.
  case erases
  /// It moves the page.
  case pans
  /// It is a palm or the like: nothing comes of it until it is lifted.
  case ignored
}

/// What fingers do on the screen.
public enum FingerUse: String, Sendable, Hashable, CaseIterable, Codable {
  /// They draw until a pen was seen; from then on they move the page.
  case automatic
  /// They draw.
  case draws
  /// They move the page.
  case pans
}

/// What a report means: see ``PointerArbiter/take(_:)``.
public struct PointerDecision: Sendable, Hashable {
  /// What the pointer is used for; `nil` while it only hovers.
  public var use: PointerUse?
  /// Pointers that were used for something and are ignored from now on: what they were doing is to be given up, as if it had never begun.
  public var withdrawn: [Int]

  /// Makes a decision.
  public init(_ use: PointerUse?, withdrawn: [Int] = []) {
    (self.use, self.withdrawn) = (use, withdrawn)
  }
}
