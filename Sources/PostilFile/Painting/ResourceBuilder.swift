import PostilModel

/// Collects what a content stream refers to by names (ISO 32000-2, 7.8.3), besides what it has already.
struct ResourceBuilder {
  private let changes: ObjectChanges
  /// What there is already, and what names in it begin with that are added.
  private let former: PDFDictionary
  private let prefix: String
  private var categories: [PDFName: Category] = [:]
  private var states: [(state: GraphicsState, name: PDFName)] = []

  /// Resources of one kind.
  private struct Category {
    var entries: PDFDictionary
    var taken: Set<PDFName>
    var names: [PDFObject: PDFName] = [:]
    var next = 1

    init(_ entries: PDFDictionary) {
      self.entries = entries
      taken = Set(entries.entries.map(\.key))
    }

    mutating func newName(_ prefix: String) -> PDFName {
      while true {
        let name = PDFName(next == 1 ? prefix : "\(prefix)\(next)")
        next += 1
        if taken.insert(name).inserted { return name }
      }
    }
  }

  /// - Parameters:
  ///   - former: The resources that there are already: those of a page.
  ///   - prefix: What names begin with that are added.
  init(_ changes: ObjectChanges, _ former: PDFDictionary = [:], prefix: String = "") {
    (self.changes, self.former, self.prefix) = (changes, former, prefix)
  }

  /// The name of a graphics state: `G`, `G2`, …
  mutating func name(of state: GraphicsState) -> String {
    if let known = states.first(where: { $0.state == state }) { return known.name.description }
    let name = change("ExtGState") { [prefix] in $0.newName(prefix + Self.letter(of: "ExtGState")) }
    states.append((state, name))
    return name.description
  }

  /// The name of a form or an image: `P`, `P2`, …
  mutating func name(of form: ObjectID) -> String { name(of: .reference(form), in: "XObject").description }

  /// The name of a resource.
  mutating func name(of resource: PDFObject, in category: PDFName) -> PDFName {
    change(category) { [prefix] known in
      if let name = known.names[resource] { return name }
      let name = known.newName(prefix + Self.letter(of: category))
      known.names[resource] = name
      known.entries.append(name, resource)
      return name
    }
  }

  /// What names of a category begin with.
  private static func letter(of category: PDFName) -> String {
    switch category {
    case "XObject": "P"
    case "Font": "F"
    case "ExtGState": "G"
    default: "R"
    }
  }

  private mutating func change<Result>(_ category: PDFName, _ body: (inout Category) -> Result) -> Result {
    var changed = categories[category] ?? Category(changes.resolve(former[category]).dictionary ?? [:])
    categories[category] = nil
    defer { categories[category] = changed }
    return body(&changed)
  }

  /// All of them.
  var dictionary: PDFDictionary {
    var result = former
    // Set where it was set before, too. On a page that may be anywhere.
    let setsBlendMode = !former.entries.isEmpty || states.contains { $0.state.blendMode != .normal }
    for (name, category) in categories.sorted(by: { $0.key.description < $1.key.description }) {
      var entries = category.entries
      if name == "ExtGState" {
        for (state, name) in states {
          var entry: PDFDictionary = ["CA": .number(state.strokeOpacity), "ca": .number(state.fillOpacity)]
          if setsBlendMode { entry["BM"] = .name(PDFName(state.blendMode.rawValue)) }
          entries.append(name, .dictionary(entry))
        }
      }
      result[name] = .dictionary(entries)
    }
    return result
  }
}
