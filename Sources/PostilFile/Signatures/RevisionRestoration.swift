import PostilModel

/// What it takes to give a file the content that it had after one of its saves, by appending.
struct RevisionRestoration {
  /// The kinds of change that were made since.
  let kinds: Set<LaterChanges.Kind>
  /// The objects that were changed since, as they were, each stream with its data. What was added is left out: nothing refers
  /// to it any more.
  let objects: [ObjectID: PDFObject]
  /// Where the trailer led.
  let trailer: PDFDictionary
  /// What only the newer trailer leads to.
  let addedTrailerKeys: Set<PDFName>
  /// How objects of the file are encrypted; `nil` if they are not.
  let encryption: ObjectEncryption?

  private static let trailerKeys: [PDFName] = ["Root", "Info"]

  /// - Parameter end: How long the file was.
  /// - Throws: ``XrefChain/Unusable``, ``XrefSection/Malformed`` or `PDFError` if something cannot be read as it stands.
  init(_ bytes: FileBytes, _ revisions: FileRevisions, after end: Int, password: String?) throws {
    let old = try ModificationAnalysis(bytes, revisions, after: end, password: password).objects
    var analysis = try ModificationAnalysis(bytes, revisions, after: end, password: password)
    var kinds: Set<LaterChanges.Kind> = []
    var touched: Set<Int> = []
    try analysis.run(covers: { _, _ in nil }) { revision in
      kinds.formUnion(revision.changes.map(\.kind))
      touched.formUnion(revision.objects)
    }
    let (before, after) = (old.now, analysis.objects.now)
    var objects: [ObjectID: PDFObject] = [:]
    for number in touched {
      let former = before.object(number)
      guard !former.isNull else { continue }
      let id = ObjectID(number: number, generation: before.generation(of: number))
      let isSame = former == after.object(number) && id.generation == after.generation(of: number)
      guard case .stream(let dictionary, _) = former else {
        if !isSame { objects[id] = former }
        continue
      }
      // A number that an object stream had before and another object has now.
      guard dictionary["Type"]?.name != "ObjStm", dictionary["Type"]?.name != "XRef" else { continue }
      let data = try before.streamData(id)
      if isSame, try after.streamData(id) == data { continue }
      objects[id] = .stream(dictionary, .encoded(data))
    }
    guard before.unreadable.isEmpty, old.failure == nil else {
      throw PDFError(.damaged, "The file is damaged.")
    }
    var trailer = PDFDictionary()
    for key in Self.trailerKeys { trailer[key] = before.trailer[key] }
    (self.kinds, self.objects, self.trailer) = (kinds, objects, trailer)
    addedTrailerKeys = Set(Self.trailerKeys.filter { before.trailer[$0] == nil })
    encryption = old.encryption
  }
}
