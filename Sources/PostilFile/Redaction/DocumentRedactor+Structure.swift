import PostilModel

/// The structure tree (ISO 32000-2, 14.7), where content has texts that stand for it.
extension DocumentRedactor {
  private static let textKeys: [PDFName] = ["ActualText", "Alt", "E", "T"]
  private static let mostElements = 2_000_000

  /// Takes the texts from elements whose content was removed, in part or as a whole, and from those above them; and out of the
  /// tree what leads to removed annotations.
  func redactStructure() throws {
    guard !run.touchedContent.isEmpty || !removedAnnotations.isEmpty else { return }
    struct Step {
      let id: ObjectID
      let page: ObjectID?
      let parent: Int?
    }
    var steps =
      (changes.resolve(changes.catalog["StructTreeRoot"]).dictionary?["K"]).map { kids($0) }?
      .compactMap(\.reference).map { Step(id: $0, page: nil, parent: nil) } ?? []
    var visited = Set(steps.map(\.id))
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
        if let number = value.integer {
          isTouched = isTouched || isRemoved(number, page, nil)
        } else if let dictionary = value.dictionary, dictionary["Type"]?.name == "MCR" {
          let number = changes.resolve(dictionary["MCID"]).integer ?? -1
          isTouched =
            isTouched || isRemoved(number, dictionary["Pg"]?.reference ?? page, dictionary["Stm"]?.reference)
        } else if let dictionary = value.dictionary, dictionary["Type"]?.name == "OBJR" {
          if let object = dictionary["Obj"]?.reference, removedAnnotations.contains(object) {
            isTouched = true
            continue
          }
        } else if let id = kid.reference, visited.insert(id).inserted {
          steps.append(Step(id: id, page: page, parent: index))
        }
        kept.append(kid)
      }
      if kept.count != all.count {
        element["K"] = .array(kept)
        changes.set(steps[index].id, to: .dictionary(element))
      }
      guard isTouched else { continue }
      var next: Int? = index
      while let place = next, touched.insert(place).inserted { next = steps[place].parent }
    }
    for place in touched {
      guard var element = changes.object(steps[place].id).dictionary else { continue }
      for key in Self.textKeys where element[key] != nil {
        element[key] = nil
        run.report.strings += 1
      }
      changes.set(steps[place].id, to: .dictionary(element))
    }
  }

  private func isRemoved(_ number: Int, _ page: ObjectID?, _ stream: ObjectID?) -> Bool {
    guard let owner = stream ?? page else { return false }
    return run.touchedContent.contains(.init(owner: owner, number: number))
  }

  private func kids(_ object: PDFObject?) -> [PDFObject] {
    guard let object else { return [] }
    return changes.resolve(object).array ?? [object]
  }
}
