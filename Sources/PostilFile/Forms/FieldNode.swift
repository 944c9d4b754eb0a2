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
  fileprivate let depth: Int
}

extension ObjectSource {
  /// The nodes of a form, each above those below it, in the order of the lists. Each object is looked at once, to a limited
  /// depth, with a stack of its own: fields of a damaged file may be nested deeply or in a circle.
  ///
  /// - Parameter form: The dictionary of the form.
  /// - Complexity: O(nodes).
  func fieldNodes(of form: PDFDictionary?) -> [FieldNode] {
    let (deepest, most) = (64, 200_000)
    typealias Item = (object: PDFObject, above: FieldNode?)
    var stack: [Item] = (resolve(form?["Fields"]).array ?? []).reversed().map { ($0, nil) }
    var visited: Set<ObjectID> = []
    var result: [FieldNode] = []
    while let (object, above) = stack.popLast(), result.count < most {
      if let id = object.reference, !visited.insert(id).inserted { continue }
      guard let dictionary = resolve(object).dictionary else { continue }
      let own = text(dictionary["T"])
      let node = FieldNode(
        object: object, dictionary: dictionary,
        name: [above?.name, own].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "."),
        hasOwnName: own != nil, type: resolve(dictionary["FT"]).name ?? above?.type,
        depth: (above?.depth ?? -1) + 1)
      result.append(node)
      guard node.depth < deepest else { continue }
      for kid in (resolve(dictionary["Kids"]).array ?? []).reversed() { stack.append((kid, node)) }
    }
    return result
  }
}
