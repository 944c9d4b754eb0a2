/// The destinations of actions (ISO 32000-2, 12.6), also of those that follow others (`/Next`) or wait for an event (`/AA`): each dictionary
/// is looked at by itself, and says which others it leads to, so chains may be long and end where they began.
struct ActionDestinations {
  let objects: any ObjectSource
  /// What a destination becomes; `nil` if it leads nowhere any more: then its action goes, and those that follow it take its place.
  let replacement: (PDFObject) -> PDFObject?

  /// The keys under which a dictionary has actions. Others have values of other kinds under them, which are known by what they are.
  private static let keys: [PDFName] = ["A", "Next", "OpenAction"]

  /// How much of what objects lead to is looked at for one dictionary: more has no use, and files may have circles of all kinds.
  private struct Budget {
    private var (seen, count): (Set<ObjectID>, Int) = ([], 0)
    private static let most = 1_000
    /// How often one action may come to stand in another.
    static let deepest = 32

    /// Whether what a value refers to is new, and may be gone into; always so for what stands there itself.
    mutating func takes(_ value: PDFObject?) -> Bool {
      guard let id = value?.reference else { return true }
      count += 1
      return count <= Self.most && seen.insert(id).inserted
    }

    /// Begins with another action of the dictionary, which may lead to the same.
    mutating func beginNext() { seen = [] }
  }

  // MARK: - Changing

  /// A dictionary with other destinations, in what stands in it and in itself if it is an action; `nil` if it stays as it is. Actions that
  /// are objects of their own stay, but for those that lead nowhere.
  ///
  /// - Parameter kept: A key that stays as it is.
  func replacing(in dictionary: PDFDictionary, except kept: PDFName? = nil) -> PDFDictionary? {
    var budget = Budget()
    return replacing(in: dictionary, except: kept, depth: 0, &budget)
  }

  private func replacing(
    in dictionary: PDFDictionary, except kept: PDFName? = nil, depth: Int, _ budget: inout Budget
  ) -> PDFDictionary? {
    guard depth < Budget.deepest, hasActions(dictionary) else { return nil }
    var result = dictionary
    if isGoTo(dictionary) {
      for key in ["D", "SD"] as [PDFName] {
        if let old = dictionary[key] { result[key] = replacement(old) }
      }
    }
    for key in Self.keys where key != kept {
      guard let value = dictionary[key] else { continue }
      if depth == 0 { budget.beginNext() }
      if key == "Next", let items = objects.resolve(value).array {
        guard budget.takes(value) else { continue }
        let new = items.flatMap { replacing($0, depth, &budget) }
        if new != items { result[key] = new.isEmpty ? nil : .array(new) }
      } else {
        result[key] = joined(replacing(value, depth, &budget), depth, &budget)
      }
    }
    // An action waits for no event.
    if depth == 0, let events = objects.resolve(dictionary["AA"]).dictionary {
      var new = PDFDictionary()
      for entry in events.entries {
        budget.beginNext()
        if let action = joined(replacing(entry.value, depth, &budget), depth, &budget) {
          new.append(entry.key, action)
        }
      }
      if new != events { result["AA"] = new.entries.isEmpty ? nil : .dictionary(new) }
    }
    return result == dictionary ? nil : result
  }

  /// An action with other destinations, or what takes its place.
  private func replacing(_ action: PDFObject, _ depth: Int, _ budget: inout Budget) -> [PDFObject] {
    // What is still to be looked at, the next one last.
    var (pending, result) = ([action], [PDFObject]())
    while let action = pending.popLast() {
      guard let dictionary = objects.resolve(action).dictionary else {
        result.append(action)
        continue
      }
      if isGoTo(dictionary), replacement(dictionary["D"] ?? .null) == nil {
        if budget.takes(action) { pending += next(dictionary, &budget).reversed() }
      } else if action.reference == nil, let new = replacing(in: dictionary, depth: depth + 1, &budget) {
        result.append(.dictionary(new))
      } else {
        result.append(action)
      }
    }
    return result
  }

  /// Actions as one that the others follow; `nil` for none.
  private func joined(_ actions: [PDFObject], _ depth: Int, _ budget: inout Budget) -> PDFObject? {
    guard actions.count > 1, budget.takes(actions[0]),
      var first = objects.resolve(actions[0]).dictionary
    else { return actions.first }
    // What stands there was looked at.
    if actions[0].reference != nil { first = replacing(in: first, depth: depth + 1, &budget) ?? first }
    first["Next"] = .array(next(first, &budget) + actions.dropFirst())
    return .dictionary(first)
  }

  /// Whether a dictionary is an action or may have some: most are none, and are passed by quickly.
  private func hasActions(_ dictionary: PDFDictionary) -> Bool {
    dictionary.entries.contains { $0.key == "S" || $0.key == "AA" || Self.keys.contains($0.key) }
  }

  private func isGoTo(_ dictionary: PDFDictionary) -> Bool {
    objects.resolve(dictionary["S"]).name == "GoTo"
  }

  /// The actions that follow one.
  private func next(_ action: PDFDictionary, _ budget: inout Budget) -> [PDFObject] {
    guard let value = action["Next"] else { return [] }
    guard let items = objects.resolve(value).array else { return [value] }
    return budget.takes(value) ? items : []
  }

  // MARK: - Reading

  /// The objects of actions that a dictionary leads to without another action between.
  func objects(below dictionary: PDFDictionary, except kept: PDFName? = nil) -> [ObjectID] {
    actions(below: dictionary, except: kept).compactMap(\.reference)
      .filter { objects.object($0).dictionary?["S"] != nil }
  }

  /// The destinations that actions of a dictionary lead to, those of each object once.
  func destinations(below dictionary: PDFDictionary) -> [PDFObject] {
    var (found, budget): ([PDFObject], Budget) = ([], Budget())
    var pending = [dictionary]
    while let dictionary = pending.popLast() {
      for value in actions(below: dictionary) where budget.takes(value) {
        guard let action = objects.resolve(value).dictionary, action["S"] != nil else { continue }
        if isGoTo(action) { found.append(action["D"] ?? .null) }
        if value.reference != nil { pending.append(action) }
      }
    }
    return found
  }

  /// The actions of a dictionary, and those that stand in them.
  private func actions(below dictionary: PDFDictionary, except kept: PDFName? = nil) -> [PDFObject] {
    var (found, budget): ([PDFObject], Budget) = ([], Budget())
    var pending = objects.resolve(dictionary["AA"]).dictionary?.entries.map(\.value) ?? []
    func values(of dictionary: PDFDictionary, except kept: PDFName?) -> [PDFObject] {
      Self.keys.filter { $0 != kept }.flatMap { key -> [PDFObject] in
        guard let value = dictionary[key] else { return [] }
        guard key == "Next", let items = objects.resolve(value).array else { return [value] }
        return budget.takes(value) ? items : []
      }
    }
    pending += values(of: dictionary, except: kept)
    while let value = pending.popLast() {
      found.append(value)
      if case .dictionary(let action) = value { pending += values(of: action, except: nil) }
    }
    return found
  }
}
