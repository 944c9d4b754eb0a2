/// The destinations of actions (ISO 32000-2, 12.6), also of those that follow others (`/Next`) or wait for an event (`/AA`): each dictionary
/// is looked at by itself, and says which others it leads to, so chains may be long and end where they began.
struct ActionDestinations {
  let objects: any ObjectSource
  /// What a destination becomes; `nil` if it leads nowhere any more: then its action goes, and those that follow it take its place.
  let replacement: (PDFObject) -> PDFObject?

  /// The keys under which a dictionary has actions. Others have values of other kinds under them, which are known by what they are.
  private static let keys: [PDFName] = ["A", "Next", "OpenAction"]

  // MARK: - Changing

  /// A dictionary with other destinations, in what stands in it and in itself if it is an action; `nil` if it stays as it is. Actions that
  /// are objects of their own stay, but for those that lead nowhere.
  ///
  /// - Parameter kept: A key that stays as it is.
  func replacing(in dictionary: PDFDictionary, except kept: PDFName? = nil) -> PDFDictionary? {
    replacing(in: dictionary, except: kept, depth: 0)
  }

  /// How often one action may come to stand in another: more is no use to anyone.
  private static let deepest = 32

  private func replacing(in dictionary: PDFDictionary, except kept: PDFName?, depth: Int) -> PDFDictionary? {
    guard depth < Self.deepest else { return nil }
    var result = dictionary
    if isGoTo(dictionary) {
      for key in ["D", "SD"] as [PDFName] {
        if let old = dictionary[key] { result[key] = replacement(old) }
      }
    }
    for key in Self.keys where key != kept {
      guard let value = dictionary[key] else { continue }
      if key == "Next", let items = objects.resolve(value).array {
        let new = items.flatMap { replacing($0, depth) }
        if new != items { result[key] = new.isEmpty ? nil : .array(new) }
      } else {
        result[key] = joined(replacing(value, depth), depth)
      }
    }
    if let events = objects.resolve(dictionary["AA"]).dictionary {
      var new = PDFDictionary()
      for entry in events.entries {
        if let action = joined(replacing(entry.value, depth), depth) { new.append(entry.key, action) }
      }
      if new != events { result["AA"] = new.entries.isEmpty ? nil : .dictionary(new) }
    }
    return result == dictionary ? nil : result
  }

  /// An action with other destinations, or what takes its place.
  private func replacing(_ action: PDFObject, _ depth: Int) -> [PDFObject] {
    var seen: Set<ObjectID> = []
    // What is still to be looked at, the next one last.
    var (pending, result) = ([action], [PDFObject]())
    while let action = pending.popLast() {
      guard let dictionary = objects.resolve(action).dictionary else {
        result.append(action)
        continue
      }
      if isGoTo(dictionary), replacement(dictionary["D"] ?? .null) == nil {
        if let id = action.reference, !seen.insert(id).inserted { continue }
        pending += next(dictionary).reversed()
      } else if action.reference == nil, let new = replacing(in: dictionary, except: nil, depth: depth + 1) {
        result.append(.dictionary(new))
      } else {
        result.append(action)
      }
    }
    return result
  }

  /// Actions as one that the others follow; `nil` for none.
  private func joined(_ actions: [PDFObject], _ depth: Int) -> PDFObject? {
    guard actions.count > 1, var first = objects.resolve(actions[0]).dictionary else { return actions.first }
    first = replacing(in: first, except: nil, depth: depth + 1) ?? first
    first["Next"] = .array(next(first) + actions.dropFirst())
    return .dictionary(first)
  }

  private func isGoTo(_ dictionary: PDFDictionary) -> Bool {
    objects.resolve(dictionary["S"]).name == "GoTo"
  }

  /// The actions that follow one.
  private func next(_ action: PDFDictionary) -> [PDFObject] {
    let next = objects.resolve(action["Next"])
    return next.array ?? (next.isNull ? [] : action["Next"].map { [$0] } ?? [])
  }

  // MARK: - Reading

  /// The objects of actions that a dictionary leads to without another object between.
  func objects(below dictionary: PDFDictionary, except kept: PDFName? = nil) -> [ObjectID] {
    var found: [ObjectID] = []
    forEach(below: dictionary, except: kept) { value in
      if let id = value.reference, objects.object(id).dictionary?["S"] != nil { found.append(id) }
    }
    return found
  }

  /// The destinations that actions of a dictionary lead to, each object's once.
  func destinations(below dictionary: PDFDictionary) -> [PDFObject] {
    var (found, seen): ([PDFObject], Set<ObjectID>) = ([], [])
    var pending = [dictionary]
    while let dictionary = pending.popLast() {
      forEach(below: dictionary) { value in
        guard let action = objects.resolve(value).dictionary, action["S"] != nil else { return }
        if isGoTo(action), value.reference.map({ !seen.contains($0) }) ?? true {
          found.append(action["D"] ?? .null)
        }
        if let id = value.reference, seen.insert(id).inserted { pending.append(action) }
      }
    }
    return found
  }

  /// Tells of the actions of a dictionary, and of those in them.
  private func forEach(
    below dictionary: PDFDictionary, except kept: PDFName? = nil, _ body: (PDFObject) -> Void
  ) {
    func tell(_ value: PDFObject) {
      body(value)
      // What stands in another is no deeper than the parser goes.
      if case .dictionary(let action) = value { forEach(below: action, body) }
    }
    for key in Self.keys where key != kept {
      guard let value = dictionary[key] else { continue }
      if key == "Next", let items = objects.resolve(value).array {
        items.forEach(tell)
      } else {
        tell(value)
      }
    }
    for entry in objects.resolve(dictionary["AA"]).dictionary?.entries ?? [] { tell(entry.value) }
  }
}
