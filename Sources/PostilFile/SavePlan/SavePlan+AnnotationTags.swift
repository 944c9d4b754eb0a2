import PostilModel

/// Annotations that are added to a document with tags get their place in its structure (ISO 32000-2, 14.7.5.3; ISO 14289-1, 7.18): an
/// element that names them, behind what is read last of their page, and words for those who cannot see them.
extension SavePlan {
  /// Kinds that have no place in a structure.
  private static let untaggedSubtypes: Set<String> = ["PrinterMark", "TrapNet"]

  /// An annotation without a place in the structure.
  private struct Untagged {
    let object: ObjectID
    let value: Annotation
  }

  /// Whether the document says that it is tagged.
  private var isMarked: Bool {
    changes.resolve(changes.resolve(changes.catalog["MarkInfo"]).dictionary?["Marked"]).boolean == true
  }

  /// - Parameters:
  ///   - edited: The pages that were written, in order.
  ///   - first: Objects from this number on are new.
  /// - Complexity: O(parent tree, if there are new annotations in a document with tags, and pages up to the last of them).
  mutating func tagAnnotations(_ edited: [PageID], newFrom first: Int) throws {
    guard isMarked else { return }
    let untagged = edited.compactMap { page -> (page: PageID, annotations: [Untagged])? in
      let found = untaggedAnnotations(of: page, newFrom: first)
      return found.isEmpty ? nil : (page, found)
    }
    guard !untagged.isEmpty, let order = ReadingOrder(changes) else { return }
    var owners: [(annotation: ObjectID, element: ObjectID)] = []
    /// The last page that was looked at, and the place behind it.
    var (searched, known) = (-1, ReadingOrder.Place?.none)
    for (page, annotations) in untagged {
      guard let pageObject = pageObjects[page], let dictionary = changes.object(pageObject).dictionary else {
        continue
      }
      var place = order.place(behindPage: dictionary)
      if place == nil, let index = state.index(of: page) {
        var before = index - 1
        while place == nil, before > searched {
          place = try order.place(behindPage: pageDictionary(state.pages[before]))
          before -= 1
        }
        place = place ?? known
      }
      searched = state.index(of: page) ?? searched
      let found = place ?? order.start
      var elements: [ObjectID] = []
      var byName: [AnnotationID: ObjectID] = [:]
      // Windows are in the elements of what they belong to.
      for annotation in annotations where annotation.value.subtype != "Popup" {
        let element = element(of: annotation, on: pageObject, below: found.parent)
        byName[annotation.value.id] = element
        elements.append(element)
        owners.append((annotation.object, element))
      }
      for annotation in annotations where annotation.value.subtype == "Popup" {
        if let owner = annotation.value.relation?.target, let element = byName[owner] {
          join(annotation, to: element, on: pageObject)
          owners.append((annotation.object, element))
        } else {
          let element = element(of: annotation, on: pageObject, below: found.parent)
          elements.append(element)
          owners.append((annotation.object, element))
        }
      }
      insertKids(elements, below: found.parent, at: found.index)
      order.forget(kidsOf: found.parent)
      known = ReadingOrder.Place(parent: found.parent, index: found.index + elements.count)
      writeTabOrder(of: pageObject)
    }
    let merge = StructureMerge(changes, isNew: false)
    for owner in owners { _ = merge.claim(owner.annotation, for: owner.element) }
    merge.write()
  }

  private func untaggedAnnotations(of page: PageID, newFrom first: Int) -> [Untagged] {
    (lists[page] ?? []).compactMap { id in
      guard let origin = origins[page]?[id], let object = origin.element.reference, object.number >= first,
        let dictionary = changes.object(object).dictionary, dictionary["StructParent"] == nil,
        let subtype = changes.resolve(dictionary["Subtype"]).name?.description,
        !Self.untaggedSubtypes.contains(subtype), subtype != "Popup" || isUniversal
      else { return nil }
      return Untagged(object: object, value: origin.value)
    }
  }

  /// Whether the document says that it is PDF/UA-1, which wants windows of notes in the structure too; PDF 2.0 does not.
  private var isUniversal: Bool { claims.contains { $0.standard == .universalAccess && $0.part == 1 } }

  /// Whether the types of elements are those of PDF 1.4, which has no type Annot.
  private var hasFirstTypes: Bool {
    !isUniversal && claims.contains { $0.standard == .archive && $0.part == 1 && $0.level == "A" }
  }

