/// The number and generation of an indirect object (ISO 32000-2, 7.3.10).
struct ObjectID: Sendable, Hashable, Comparable {
  var number: Int
  var generation: Int = 0

  /// The highest number that readers know an object of (ISO 32000-1, annex C).
  static let highestNumber = 8_388_607

  /// Both in one: objects are looked up all the time.
  func hash(into hasher: inout Hasher) { hasher.combine(number &<< 16 ^ generation) }

  static func < (a: ObjectID, b: ObjectID) -> Bool {
    (a.number, a.generation) < (b.number, b.generation)
  }
}
