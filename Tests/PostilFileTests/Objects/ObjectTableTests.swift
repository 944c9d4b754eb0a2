import Testing

@testable import PostilFile

@Suite struct ObjectTableTests {
  @Test func valuesComeBackByNumberAndGeneration() {
    var table = ObjectTable<String>()
    #expect(table.isEmpty)
    table[ObjectID(number: 1)] = "a"
    table[ObjectID(number: 1, generation: 3)] = "b"
    table[ObjectID(number: 8_388_607)] = "c"
    table[ObjectID(number: -1)] = "d"
    #expect(table[ObjectID(number: 1)] == "a")
    #expect(table[ObjectID(number: 1, generation: 3)] == "b")
    #expect(table[ObjectID(number: 8_388_607)] == "c")
    #expect(table[ObjectID(number: -1)] == "d")
    #expect(table[ObjectID(number: 2)] == nil)
    #expect(table[ObjectID(number: .max)] == nil)
    #expect(table.count == 4)
  }

  @Test func valuesAreReplacedAndRemovedWhereverTheyStand() {
    var table = ObjectTable<Int>()
    let far = ObjectID(number: 5_000)
    table[far] = 1
    // The array reaches there later.
    for number in 0..<5_000 { table[ObjectID(number: number)] = number }
    table[far] = 2
    #expect(table[far] == 2)
    #expect(table.count == 5_001)
    table[far] = nil
    table[far] = nil
    #expect(table[far] == nil)
    table[ObjectID(number: 7)] = nil
    #expect(table[ObjectID(number: 7)] == nil)
    #expect(table.count == 4_999)
    table[far] = 3
    #expect(table[far] == 3)
    #expect(table.count == 5_000)
  }
}
