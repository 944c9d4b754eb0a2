/// Values by object. Objects are looked up all the time, and the numbers of nearly all files lie close together: those stand in an
/// array, the others in a dictionary.
struct ObjectTable<Value> {
  /// By number, of generation 0.
  private var near: [Value?] = []
  private var far: [ObjectID: Value] = [:]
  private(set) var count = 0

  /// How many places of the array there may be for one value, so that a single high number takes no memory.
  private static var mostPlaces: Int { 8 }
  private static var fewestPlaces: Int { 256 }

  var isEmpty: Bool { count == 0 }

  /// - Complexity: O(1), amortized when a value is set.
  subscript(id: ObjectID) -> Value? {
    get {
      if id.generation == 0, near.indices.contains(id.number), let value = near[id.number] { return value }
      return far.isEmpty ? nil : far[id]
    }
    set {
      if !far.isEmpty, far[id] != nil {
        if newValue == nil { count -= 1 }
        far[id] = newValue
        return
      }
      guard id.generation == 0, hasPlace(id.number) else {
        if newValue != nil { count += 1 }
        far[id] = newValue
        return
      }
      count += (newValue == nil ? 0 : 1) - (near[id.number] == nil ? 0 : 1)
      near[id.number] = newValue
    }
  }

  /// Whether the array has a place for a number, perhaps from now on.
  private mutating func hasPlace(_ number: Int) -> Bool {
    if near.indices.contains(number) { return true }
    guard number >= 0, number < max(Self.fewestPlaces, Self.mostPlaces * count) else { return false }
    near += repeatElement(nil, count: max(number + 1, 2 * near.count) - near.count)
    return true
  }
}

extension ObjectTable: Sendable where Value: Sendable {}
