import PostilModel

/// What matches outside of pages, and texts of areas that are left there.
extension DocumentRedactor {
  func redactStrings() throws {
    try StringCleaner(run, roles, keepsInformation: keepsInformation, attachmentDepth: plan.attachmentDepth)
      .clean()
  }

  /// Whether something matches in objects that nothing leads to.
  func hasMatchInUnusedObjects() throws -> Bool {
    var walk = ObjectWalk(changes)
    var visited: Set<ObjectID> = []
    while let id = walk.next() { visited.insert(id) }
    let count = min(changes.graph.trailer["Size"]?.integer ?? 0, Self.mostObjects)
    for number in 1..<max(count, 1) where !visited.contains(ObjectID(number: number)) {
      if hasMatch(in: .reference(ObjectID(number: number)), &visited) { return true }
    }
    return false
  }

  private static let mostObjects = 10_000_000

  /// Whether something matches in what an object leads to: in its strings, names and streams.
  func hasMatch(in object: PDFObject?, _ visited: inout Set<ObjectID>) -> Bool {
    guard !run.matcher.isEmpty, let object else { return false }
    var pending = [object]
    while let next = pending.popLast() {
      switch next {
      case .string(let bytes): if run.matcher.hasMatch(inReadingsOf: bytes) { return true }
      case .name(let name):
        if run.matcher.hasMatch(inName: name) { return true }
      case .array(let items): pending += items
      case .dictionary(let dictionary), .stream(let dictionary, _):
        for entry in dictionary.entries where entry.key != "Parent" && entry.key != "P" {
          pending += [.name(entry.key), entry.value]
          // Numbers of the standard's entries are no text.
          if entry.value.number != nil, !StandardNames.contains(entry.key) {
            pending.append(.string(PDFSerializer.bytes(of: entry.value)))
          }
        }
      case .reference(let id):
        guard visited.insert(id).inserted else { continue }
        if changes.object(id).isStream, let bytes = try? changes.decoded(next, limit: StreamLimit.content),
          run.matcher.hasMatch(inReadingsOf: bytes)
        {
          return true
        }
        pending.append(changes.object(id))
      default: break
      }
    }
    return false
  }
}