  private func pageDictionary(_ page: PageID) throws -> PDFDictionary {
    if let object = pageObjects[page] { return changes.object(object).dictionary ?? [:] }
    return try store.page(page).dictionary
  }

  /// A new element that names an annotation.
  private mutating func element(
    of annotation: Untagged, on page: ObjectID, below parent: ObjectID
  ) -> ObjectID {
    var element: PDFDictionary = [
      "Type": .name("StructElem"), "P": .reference(parent), "Pg": .reference(page),
    ]
    let subtype = annotation.value.subtype
    let type: PDFName = subtype == "Widget" ? "Form" : subtype == "Link" ? "Link" : "Annot"
    element["S"] = .name(type == "Annot" && hasFirstTypes ? "Span" : type)
    element["K"] = Self.reference(to: annotation, on: page)
    // Where elements are those of PDF 2.0, this one is too.
    let above = changes.object(parent).dictionary
    if let space = above?["NS"]?.reference, changes.text(changes.object(space).dictionary?["NS"]) == Self.pdf2
    {
      element["NS"] = .reference(space)
    }
    describe(annotation, &element)
    return changes.add(.dictionary(element))
  }

  private static func reference(to annotation: Untagged, on page: ObjectID) -> PDFObject {
    .dictionary(["Type": .name("OBJR"), "Pg": .reference(page), "Obj": .reference(annotation.object)])
  }

  /// Puts the window of an annotation into its element, whose text is that of both.
  private func join(_ window: Untagged, to element: ObjectID, on page: ObjectID) {
    guard var entries = changes.object(element).dictionary, let first = entries["K"] else { return }
    entries["K"] = .array([first, Self.reference(to: window, on: page)])
    if entries["Alt"] == nil, let object = first.dictionary?["Obj"]?.reference {
      entries["Alt"] = changes.object(object).dictionary?["Contents"]
    }
    changes.set(element, to: .dictionary(entries))
  }

  private static let pdf2 = "http://iso.org/pdf2/ssn"

  /// Says in words what has none: links in their own dictionary, as the standard asks of them, others in the element.
  private func describe(_ annotation: Untagged, _ element: inout PDFDictionary) {
    guard var dictionary = changes.object(annotation.object).dictionary,
      changes.text(dictionary["Contents"])?.isEmpty ?? true
    else { return }
    if annotation.value.subtype == "Widget" {
      let fields = [dictionary] + changes.fields(above: dictionary).map(\.dictionary)
      guard fields.allSatisfy({ changes.text($0["TU"])?.isEmpty ?? true }) else { return }
      let names = fields.compactMap { changes.text($0["T"]) }.filter { !$0.isEmpty }.reversed()
      if !names.isEmpty { element["Alt"] = .string(TextString.encode(names.joined(separator: "."))) }
      return
    }
    let words = PDFObject.string(TextString.encode(annotation.value.spokenName { state.index(of: $0) }))
    let language = changes.text(changes.catalog["Lang"])?.lowercased()
    if language?.hasPrefix("en") != true { element["Lang"] = .string(Array("en".utf8)) }
    guard annotation.value.subtype == "Link" else {
      element["Alt"] = words
      return
    }
    dictionary["Contents"] = words
    if element["Lang"] != nil { dictionary["Lang"] = element["Lang"] }
    changes.set(annotation.object, to: .dictionary(dictionary))
  }

  /// Has a page's annotations come in the order of the structure, unless it says another.
  private func writeTabOrder(of page: ObjectID) {
    guard var dictionary = changes.object(page).dictionary, dictionary["Tabs"] == nil else { return }
    dictionary["Tabs"] = .name("S")
    changes.set(page, to: .dictionary(dictionary))
  }
}

extension Annotation {
  /// What it is called where it has no text, in English.
  ///
  /// - Parameter index: The place of a page, from 0.
  fileprivate func spokenName(_ index: (PageID) -> Int?) -> String {
    if let subject, !subject.isEmpty { return subject }
    switch content.link?.target {
    case .uri(let address)?: return "Link to \(address)"
    case .place(let place)?: return index(place.page).map { "Link to page \($0 + 1)" } ?? "Link"
    case .named(let name)?: return "Link to \(name)"
    default: return type(of: content.value).members.first { $0.subtype == subtype }?.title ?? subtype
    }
  }
}
