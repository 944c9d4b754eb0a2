import PostilTestSupport
import Testing

@testable import PostilModel

@Suite struct AnnotationListTests {
  private static func annotation(_ number: Int, width: Double = 10) -> Annotation {
    Annotation(
      .rectangle(PageRect(x: 1, y: 1, width: width, height: 10)), id: AnnotationID(rawValue: "\(number)"))
  }

  /// Every place and every lookup is that of an array with the same changes, whatever the order of the changes.
  @Test(arguments: 0..<8) func itIsTheSameAsAnArray(seed: Int) {
    var random = SeededGenerator(trial: seed)
    var list = AnnotationList((0..<20).map { Self.annotation($0) })
    var array = list.items
    var removed: [[AnnotationList.Placed]] = []
    var next = 100
    for _ in 0..<400 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        var annotation = Self.annotation(next)
        if next.isMultiple(of: 9) { annotation.relation = .reply(to: "0") }
        next += 1
        let index = Bool.random(using: &random) ? nil : Int.random(in: 0...array.count, using: &random)
        list.insert([.init(annotation, at: index)])
        array.insert(annotation, at: index ?? array.count)
      case 1 where !array.isEmpty:
        let index = Bool.random(using: &random) ? 0 : Int.random(in: 0..<array.count, using: &random)
        removed.append(list.remove([array[index].id]))
        #expect(removed.last == [AnnotationList.Placed(array[index], at: index)])
        array.remove(at: index)
      case 2 where array.count > 2:
        let ids = Set(array.shuffled(using: &random).prefix(3).map(\.id))
        let places = array.indices.filter { ids.contains(array[$0].id) }
        removed.append(list.remove(ids))
        #expect(removed.last == places.map { AnnotationList.Placed(array[$0], at: $0) })
        array.removeAll { ids.contains($0.id) }
      case 3:
        // The latest removal is undone, if its places still fit.
        guard let back = removed.popLast(), back.allSatisfy({ $0.index ?? 0 < array.count + back.count })
        else { continue }
        list.insert(back)
        for placed in back { array.insert(placed.annotation, at: placed.index ?? 0) }
      case 4 where !array.isEmpty:
        let index = Int.random(in: 0..<array.count, using: &random)
        let id = array[index].id
        var changed = array[index]
        changed.contents = "\(next)"
        changed.relation = changed.relation == nil && next.isMultiple(of: 7) ? .part(of: "0") : nil
        #expect(list.replace(changed) == array[index])
        #expect(list[id] == changed)
        array[index] = changed
      default:
        removed = []
      }
      #expect(list.items == array)
      #expect(list.versions.count == array.count)
      #expect(
        list.related(to: ["0"]) == Set(array.filter { $0.relation != nil }.map(\.id)).subtracting(["0"]))
      #expect(array.indices.allSatisfy { list.index(of: array[$0].id) == $0 })
    }
  }

  /// Between two annotations there is room for any number of others.
  @Test func manyAnnotationsGoInAtOnePlace() {
    var list = AnnotationList([Self.annotation(0), Self.annotation(1)])
    for number in 2..<200 { list.insert([.init(Self.annotation(number), at: 1)]) }
    for number in 200..<300 { list.insert([.init(Self.annotation(number), at: 0)]) }
    let expected = Array((200..<300).reversed()) + [0] + Array((2..<200).reversed()) + [1]
    #expect(list.items.map(\.id.rawValue) == expected.map(String.init))
    #expect(list.items.indices.allSatisfy { list.index(of: list.items[$0].id) == $0 })
  }

  /// What did not change has the same version in both lists, and is not compared.
  @Test func versionsTellWhatChanged() {
    let old = AnnotationList((0..<6).map { Self.annotation($0) })
    var new = old
    _ = new.replace(Self.annotation(3, width: 20))
    new.insert([.init(Self.annotation(9))])
    _ = new.remove(["1"])
    let pairs = new.items.indices.map { (new.items[$0].id.rawValue, new.versions[$0]) }
    let kept = pairs.filter { old.versions.contains($0.1) }.map(\.0)
    #expect(kept == ["0", "2", "4", "5"])
    var compared = 0
    let same = old.countOfSame(as: old.prefix(4)) { _, _ in
      compared += 1
      return false
    }
    #expect(same == 4)
    #expect(compared == 0)
    // Equal values that came another way have other versions, and are equal.
    let copy = AnnotationList(old.items)
    #expect(copy.versions != old.versions)
    #expect(copy == old)
    #expect(old.countOfSame(as: copy) { $0 == $1 } == 6)
  }

  /// A removal changes no other annotation's key, wherever it is: what it costs is moving the rest of the arrays.
  @Test func undoingRemovalsFindsTheGapsThatTheyLeft() {
    var list = AnnotationList((0..<100).map { Self.annotation($0) })
    let original = list.items
    let removed = original.map { list.remove([$0.id]) }
    #expect(list.items.isEmpty)
    for placed in removed.reversed() { list.insert(placed) }
    #expect(list.items == original)
    #expect(original.indices.allSatisfy { list.index(of: original[$0].id) == $0 })
  }
}
