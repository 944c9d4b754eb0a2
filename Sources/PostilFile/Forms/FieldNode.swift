import PostilModel

/// A node of the form's tree of fields (ISO 32000-2, 12.7.4): a field, or a widget of one.
struct FieldNode {
  /// As the list above has it: a reference, or the dictionary itself.
  let object: PDFObject
  let dictionary: PDFDictionary
  /// The full name: that of the field above it, if it has none of its own.
  let name: String
  let hasOwnName: Bool
  /// `/FT`, its own or inherited.
  let type: PDFName?
  /// The place of the node above in the list of all; `nil` for those that the form lists.
  let parent: Int?

  /// How many of a form are read at most.
  static let most = 200_000
}

/// The names of fields, of which a file can have so many and so long ones that putting them together would take for ever: each
/// full name is cut off at a length, and all of them together end at an amount.
struct FieldNaming {
  /// The longest full name, in characters. Longer ones, which nobody can type, are cut off.
  static let longest = 4096
  /// How much of partial names may still be read, and of full ones be made, in bytes.
  private var remaining = 64 << 20

  /// Whether no more names are read.
  var isExhausted: Bool { remaining < 0 }

  /// The partial name of a field (`/T`); `nil` if it has none, or if no more names are read.
  mutating func partialName(_ field: PDFDictionary, _ objects: some ObjectSource) -> String? {
    guard !isExhausted, let entry = field["T"], let bytes = objects.resolve(entry).string else { return nil }
    remaining -= bytes.count
    return TextString.decode(Array(bytes.prefix(2 * Self.longest + 2)))
  }

  /// A full name (ISO 32000-2, 12.7.4.2): that of the field above if it has none of its own; `nil` if neither has one.
  mutating func fullName(_ above: String?, _ own: String?) -> String? {
    guard let own, !own.isEmpty, !isExhausted else { return above }
    let full = above.map { "\($0).\(own)" } ?? own
    remaining -= full.utf8.count
    return full.utf8.count <= Self.longest ? full : String(full.prefix(Self.longest))
  }
}

extension ObjectSource {
  /// The nodes of a form, each above those below it, in the order of the lists. Each object and each list is looked at once, with
  /// a stack of its own: fields of a damaged file may be nested deeply or in a circle, and share their lists. How deep a field is
  /// does not count: a field that is not looked at could be changed without that being told.
  ///
  /// - Parameter form: The dictionary of the form.
  /// - Returns: No more than ``FieldNode/most``.
  /// - Complexity: O(nodes).
  func fieldNodes(of form: PDFDictionary?) -> [FieldNode] {
    var naming = FieldNaming()
    var stack: [(object: PDFObject, parent: Int?)] = (resolve(form?["Fields"]).array ?? []).reversed().map {
      ($0, nil)
    }
    var visited: Set<ObjectID> = []
    var result: [FieldNode] = []
    while let (object, parent) = stack.popLast(), result.count < FieldNode.most {
      if let id = object.reference, !visited.insert(id).inserted { continue }
      guard let dictionary = resolve(object).dictionary else { continue }
      let above = parent.map { result[$0] }
      let own = naming.partialName(dictionary, self)
      let node = FieldNode(
        object: object, dictionary: dictionary,
        name: naming.fullName(above.flatMap { $0.name.isEmpty ? nil : $0.name }, own) ?? "",
        hasOwnName: own != nil, type: resolve(dictionary["FT"]).name ?? above?.type, parent: parent)
      result.append(node)
      // A direct kid cannot be known again: those of a list that is an object count with it.
      if let list = dictionary["Kids"]?.reference, !visited.insert(list).inserted { continue }
      for kid in (resolve(dictionary["Kids"]).array ?? []).reversed() {
        stack.append((kid, result.count - 1))
      }
    }
    return result
  }
}
