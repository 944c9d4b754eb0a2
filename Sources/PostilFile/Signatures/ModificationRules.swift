import PostilModel

/// What a change of an object is a change of, by the role that the object had before an update: the rules of object modification
/// analysis (ISO 32000-2, 12.8.2), one function for each role.
///
/// Nothing is harmless because something names it now. What is new is harmless only where something of its role may be new: an
/// annotation in a page's list, a field that is signed, a value, a certificate. An object with several roles changes all of them.
struct ModificationRules {
  let before: RevisionView
  let after: RevisionView
  let roles: ObjectRoles
  /// The fields of the form after the update.
  let fieldsAfter: [Int: ObjectRoles.Field]
  /// Where the value of a signature begins in the file, if it covers this update and all before it.
  let covers: (PDFDictionary) -> Int?
  private var difference: RevisionDifference
  /// The fields and widgets below fields, once somebody asked.
  private var kids: [Int: [Int]]?
  /// Elements of the structure that were looked at, and whether they may be new.
  private var newElements: [Int: Bool] = [:]
  private static let mostNewElements = 10_000
  var notes: ChangeNotes

  init(
    _ before: RevisionView, _ after: RevisionView, roles: ObjectRoles, fieldsAfter: [Int: ObjectRoles.Field],
    revision: Int, covers: @escaping (PDFDictionary) -> Int?
  ) {
    (self.before, self.after, self.roles, self.fieldsAfter) = (before, after, roles, fieldsAfter)
    self.covers = covers
    difference = RevisionDifference(before, after)
    notes = ChangeNotes(revision: revision)
  }

  private mutating func note(
    _ kind: LaterChanges.Kind, page: Int? = nil, field: String? = nil, _ remark: String? = nil,
    signature: Int? = nil
  ) {
    notes.add(kind, page: page, field: field, remark, signature: signature)
  }

  /// How much was compared.
  var work: Int { difference.work }

  // MARK: - Objects

  /// Whether an object means the same as before.
  mutating func isSame(_ number: Int) -> Bool { difference.isSame(number) }

  /// Notes what a changed object is a change of.
  mutating func judge(_ number: Int) {
    for part in roles.roles(of: number) { judge(number, part) }
  }

  private mutating func judge(_ number: Int, _ part: ObjectRoles.Part) {
    let (old, new) = (before.object(number), after.object(number))
    let field = part.isShared ? nil : roles.fields[part.owner]?.name
    // Its data may be those of a page.
    if Self.plainRoles.contains(part.role), old.isStream || new.isStream {
      return note(.other, "what the document is made of is a stream")
    }
    switch part.role {
    case .catalog: compareCatalogs(old, new)
    case .pageNode: comparePageNodes(old, new)
    case .page: comparePages(part.owner, old, new)
    case .pageContent: note(.pages, page: part.owner, "what the page is drawn with was changed")
    case .pageData: note(.pages, page: part.owner, "what belongs to the page was changed")
    case .annotationList: compareAnnotationLists(part.owner, old, new)
    case .annotation:
      let isWidget = before.resolve(old.dictionary?["Subtype"]).name == "Widget"
      note(isWidget ? .formFields : .annotations, page: part.owner)
    case .annotationPart: note(.annotations, page: part.owner)
    case .form: compareForms(old.dictionary, new.dictionary)
    case .fieldList: compareDirectFields(old, new)
    case .field: compareFields(number, old, new)
    case .fieldValue: note(.formValues, page: roles.pageOfAnnotation[part.owner], field: field)
    case .fieldDefinition:
      note(
        .formFields, page: roles.pageOfAnnotation[part.owner], field: field,
        "what a form field is was changed")
    case .signature: note(.other, field: field, "a signature that was made was changed")
    case .formResources: compareFormResources(number, old, new)
    case .securityStore:
      // Lists may be replaced, proofs only be added.
      if old.isStream { note(.other, "a proof of validity was replaced") } else { note(.validationData) }
    case .information, .metadata: note(.information)
    case .extensions: compareExtensions()
    case .structure, .parentTree:
      compareStructure(number, old, new, isParentTree: part.role == .parentTree)
    case .other: note(.other, "what the catalog's entry \(roles.otherKeys[part.owner]) leads to was changed")
    }
  }

  /// What is a dictionary or an array, and no stream.
  private static let plainRoles: Set<ObjectRoles.Role> = [
    .catalog, .pageNode, .form, .fieldList, .annotationList,
  ]

