import PostilModel

/// What holds for objects of any kind.
extension ConformityChecker {
  /// The file specifications that something says to be associated with it (`/AF`, ISO 32000-2, 14.13).
  var associated: Set<ObjectID> {
    if let associatedFiles { return associatedFiles }
    var found: Set<ObjectID> = []
    var walk = ObjectWalk(objects, trailer: file.trailer)
    while let id = walk.next() {
      let list = objects.resolve(objects.object(id).dictionary?["AF"])
      found.formUnion((list.array ?? []).compactMap(\.reference))
      if let file = objects.object(id).dictionary?["AF"]?.reference { found.insert(file) }
    }
    associatedFiles = found
    return found
  }

  func checkObjects() throws {
    if let scope {
      for id in scope.sorted(by: { $0.number < $1.number }) { checkObject(id) }
      return
    }
    var walk = ObjectWalk(objects, trailer: file.trailer)
    var count = 0
    while let id = walk.next() {
      checkObject(id)
      count += 1
      if count % 256 == 0 { try check() }
    }
  }

  private func checkObject(_ id: ObjectID) {
    let object = objects.object(id)
    if archive.map({ $0.part < 4 }) == true { checkLimits(object, of: id) }
    guard case .stream(let dictionary, _) = object else { return }
    if ["F", "FFilter", "FDecodeParms"].contains(where: { dictionary[$0] != nil }) {
      report(.externalData, "Those of a stream may be in another file.", id)
    }
    if file.endsStreamInLine(id) == false {
      report(.streamEnds, "Behind the data of a stream it does not.", id)
    }
    let filters = objects.names(dictionary["Filter"]) ?? []
    for filter in filters where !Self.filters.contains(filter) {
      report(.filters, "A stream has the filter \(filter).", id)
    }
    if archive?.part == 1, filters.contains("JPXDecode") || filters.contains("Crypt") {
      report(.filters, "A stream has a filter that PDF 1.4 does not have.", id)
    }
  }

  static let filters: Set<PDFName> = [
    "ASCIIHexDecode", "ASCII85Decode", "FlateDecode", "RunLengthDecode", "CCITTFaxDecode", "JBIG2Decode",
    "DCTDecode", "JPXDecode", "Crypt",
  ]

  /// Numbers, names and strings within the limits of ISO 32000-1, Annex C.
  ///
  /// - Parameter id: Where they are; `nil` in the content of a page.
  func checkLimits(_ object: PDFObject, of id: ObjectID?) {
    let isFirst = archive?.part == 1
    switch object {
    case .integer(let value):
      if Int32(exactly: value) == nil { report(.limits, "There is the number \(value).", id) }
    case .real(let text):
      if isFirst, let value = Double(text), abs(value) > 32767 {
        report(.limits, "There is the number \(text).", id)
      }
    case .string(let bytes):
      let most = isFirst ? 65535 : 32767
      if bytes.count > most { report(.limits, "There is a string of \(bytes.count) bytes.", id) }
    case .name(let name):
      if name.bytes.count > 127 { report(.limits, "There is a name of \(name.bytes.count) bytes.", id) }
    case .array(let items):
      if isFirst, items.count > 8191 { report(.limits, "There is an array of \(items.count) items.", id) }
      for item in items { checkLimits(item, of: id) }
    case .dictionary(let dictionary), .stream(let dictionary, _):
      if isFirst, dictionary.entries.count > 4095 {
        report(.limits, "There is a dictionary of \(dictionary.entries.count) entries.", id)
      }
      for entry in dictionary.entries {
        if entry.key.bytes.count > 127 {
          report(.limits, "There is a name of \(entry.key.bytes.count) bytes.", id)
        }
        checkLimits(entry.value, of: id)
      }
    default: break
    }
  }
}
