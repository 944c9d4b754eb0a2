import PostilModel

/// The structure tree (ISO 32000-2, 14.7), where content has texts that stand for it.
extension DocumentRedactor {
  private static let textKeys: [PDFName] = ["ActualText", "Alt", "E", "T", "Phoneme", "AF"]
  /// Attributes that say what an element says (14.8.5.7, 14.7.6.4).
  private static let attributeKeys: [PDFName] = ["Summary", "Short", "Contents", "P"]
  private static let mostElements = 2_000_000

  /// Takes the texts from elements whose content was removed, in part or as a whole, and from those above them; and out of the
  /// tree what leads to removed annotations, and to forms and images as they were.
  func redactStructure() throws {
    guard !run.touchedContent.isEmpty || !removedAnnotations.isEmpty || !run.replaced.isEmpty else { return }
    struct Step {
      let id: ObjectID
      let page: ObjectID?
      let parent: Int?
    }
    // The root is no element, but its kids are found and written like those of one.
    guard let root = structureRoot() else { return }
    var steps = [Step(id: root, page: nil, parent: nil)]
    var visited: Set<ObjectID> = [root]
    var touched: Set<Int> = []
    var index = 0
    while index < steps.count {
      defer { index += 1 }
      guard steps.count < Self.mostElements else {
        throw run.refusal("it has too many elements", "The structure tree")
      }
      guard var element = changes.object(steps[index].id).dictionary else { continue }
      let page = element["Pg"]?.reference ?? steps[index].page
      var kept: [PDFObject] = []
      var isTouched = false
      let all = kids(element["K"])
      for kid in all {
        let value = changes.resolve(kid)
        let id = kid.reference
        if let number = value.integer {
          isTouched = isTouched || isRemoved(number, page, nil)
        } else if let dictionary = value.dictionary,
          dictionary["Type"]?.name == "MCR" || dictionary["MCID"] != nil
        {
          let number = changes.resolve(dictionary["MCID"]).integer ?? -1
          let stream = dictionary["Stm"]?.reference
          isTouched = isTouched || isRemoved(number, dictionary["Pg"]?.reference ?? page, stream)
          guard stream.map({ !changes.object($0).isNull }) ?? true else { continue }
        } else if let dictionary = value.dictionary,
          dictionary["Type"]?.name == "OBJR" || dictionary["Obj"] != nil
        {
          let object = dictionary["Obj"]?.reference
          let isReplaced = object.map(run.replaced.contains) ?? false
          isTouched = isTouched || isReplaced || (object.map(removedAnnotations.contains) ?? false)
          guard object.map({ !changes.object($0).isNull }) ?? true else { continue }
        } else if value.dictionary != nil {
          // An element that is no object of its own becomes one.
          let own = id ?? changes.add(value)
          if visited.insert(own).inserted { steps.append(Step(id: own, page: page, parent: index)) }
          kept.append(.reference(own))
          continue
        }
        kept.append(kid)
      }
      if kept != all {
        element["K"] = .array(kept)
        changes.set(steps[index].id, to: .dictionary(element))
      }
      guard isTouched else { continue }
      var next: Int? = index
      while let place = next, touched.insert(place).inserted { next = steps[place].parent }
    }
    for place in touched where place > 0 { removeTexts(of: steps[place].id) }
  }

  /// The root, as an object: a few files have it in the catalog itself.
  private func structureRoot() -> ObjectID? {
    let value = changes.catalog["StructTreeRoot"]
    guard let dictionary = changes.resolve(value).dictionary else { return nil }
    if let id = value?.reference { return id }
    let id = changes.add(.dictionary(dictionary))
    changes.changeCatalog { $0["StructTreeRoot"] = .reference(id) }
    return id
  }

