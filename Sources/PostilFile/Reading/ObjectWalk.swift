/// Goes through the objects that a document leads to from its catalog and its information dictionary.
struct ObjectWalk {
  private let source: any ObjectSource
  private var pending: [ObjectID] = []
  /// The key under which an object was first found.
  private(set) var keys = ObjectTable<PDFName>()

  /// - Parameter trailer: Where the walk begins.
  init(_ source: any ObjectSource, trailer: PDFDictionary) {
    self.source = source
    for entry in trailer.entries { add(entry.value, entry.key) }
  }

  /// Walks through the document, and its information dictionary unless that is left out.
  init(_ changes: ObjectChanges, keepsInformation: Bool = true) {
    var trailer: PDFDictionary = [:]
    for key in keepsInformation ? ["Root", "Info"] : ["Root"] as [PDFName] {
      trailer[key] = changes.graph.trailer[key]
    }
    self.init(changes, trailer: trailer)
  }

  /// The next object. What it leads to is looked up when the one after it is asked for, so it may be changed.
  mutating func next() -> ObjectID? {
    if let last { add(source.object(last), "") }
    last = pending.popLast()
    return last
  }

  private var last: ObjectID?

  private mutating func add(_ object: PDFObject, _ key: PDFName) {
    switch object {
    case .reference(let id):
      guard keys[id] == nil else { return }
      keys[id] = key
      pending.append(id)
    case .array(let items): for item in items { add(item, key) }
    case .dictionary(let dictionary), .stream(let dictionary, _):
      for entry in dictionary.entries { add(entry.value, entry.key) }
    default: break
    }
  }
}