  // MARK: - The trailer and the catalog

  mutating func compareTrailers() {
    let (old, new) = (before.trailer, after.trailer)
    if old["Root"]?.reference?.number != new["Root"]?.reference?.number {
      compareCatalogs(before.resolve(old["Root"]), after.resolve(new["Root"]))
    }
    if !difference.isSame(old["Encrypt"], new["Encrypt"]) { note(.other, "the encryption was changed") }
    if !difference.isSame(old["Info"], new["Info"]) { note(.information) }
    // Keys are made of the first part.
    let parts = [before.resolve(old["ID"]).array?.first, after.resolve(new["ID"]).array?.first]
    if old["Encrypt"] != nil, parts[0] != parts[1] { note(.other, "the file's identifier was changed") }
  }

  private mutating func compareCatalogs(_ old: PDFObject, _ new: PDFObject) {
    let (old, new) = (old.dictionary ?? [:], new.dictionary ?? [:])
    for key in difference.keys(old, new) {
      switch key {
      case "AcroForm": compareForms(before.resolve(old[key]).dictionary, after.resolve(new[key]).dictionary)
      case "DSS":
        if new[key] == nil {
          note(.other, "the proofs of validity were removed")
        } else {
          note(.validationData)
        }
      case "Metadata": note(.information)
      case "Extensions": compareExtensions()
      case "Version":
        let versions = [before.resolve(old[key]).name, after.resolve(new[key]).name].map { $0?.description }
        if let former = versions[0],
          (versions[1] ?? "").compare(former, options: .numeric) == .orderedAscending
        {
          note(.other, "the version of PDF was lowered")
        } else {
          note(.information)
        }
      case "Pages": note(.pages, "the document has another page tree")
      case "StructTreeRoot" where before.resolve(old[key]).dictionary != nil && new[key] != nil:
        compareStructure(0, before.resolve(old[key]), after.resolve(new[key]), isParentTree: false)
      default: note(.other, "the catalog's entry \(key) was changed")
      }
    }
  }

  /// The extensions of PDF that the document says it uses (7.12): none may be taken back.
  private mutating func compareExtensions() {
    let old = before.resolve(before.catalog["Extensions"]).dictionary ?? [:]
    let new = after.resolve(after.catalog["Extensions"]).dictionary ?? [:]
    note(.information)
    func levels(_ entry: PDFObject?, _ view: RevisionView) -> [(base: String, level: Int)] {
      let value = view.resolve(entry)
      return (value.array ?? [value]).compactMap { item in
        guard let dictionary = view.resolve(item).dictionary else { return nil }
        return (
          view.resolve(dictionary["BaseVersion"]).name?.description ?? "",
          view.resolve(dictionary["ExtensionLevel"]).integer ?? 0
        )
      }
    }
    for entry in old.entries where entry.key != "Type" {
      let present = levels(new[entry.key], after)
      for former in levels(entry.value, before)
      where !present.contains(where: { $0.base >= former.base && $0.level >= former.level }) {
        note(.other, "an extension of PDF was removed or lowered")
      }
    }
  }

  // MARK: - Pages

  /// Keys that readers know on a page or on what pages inherit from; others mean nothing to them.
  private static let pageKeys: Set<PDFName> = ObjectRoles.drawingKeys.union([
    "Type", "Parent", "Kids", "Count", "Annots", "Thumb", "B", "Dur", "Trans", "AA", "Metadata", "PieceInfo",
    "ID", "PZ",
    "Tabs", "TemplateInstantiated", "PresSteps", "AF", "DPart", "StructParents", "LastModified",
  ])

  private mutating func comparePageNodes(_ old: PDFObject, _ new: PDFObject) {
    guard let former = old.dictionary, let present = new.dictionary else {
      if old.array == nil || new.array == nil { return note(.pages, "the page tree was changed") }
      return note(.pages, "pages were added, removed or moved")
    }
    if old.isStream != new.isStream { note(.pages, "the page tree was changed") }
    for key in difference.keys(former, present) where Self.pageKeys.contains(key) {
      note(
        .pages,
        key == "Kids" || key == "Count"
          ? "pages were added, removed or moved" : "the pages' entry \(key) was changed")
    }
  }

