import PostilModel

/// The structure tree (ISO 14289-1, 7.1 to 7.9).
extension ConformityChecker {
  /// What the catalog says of tags.
  func checkTagsOfCatalog(_ catalog: PDFDictionary) {
    let marks = objects.resolve(catalog["MarkInfo"]).dictionary
    if objects.resolve(marks?["Marked"]).boolean != true { report(.marked, "It does not (MarkInfo).") }
    if objects.resolve(marks?["Suspects"]).boolean == true { report(.suspects, "They are.") }
    if objects.resolve(catalog["StructTreeRoot"]).dictionary == nil {
      report(.structureTree, "There is none.")
    }
    guard isUniversal else { return }
    if (packet?[.title] ?? "").isEmpty { report(.title, "It has none.") }
    let preferences = objects.resolve(catalog["ViewerPreferences"]).dictionary
    if objects.resolve(preferences?["DisplayDocTitle"]).boolean != true {
      report(.titleShown, "They are not.")
    }
    if let language = objects.text(catalog["Lang"]) { checkLanguageTag(language, nil) }
  }

  func checkLanguageTag(_ tag: String, _ place: ObjectID?) {
    if !LanguageTag.isWellFormed(tag) {
      report(.languageTags, "There is the language '\(tag.prefix(40))'.", place)
    }
  }

  /// An element on the way.
  private struct Element {
    let entry: PDFObject
    let parentRole: PDFName?
    let hasLanguage: Bool
    let depth: Int
  }

  private static let deepest = 1000
  /// Standard types of PDF 2.0 that PDF 1.7 does not have.
  private static let laterTypes: Set<PDFName> = [
    "DocumentFragment", "Aside", "Title", "FENote", "Sub", "Em", "Strong", "Artifact",
  ]
  private static let types = StructureTree.standardTypes.subtracting(laterTypes)

  func checkStructure() throws {
    guard let tree else { return }
    if let scope { return checkStructure(scope, tree) }
    var pending = tree.kids(of: tree.root).reversed().map {
      Element(entry: $0, parentRole: nil, hasLanguage: hasLanguage, depth: 0)
    }
    var seen: Set<ObjectID> = []
    var (level, hasNumbered, hasPlain) = (0, false, false)
    while let element = pending.popLast() {
      if let id = element.entry.reference, !seen.insert(id).inserted { continue }
      guard let entries = objects.resolve(element.entry).dictionary,
        objects.resolve(entries["S"]).name != nil
      else { continue }
      let place = element.entry.reference
      let role = tree.role(of: entries)
      let language = objects.text(entries["Lang"])
      if let language, !language.isEmpty { hasElementLanguage = true }
      let isSpoken = element.hasLanguage || language != nil
      check(entries, role, below: element.parentRole, hasLanguage: isSpoken, tree, place)
      if let role { level = checkHeading(role, behind: level, &hasNumbered, &hasPlain, place) }
      if seen.count % 1024 == 0 { try check() }
      guard element.depth < Self.deepest else { continue }
      pending += tree.kids(of: entries).reversed().map {
        Element(entry: $0, parentRole: role, hasLanguage: isSpoken, depth: element.depth + 1)
      }
    }
  }

  /// Looks at the elements that a save writes, each by itself.
  private func checkStructure(_ scope: Set<ObjectID>, _ tree: StructureTree) {
    // Texts may be in elements that tell it and are not looked at.
    hasElementLanguage = true
    for id in scope.sorted(by: { $0.number < $1.number }) {
      guard let entries = objects.object(id).dictionary, objects.resolve(entries["S"]).name != nil,
        let parent = entries["P"]?.reference, let above = objects.object(parent).dictionary
      else { continue }
      var (next, isSpoken) = (entries, hasLanguage)
      for _ in 0..<100 where !isSpoken {
        isSpoken = next["Lang"] != nil
        guard let outer = objects.resolve(next["P"]).dictionary else { break }
        next = outer
      }
      check(entries, tree.role(of: entries), below: tree.role(of: above), hasLanguage: isSpoken, tree, id)
    }
  }

  /// Looks at an element.
  private func check(
    _ entries: PDFDictionary, _ role: PDFName?, below parent: PDFName?, hasLanguage: Bool,
    _ tree: StructureTree,
    _ place: ObjectID?
  ) {
    // Of a save only some of the elements are looked at, and a table is all of its cells.
    let isComplete = scope == nil
    let kids = tree.kids(of: entries)
    let roles = kids.compactMap { kid -> PDFName? in
      guard let dictionary = objects.resolve(kid).dictionary, objects.resolve(dictionary["S"]).name != nil
      else {
        return nil
      }
      return tree.role(of: dictionary)
    }
    checkRole(of: entries, place)
    if let role { checkNesting(role, below: parent, roles, place) }
    if role == "Table", isComplete { checkTable(entries, tree, place) }
    if let language = objects.text(entries["Lang"]) { checkLanguageTag(language, place) }
    checkTexts(of: entries, role, kids, hasLanguage: hasLanguage, place)
    if role == "Note" {
      let identifier = objects.resolve(entries["ID"]).string ?? []
      if identifier.isEmpty { report(.notes, "One has none.", place) }
      if !identifier.isEmpty, !noteIdentifiers.insert(identifier).inserted {
        report(.notes, "Two have the same.", place)
      }
    }
    if roles.count(where: { $0 == "H" }) > 1 { report(.headings, "An element has two of type H.", place) }
  }