  private func removeTexts(of id: ObjectID) {
    guard var element = changes.object(id).dictionary else { return }
    for key in Self.textKeys where element[key] != nil {
      element[key] = nil
      run.report.strings += 1
    }
    let attributes = changes.resolve(element["A"])
    if let list = attributes.array {
      element["A"] = .array(list.map(withoutTexts))
    } else if attributes.dictionary != nil {
      element["A"] = withoutTexts(element["A"] ?? .null)
    }
    changes.set(id, to: .dictionary(element))
  }

  /// Attributes without those that are texts: as they were if there are none, since elements may share them.
  private func withoutTexts(_ attributes: PDFObject) -> PDFObject {
    guard let old = changes.resolve(attributes).dictionary else { return attributes }
    var new = old
    for key in Self.attributeKeys where new[key] != nil && (key != "P" || old["O"]?.name == "UserProperties")
    {
      new[key] = nil
      run.report.strings += 1
    }
    return new == old ? attributes : .dictionary(new)
  }

  private func isRemoved(_ number: Int, _ page: ObjectID?, _ stream: ObjectID?) -> Bool {
    guard let owner = stream ?? page else { return false }
    return run.touchedContent.contains(.init(owner: owner, number: number))
  }

  private func kids(_ object: PDFObject?) -> [PDFObject] {
    guard let object else { return [] }
    return changes.resolve(object).array ?? [object]
  }

  // MARK: - What was replaced

  /// Takes out of the document what was replaced and is painted nowhere any more: the structure tree, and whatever else leads to
  /// it, would keep it.
  func removeReplaced() throws {
    guard !run.replaced.isEmpty else { return }
    let painted = try paintedObjects()
    for id in run.replaced where !painted.contains(id) { changes.set(id, to: .null) }
  }

  /// What leads from what is painted to what is painted with it.
  private static let paintingKeys: Set<PDFName> = [
    "Contents", "SMask", "Mask", "Alternates", "Image", "G", "Font", "CharProcs", "DescendantFonts", "AP",
    "N", "R",
    "D", "MK", "I", "RI", "IX", "JBIG2Globals", "Shading", "Pattern", "Function",
  ]

  private func paintedObjects() throws -> Set<ObjectID> {
    var result: Set<ObjectID> = []
    var pending: [PDFObject] = []
    func add(_ value: PDFObject?, _ depth: Int = 0) {
      guard let value, depth < 16 else { return }
      switch value {
      case .reference(let id): if result.insert(id).inserted { pending.append(changes.object(id)) }
      case .array(let items): for item in items { add(item, depth + 1) }
      case .dictionary(let dictionary): pending.append(.dictionary(dictionary))
      default: break
      }
    }
    func addAll(_ value: PDFObject?) {
      if let id = value?.reference { result.insert(id) }
      for entry in changes.resolve(value).dictionary?.entries ?? [] { add(entry.value) }
    }
    func addResources(_ value: PDFObject?) {
      for category in changes.resolve(value).dictionary?.entries ?? [] { addAll(category.value) }
    }
    func drain() {
      while let object = pending.popLast() {
        if case .array(let items) = object {
          for item in items { add(item) }
          continue
        }
        guard let dictionary = object.dictionary else { continue }
        addResources(dictionary["Resources"])
        for key in ["CharProcs", "N", "R", "D"] as [PDFName] where dictionary[key] != nil {
          // Glyphs and states have names.
          if changes.resolve(dictionary[key]).isStream {
            add(dictionary[key])
          } else {
            addAll(dictionary[key])
          }
        }
        for entry in dictionary.entries where Self.paintingKeys.contains(entry.key) { add(entry.value) }
      }
    }
    for index in 0..<pageCount {
      let page = current(try self.page(at: index))
      addResources(page["Resources"])
      add(page["Contents"])
      for annotation in changes.resolve(page["Annots"]).array ?? [] {
        let dictionary = changes.resolve(annotation).dictionary
        add(dictionary?["AP"])
        add(dictionary?["MK"])
      }
      drain()
    }
    let form = changes.form
    addResources(form?["DR"])
    drain()
    return result
  }
}