  private mutating func comparePages(_ page: Int, _ old: PDFObject, _ new: PDFObject) {
    guard case .dictionary(let former) = old, case .dictionary(let present) = new else {
      return note(.pages, page: page, "the page was replaced")
    }
    for key in difference.keys(former, present) {
      switch key {
      case "Annots":
        compareAnnotationLists(page, before.resolve(former[key]), after.resolve(present[key]))
      // The order in which annotations are gone through.
      case "Tabs": if former[key] != nil { note(.annotations, page: page) }
      case _ where !Self.pageKeys.contains(key) && former[key] == nil && present[key]?.reference == nil: break
      default: note(.pages, page: page, "the page's entry \(key) was changed")
      }
    }
  }

  // MARK: - Annotations

  private mutating func compareAnnotationLists(_ page: Int, _ old: PDFObject, _ new: PDFObject) {
    func numbers(_ object: PDFObject) -> [PDFObject] {
      (object.array ?? []).filter { !$0.isNull }.map {
        $0.reference.map { .reference(ObjectID(number: $0.number)) } ?? $0
      }
    }
    if !old.isNull, old.array == nil || (!new.isNull && new.array == nil) {
      note(.annotations, page: page)
    }
    let (former, present) = (numbers(old), numbers(new))
    let (were, are) = (Set(former), Set(present))
    for item in present where !were.contains(item) { judgeNew(item, on: page) }
    for item in former where !are.contains(item) {
      let number = item.reference?.number
      let field = number.flatMap { roles.fields[$0] }
      if let field {
        note(.formFields, page: page, field: field.name, "a form field was taken off a page")
      } else {
        let isWidget = before.resolve(before.resolve(item).dictionary?["Subtype"]).name == "Widget"
        note(
          isWidget ? .formFields : .annotations, page: page,
          isWidget ? "a form field was taken off a page" : nil)
      }
    }
    // The order of what was there says what covers what.
    if former.filter(are.contains) != present.filter(were.contains) { note(.annotations, page: page) }
  }

  private mutating func judgeNew(_ annotation: PDFObject, on page: Int) {
    let number = annotation.reference?.number
    if let number, let field = fieldsAfter[number] {
      // A field that is new is looked at as that.
      if roles.fields[number] != nil {
        note(.formFields, page: page, field: field.name, "a form field was put on a page")
      }
      return
    }
    let dictionary = after.resolve(annotation).dictionary
    let isWidget = after.resolve(dictionary?["Subtype"]).name == "Widget"
    note(
      isWidget ? .formFields : .annotations, page: page,
      isWidget ? "a widget of no field was put on a page" : nil)
  }

  // MARK: - The form

  private mutating func compareForms(_ old: PDFDictionary?, _ new: PDFDictionary?) {
    let (old, new) = (old ?? [:], new ?? [:])
    for key in difference.keys(old, new) {
      switch key {
      // What is in the list is looked at field by field.
      case "Fields": compareDirectFields(old[key], new[key])
      case "SigFlags":
        let flags = [before.resolve(old[key]).integer ?? 0, after.resolve(new[key]).integer ?? 0]
        if flags[0] & ~flags[1] & 3 != 0 { note(.other, "the form does not say any more that it is signed") }
      case "DR":
        compareFormResources(before.resolve(old[key]), after.resolve(new[key]))
      case "DA", "Q":
        if old[key] == nil {
          note(.formValues)
        } else {
          note(.formFields, "the form's entry \(key) was changed")
        }
      case "NeedAppearances": note(.formValues)
      default: note(.other, "the form's entry \(key) was changed")
      }
    }
  }

  /// An object of the form's resources.
  private mutating func compareFormResources(_ number: Int, _ old: PDFObject, _ new: PDFObject) {
    let form = before.form
    let top = form?["DR"]?.reference?.number
    let categories =
      before.resolve(form?["DR"]).dictionary?.entries.compactMap(\.value.reference?.number) ?? []
    if number == top {
      compareFormResources(old, new)
    } else if categories.contains(number), isGrown(old, new) {
      note(.formValues)
    } else {
      note(.formFields, "the resources of form fields were changed")
    }
  }

  /// Fonts may be added to the form's resources, for fields to be filled in with: what was there stays.
  private mutating func compareFormResources(_ old: PDFObject, _ new: PDFObject) {
    guard old.isNull || new.dictionary != nil else {
      return note(.formFields, "the resources of form fields were removed")
    }
    let present = new.dictionary ?? [:]
    let isKept = (old.dictionary ?? [:]).entries.allSatisfy { entry in
      if difference.isSame(entry.value, present[entry.key]) { return true }
      // The same reference: its object is looked at by itself.
      return isGrown(before.resolve(entry.value), after.resolve(present[entry.key]))
    }
    if isKept { note(.formValues) } else { note(.formFields, "the resources of form fields were changed") }
  }