  private func checkRole(of entries: PDFDictionary, _ place: ObjectID?) {
    guard let tree, entries["NS"] == nil, let type = objects.resolve(entries["S"]).name else { return }
    let map = objects.resolve(tree.root["RoleMap"]).dictionary ?? [:]
    if Self.types.contains(type) {
      if map[type] != nil { report(.roles, "The standard type \(type) is mapped to another.", place) }
      return
    }
    var (next, seen) = (type, Set<PDFName>())
    while !Self.types.contains(next) {
      guard seen.insert(next).inserted else {
        return report(.roles, "The type \(type) is mapped in a circle.", place)
      }
      guard let other = objects.resolve(map[next]).name else {
        return report(.roles, "The type \(type) is none, and not mapped.", place)
      }
      next = other
    }
  }

  private func checkNesting(
    _ role: PDFName, below parent: PDFName?, _ kids: [PDFName], _ place: ObjectID?
  ) {
    func require(_ isRight: Bool, _ detail: @autoclosure () -> String) {
      if !isRight { report(.nesting, detail(), place) }
    }
    if let parents = Self.parents[role] {
      require(parent.map(parents.contains) ?? false, "\(role) stands in \(parent?.description ?? "nothing").")
    }
    if let allowed = Self.kids[role], let other = kids.first(where: { !allowed.contains($0) }) {
      report(.nesting, "\(role) has \(other) in it.", place)
    }
    func count(_ type: PDFName) -> Int { kids.count { $0 == type } }
    if role == "Table" {
      require(count("THead") <= 1, "A table has two heads.")
      require(count("TFoot") <= 1, "A table has two feet.")
      require(count("Caption") <= 1, "A table has two captions.")
      let hasParts = count("THead") + count("TFoot") > 0
      require(!hasParts || count("TBody") > 0, "A table has a head or foot, and no body.")
    }
    if role == "L" || role == "TOC" {
      require(!kids.dropFirst().contains("Caption"), "The caption of a list is not its first element.")
    }
  }

  private static let parents: [PDFName: Set<PDFName>] = [
    "TR": ["Table", "THead", "TBody", "TFoot"], "THead": ["Table"], "TBody": ["Table"], "TFoot": ["Table"],
    "TH": ["TR"], "TD": ["TR"], "LI": ["L"], "LBody": ["LI"], "TOCI": ["TOC"],
  ]
  private static let kids: [PDFName: Set<PDFName>] = [
    "Table": ["TR", "THead", "TBody", "TFoot", "Caption"], "TR": ["TH", "TD"], "THead": ["TR"],
    "TBody": ["TR"],
    "TFoot": ["TR"], "L": ["L", "LI", "Caption"], "LI": ["Lbl", "LBody"], "TOC": ["TOC", "TOCI", "Caption"],
  ]

  private func checkTexts(
    of entries: PDFDictionary, _ role: PDFName?, _ kids: [PDFObject], hasLanguage: Bool, _ place: ObjectID?
  ) {
    let alternate = objects.text(entries["Alt"])
    let isDescribed = !(alternate ?? "").isEmpty || entries["ActualText"] != nil
    if role == "Figure", !isDescribed { report(.figures, "One has none (Alt).", place) }
    if role == "Formula", !isDescribed { report(.formulas, "One has none (Alt).", place) }
    if !hasLanguage, ["Alt", "ActualText", "E"].contains(where: { entries[$0] != nil }) {
      report(.language, "A text of an element has none.", place)
    }
    guard role == "Form", tree?.attributes(of: entries)["PrintField"]?["Role"] == nil else { return }
    let fields = kids.count { objects.resolve($0).dictionary?["Obj"] != nil }
    if fields != 1 { report(.widgetTags, "An element of type Form has \(fields) of them.", place) }
  }

  /// Returns the level of the heading that was read last.
  private func checkHeading(
    _ role: PDFName, behind last: Int, _ hasNumbered: inout Bool, _ hasPlain: inout Bool, _ place: ObjectID?
  ) -> Int {
    if role == "H" {
      if hasNumbered { report(.headings, "There are H and H1 to H6.", place) }
      hasPlain = true
      return last
    }
    guard role.bytes.count == 2, role.bytes[0] == UInt8(ascii: "H"),
      (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(role.bytes[1])
    else { return last }
    if hasPlain { report(.headings, "There are H and H1 to H6.", place) }
    hasNumbered = true
    let level = Int(role.bytes[1] - UInt8(ascii: "0"))
    if level > last + 1 {
      report(
        .headings, last == 0 ? "The first is of level \(level)." : "Level \(level) follows \(last).", place)
    }
    return level
  }
}
