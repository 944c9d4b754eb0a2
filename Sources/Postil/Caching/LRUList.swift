/// Doubly linked lists of values in the slots of one array: appending, moving and removing are O(1), and the slot of
/// a value does not change.
struct LRUList<Value> {
  private struct Slot {
    var value: Value?
    var list = 0
    var previous = -1
    var next = -1
    var age = 0
  }

  private struct Ends {
    var first = -1
    var last = -1
  }

  private var slots: [Slot] = []
  private var free: [Int] = []
  private var lists: [Ends]
  private var clock = 0

  init(lists count: Int) { lists = Array(repeating: Ends(), count: count) }

  subscript(slot: Int) -> Value? { slots[slot].value }

  /// The list that a slot is in.
  func list(of slot: Int) -> Int { slots[slot].list }

  /// When the slot was last put at the end of a list, as a growing number.
  func age(of slot: Int) -> Int { slots[slot].age }

  /// The slot at the start of a list.
  func first(in list: Int) -> Int? { lists[list].first < 0 ? nil : lists[list].first }

  /// The slots of a list, from its start.
  func members(of list: Int) -> some Sequence<Int> {
    sequence(state: lists[list].first) { [slots] slot in
      guard slot >= 0 else { return nil }
      defer { slot = slots[slot].next }
      return slot
    }
  }

  /// Puts a value at the end of a list, and returns its slot.
  mutating func append(_ value: Value, to list: Int) -> Int {
    let slot = free.popLast() ?? slots.count
    if slot == slots.count { slots.append(Slot()) }
    slots[slot].value = value
    link(slot, list)
    return slot
  }

  /// Moves a slot to the end of a list.
  mutating func move(_ slot: Int, toEndOf list: Int) {
    unlink(slot)
    link(slot, list)
  }

  /// Frees a slot.
  mutating func remove(_ slot: Int) -> Value? {
    unlink(slot)
    defer { slots[slot] = Slot() }
    free.append(slot)
    return slots[slot].value
  }

  private mutating func link(_ slot: Int, _ list: Int) {
    let last = lists[list].last
    clock += 1
    slots[slot].age = clock
    slots[slot].list = list
    slots[slot].previous = last
    slots[slot].next = -1
    if last < 0 { lists[list].first = slot } else { slots[last].next = slot }
    lists[list].last = slot
  }

  private mutating func unlink(_ slot: Int) {
    let (list, previous, next) = (slots[slot].list, slots[slot].previous, slots[slot].next)
    if previous < 0 { lists[list].first = next } else { slots[previous].next = next }
    if next < 0 { lists[list].last = previous } else { slots[next].previous = previous }
  }
}