  private mutating func isGrown(_ old: PDFObject, _ new: PDFObject) -> Bool {
    guard case .dictionary(let old) = old, case .dictionary(let new) = new else { return false }
    return old.entries.allSatisfy { difference.isSame($0.value, new[$0.key]) }
  }

  /// Which fields came and went.
  mutating func compareFieldLists() {
    for (number, field) in roles.fields.sorted(by: { $0.key < $1.key }) where fieldsAfter[number] == nil {
      note(
        field.isForSignature ? .other : .formFields, page: roles.pageOfAnnotation[number], field: field.name,
        "form fields were removed")
    }
    for (number, field) in fieldsAfter.sorted(by: { $0.key < $1.key }) {
      guard let former = roles.fields[number] else {
        judgeNew(number, field)
        continue
      }
      if former.name != field.name || former.type != field.type {
        note(.formFields, field: former.name, "a form field has another name or type")
      }
    }
  }

  private mutating func judgeNew(_ number: Int, _ field: ObjectRoles.Field) {
    guard field.isForSignature else {
      return note(.formFields, field: field.name, "a form field was added")
    }
    guard let value = value(of: number, fieldsAfter, after), let signature = covers(value) else {
      return note(.formFields, field: field.name, "a field for a signature was added, which nobody signed")
    }
    note(kind(of: value), field: field.name, signature: signature)
    let dictionary = after.object(number).dictionary ?? [:]
    let subtype = after.resolve(dictionary["Subtype"])
    if !subtype.isNull, subtype.name != "Widget" {
      // It is drawn by what its kind has: areas, points, paths.
      note(
        .annotations, field: field.name,
        "a field for a signature was added that is an annotation of another kind")
    } else if isShown(dictionary) {
      note(.annotations, field: field.name, "a field for a signature was added that shows something")
    }
    if ["A", "AA", "PA"].contains(where: { dictionary[$0] != nil }) {
      note(.other, field: field.name, "a field for a signature was added that has actions")
    }
  }

  /// Whether a widget shows something, in any reader: some draw what has no extent, and do not hide by flags that are no integers of 32 bits.
  private func isShown(_ widget: PDFDictionary) -> Bool {
    guard after.resolve(widget["Rect"]).array != nil else {
      return widget["AP"] != nil || widget["Subtype"] != nil
    }
    guard let hasExtent = hasExtent(widget["Rect"]) else { return true }
    if let flags = Self.flags(after.resolve(widget["F"])), flags & 2 != 0 { return false }
    return hasExtent || hasDrawing(widget)
  }

  /// Whether a widget has an appearance with an extent.
  private func hasDrawing(_ widget: PDFDictionary) -> Bool {
    let normal = after.resolve(after.resolve(widget["AP"]).dictionary?["N"])
    return normal.isStream ? hasExtent(normal.dictionary?["BBox"]) ?? true : !normal.isNull
  }

  /// Whether a rectangle has a width and a height; `nil` if it is none.
  private func hasExtent(_ rect: PDFObject?) -> Bool? {
    guard let sides = after.numbers(rect), sides.count == 4 else { return nil }
    return sides[0] != sides[2] && sides[1] != sides[3]
  }

  /// Flags as all readers read them; `nil` if they are no integer of 32 bits.
  private static func flags(_ object: PDFObject) -> Int? {
    guard !object.isNull else { return 0 }
    guard case .integer(let flags) = object, Int32(exactly: flags) != nil else { return nil }
    return flags
  }

  /// A document time stamp is no change at any level (table 257).
  private func kind(of value: PDFDictionary) -> LaterChanges.Kind {
    let isStamp =
      after.resolve(value["SubFilter"]).name == "ETSI.RFC3161"
      && after.resolve(value["Type"]).name == "DocTimeStamp"
    return isStamp ? .validationData : .signatures
  }

  /// The value of a field for signatures, its own or inherited.
  private func value(
    of number: Int, _ fields: [Int: ObjectRoles.Field], _ view: RevisionView
  ) -> PDFDictionary? {
    var next: Int? = number
    for _ in 0..<64 {
      guard let number = next else { return nil }
      let value = view.resolve(view.object(number).dictionary?["V"])
      if !value.isNull { return value.dictionary ?? [:] }
      next = fields[number]?.parent
    }
    return nil
  }

  // MARK: - Fields

