import PostilModel

/// The objects that a save changes or adds, before they are written.
final class ObjectChanges {
  let graph: ObjectGraph
  private(set) var objects: [ObjectID: PDFObject] = [:]
  private(set) var nextNumber: Int
  /// Entries of the trailer that are new or others.
  var trailer = PDFDictionary()

  init(_ graph: ObjectGraph, nextNumber: Int) {
    self.graph = graph
    self.nextNumber = nextNumber
  }

  var isEmpty: Bool { objects.isEmpty }

  /// A number that no object of the file has.
  func allocate() -> ObjectID {
    defer { nextNumber += 1 }
    return ObjectID(number: nextNumber)
  }

  func add(_ object: PDFObject) -> ObjectID {
    let id = allocate()
    objects[id] = object
    return id
  }

  /// The objects that there are, which are forgotten, but for some.
  func takeAll(except kept: Set<ObjectID>) -> [ObjectID: PDFObject] {
    let taken = objects.filter { !kept.contains($0.key) }
    objects = objects.filter { kept.contains($0.key) }
    return taken
  }

  func set(_ id: ObjectID, to object: PDFObject) { objects[id] = object }

  /// Changes the document's catalog (ISO 32000-2, 7.7.2).
  func changeCatalog(_ change: (inout PDFDictionary) -> Void) {
    guard let id = graph.trailer["Root"]?.reference, let old = object(id).dictionary else { return }
    var catalog = old
    change(&catalog)
    if catalog != old { set(id, to: .dictionary(catalog)) }
  }

  /// Changes the document's form, if it has one.
  func changeForm(_ change: (inout PDFDictionary) -> Void) {
    guard var form else { return }
    change(&form)
    setForm(form)
  }

  /// Gives the document another form, or one if it has none.
  func setForm(_ form: PDFDictionary) {
    if let id = catalog["AcroForm"]?.reference {
      set(id, to: .dictionary(form))
    } else {
      changeCatalog { $0["AcroForm"] = .dictionary(form) }
    }
  }

  /// The fonts that the form's fields are written in.
  var formFonts: PDFDictionary { resolve(resolve(form?["DR"]).dictionary?["Font"]).dictionary ?? [:] }

  /// Gives the form more fonts.
  func addFormFonts(_ fonts: PDFDictionary) {
    guard !fonts.entries.isEmpty else { return }
    var form = form ?? [:]
    var resources = resolve(form["DR"]).dictionary ?? [:]
    var all = formFonts
    all.merge(fonts)
    resources["Font"] = .dictionary(all)
    form["DR"] = .dictionary(resources)
    setForm(form)
  }

  func object(_ id: ObjectID) -> PDFObject { objects[id] ?? graph.object(id) }
}

extension ObjectChanges {
  /// The objects to write, each stream with its data: a stream whose data are in the file can be given another dictionary
  /// without its data being read, until it is written somewhere else.
  ///
  /// - Throws: `PDFError` `.damaged` if the data of one cannot be read: they are never left out.
  func withStreamData() throws -> [ObjectID: PDFObject] {
    var result = objects
    for (id, object) in objects {
      guard case .stream(let dictionary, .inFile) = object else { continue }
      result[id] = .stream(dictionary, .encoded(try graph.streamData(id)))
    }
    return result
  }
}