  /// Entries of a field that change when it is filled in.
  private static let valueKeys: Set<PDFName> = ["V", "AS", "AP", "RV", "I", "DA", "Q", "Ff", "M", "MK", "TI"]
  /// Entries of a field that change when it is signed.
  private static let signingKeys: Set<PDFName> = ["V", "AS", "AP", "DA", "Q", "M", "MK", "Lock"]
  /// Flags of annotations that say how large they are shown: not with the page, and not turned with it.
  private static let scalingFlags = 8 | 16
  /// Flags that keep a field from being changed, as programs set where it is locked.
  private static let lockingFlags = 64 | 128 | 512
  private static let readOnly = 1

  private mutating func compareFields(_ number: Int, _ old: PDFObject, _ new: PDFObject) {
    guard let field = roles.fields[number] else { return }
    guard case .dictionary(let former) = old, case .dictionary(let present) = new else {
      return note(.formFields, field: field.name, "a form field was removed")
    }
    if field.isForSignature { return compareSignatureFields(number, field, former, present) }
    let page = roles.pageOfAnnotation[number]
    for key in difference.keys(former, present) {
      switch key {
      // What the list names is looked at as a field of its own.
      case "Kids": compareDirectFields(former[key], present[key], of: field.name)
      case "F" where flags("F", former, present) & Self.scalingFlags == 0,
        _ where Self.valueKeys.contains(key):
        note(.formValues, page: page, field: field.name)
      default:
        note(.formFields, page: page, field: field.name, "the entry \(key) of a form field was changed")
      }
      guard FormTree.inheritable.contains(key) else { continue }
      for name in heirs(of: number, key) { note(.formValues, field: name) }
    }
  }

  /// The names of the fields below a field that have an entry from it.
  private mutating func heirs(of number: Int, _ key: PDFName) -> Set<String> {
    let kids =
      kids
      ?? Dictionary(grouping: roles.fields.keys.filter { roles.fields[$0]?.parent != nil }) {
        roles.fields[$0]?.parent ?? 0
      }
    self.kids = kids
    var (names, pending) = (Set<String>(), kids[number] ?? [])
    // A field has one parent, and none is below itself.
    while let kid = pending.popLast() {
      guard before.object(kid).dictionary?[key] == nil || after.object(kid).dictionary?[key] == nil,
        let field = roles.fields[kid]
      else { continue }
      names.insert(field.name)
      pending += kids[kid] ?? []
    }
    return names
  }

  /// Fields that are no objects of their own, in a list of them: whatever changes of them, what it is of cannot be told.
  private mutating func compareDirectFields(_ old: PDFObject?, _ new: PDFObject?, of field: String? = nil) {
    let former = (before.resolve(old).array ?? []).filter { $0.reference == nil && !$0.isNull }
    let present = (after.resolve(new).array ?? []).filter { $0.reference == nil && !$0.isNull }
    guard former.count == present.count,
      zip(former, present).allSatisfy({ difference.isSame($0, $1) })
    else {
      return note(.formFields, field: field, "a form field that is no object of its own was changed")
    }
  }

  /// The bits in which two numbers differ: all of them if readers do not agree about one.
  private func flags(_ key: PDFName, _ old: PDFDictionary, _ new: PDFDictionary) -> Int {
    guard let former = Self.flags(before.resolve(old[key])), let present = Self.flags(after.resolve(new[key]))
    else { return ~0 }
    return former ^ present
  }

  /// A field for signatures changes in the update that signs it, and in no other.
  private mutating func compareSignatureFields(
    _ number: Int, _ field: ObjectRoles.Field, _ old: PDFDictionary, _ new: PDFDictionary
  ) {
    let page = roles.pageOfAnnotation[number]
    let former = value(of: number, roles.fields, before)
    let value = value(of: number, fieldsAfter, after)
    let signature = former == nil ? value.flatMap(covers) : nil
    for key in difference.keys(old, new) {
      switch key {
      case "F" where flags("F", old, new) & ~Self.lockingFlags == 0,
        "Ff" where flags("Ff", old, new) & ~Self.readOnly == 0:
        note(.signatures, page: page, field: field.name)
      case "F" where signature != nil && flags("F", old, new) & Self.scalingFlags == 0,
        _ where signature != nil && Self.signingKeys.contains(key):
        guard let value, let signature else { break }
        note(kind(of: value), page: page, field: field.name, signature: signature)
        // What a time stamp shows is a change of the page at a level that permits none.
        if key != "V" {
          note(.signatures, page: page, field: field.name, signature: signature)
        }
      case "Kids" where former == nil: compareDirectFields(old[key], new[key], of: field.name)
      default:
        let remark =
          former != nil
          ? "a field that was signed was changed" : "a field for a signature was changed, which nobody signed"
        note(former != nil ? .other : .formFields, page: page, field: field.name, remark)
      }
    }
  }

  // MARK: - The structure tree

  /// The tree of a tagged document grows with annotations and fields (14.7.5.3): elements may be added that stand for new ones
  /// and for nothing else, and what was there stays. That is a part of adding those, and no change of its own.
  private mutating func compareStructure(
    _ number: Int, _ old: PDFObject, _ new: PDFObject, isParentTree: Bool
  ) {
    var isGrown = false
    switch (old, new) {
    case (.array(let old), .array(let new)): isGrown = isGrownList(old, new, isParentTree: isParentTree)
    case (.dictionary(let old), .dictionary(let new)):
      isGrown = difference.keys(old, new).allSatisfy { key in
        switch key {
        case "K", "Nums", "Kids":
          func items(_ object: PDFObject) -> [PDFObject] { object.array ?? (object.isNull ? [] : [object]) }
          return isGrownList(
            items(before.resolve(old[key])), items(after.resolve(new[key])), isParentTree: key == "Nums")
        case "ParentTree":
          let trees = [before.resolve(old[key]).dictionary ?? [:], after.resolve(new[key]).dictionary ?? [:]]
          return difference.keys(trees[0], trees[1]).allSatisfy { key in
            key == "Nums"
              && isGrownList(
                before.resolve(trees[0][key]).array ?? [], after.resolve(trees[1][key]).array ?? [],
                isParentTree: true)
          }
        case "ParentTreeNextKey", "Limits": return isParentTree || key == "ParentTreeNextKey"
        default: return false
        }
      }
    default: break
    }
    if !isGrown { note(.other, "the structure tree was changed") }
  }

  /// Whether a list has all that it had, in that order, and besides only elements of what is new.
  private mutating func isGrownList(_ old: [PDFObject], _ new: [PDFObject], isParentTree: Bool) -> Bool {
    var former = old[...]
    for item in new {
      if item == former.first {
        former.removeFirst()
      } else if case .integer = item {
        // In other lists an integer stands for marked content of the page.
        guard isParentTree else { return false }
      } else {
        guard let number = item.reference?.number, isNewElement(number, depth: 0) else { return false }
      }
    }
    return former.isEmpty
  }

  /// Whether a number is new: nothing led to it, and no object had it.
  private func isNew(_ number: Int) -> Bool {
    roles.roles(of: number).isEmpty && before.object(number).isNull
  }

  /// Whether an element of the structure is new, and stands for new annotations alone.
  private mutating func isNewElement(_ number: Int, depth: Int) -> Bool {
    if let known = newElements[number] { return known }
    guard newElements.count < Self.mostNewElements else { return false }
    // Where it leads back to itself, it stands for nothing.
    newElements[number] = false
    let result = standsForNew(number, depth: depth)
    newElements[number] = result
    return result
  }

  private mutating func standsForNew(_ number: Int, depth: Int) -> Bool {
    guard depth < 8, isNew(number), case .dictionary(let element) = after.object(number),
      element["S"] != nil, element["AF"] == nil
    else { return false }
    let kids = after.resolve(element["K"])
    let items = kids.array ?? (kids.isNull ? [] : [element["K"] ?? .null])
    guard !items.isEmpty, items.count < Self.mostNewElements else { return false }
    let isNew = items.allSatisfy { item in
      guard let dictionary = after.resolve(item).dictionary else { return false }
      guard after.resolve(dictionary["Type"]).name == "OBJR" else {
        return item.reference.map { isNewElement($0.number, depth: depth + 1) } ?? false
      }
      guard let number = dictionary["Obj"]?.reference?.number, self.isNew(number) else { return false }
      // Fields are noted by themselves, and not at a level that permits them.
      if fieldsAfter[number] == nil { note(.annotations) }
      return true
    }
    // What it says is read aloud and shown by readers of tags.
    if Self.textKeys.contains(where: { element[$0] != nil }) {
      let isReplacement = element["ActualText"] != nil || element["E"] != nil
      note(isReplacement ? .annotations : .signatures)
    }
    return isNew
  }

  private static let textKeys: [PDFName] = ["ActualText", "Alt", "E", "T"]
}
