import Foundation
import PostilModel

/// What the file and the catalog say.
extension ConformityChecker {
  func checkDocument() {
    let catalog = objects.catalog
    checkHeader()
    if file.isEncrypted {
      report(.encryption, "It is encrypted.")
      if !file.permitsAccess { report(.accessAllowed, "The encryption does not allow that.") }
    }
    if (objects.resolve(file.trailer["ID"]).array ?? []).isEmpty { report(.identifier, "There is none.") }
    if file.hasCrossReferenceStreams { report(.crossReferences, "There are such streams.") }
    checkMetadata(catalog)
    checkOutputIntents(catalog)
    checkLayers(catalog)
    checkForm(catalog)
    if catalog["AA"] != nil { report(.triggers, "The catalog has actions of that kind (AA).") }
    checkAction(catalog["OpenAction"], depth: 0)
    let names = objects.resolve(catalog["Names"]).dictionary
    for (_, action) in NameTree.entries(of: names?["JavaScript"], objects) { checkAction(action, depth: 0) }
    checkAttachments(names)
    checkOutline(catalog)
    if names?["AlternatePresentations"] != nil {
      report(.presentations, "The document has alternate presentations.")
    }
    if catalog["Requirements"] != nil { report(.requirements, "The catalog has some.") }
    checkTagsOfCatalog(catalog)
  }

  /// The version, alone on its line, and behind it a comment (ISO 19005-2, 6.1.2).
  private func checkHeader() {
    guard let archive, !file.beginning.isEmpty else { return }
    let line = file.beginning.prefix { $0 != 10 && $0 != 13 }
    let version = String(decoding: line, as: UTF8.self)
    let isRight =
      switch archive.part {
      case 1: version.prefixMatch(of: /%PDF-[0-9]\.[0-9]/) != nil
      case 4: version.wholeMatch(of: /%PDF-2\.[0-9]/) != nil
      default: version.wholeMatch(of: /%PDF-1\.[0-7]/) != nil
      }
    if !isRight { report(.header, "It begins with '\(version.prefix(20))'.") }
    let rest = file.beginning.dropFirst(line.count)
    let comment = rest.dropFirst(rest.starts(with: [13, 10]) ? 2 : 1).prefix(5)
    if comment.first != UInt8(ascii: "%") || comment.count < 5
      || comment.dropFirst().contains(where: { $0 < 128 })
    {
      report(.header, "There is no such comment on its second line.")
    }
  }

  private func checkIdentification() {
    guard let archive else { return }
    let properties: [(XMPPacket.Property, String)] = [
      (.archivePart, "part"), (.archiveConformance, "conformance"),
    ]
    for (property, name) in properties {
      guard let prefix = packet?.prefix(of: property), prefix != property.prefix else { continue }
      report(
        .identification, "The prefix of '\(name)' is '\(prefix)', not '\(property.prefix)'.", for: .archive)
    }
    if let level = packet?[.archiveConformance], level != level.uppercased() {
      report(.identification, "The level '\(level)' is no capital.", for: .archive)
    }
    let levels: [String?]
    switch archive.part {
    case 1: levels = ["A", "B"]
    case 2, 3: levels = ["A", "B", "U"]
    case 4: levels = [nil, "E", "F"]
    default: return
    }
    if !levels.contains(archive.level) {
      report(.identification, "There is no such level.", for: .archive)
    }
    if archive.part == 4, packet?[.archiveRevision]?.trimmingCharacters(in: .whitespaces) != "2020" {
      report(.identification, "The revision (pdfaid:rev) is not 2020.", for: .archive)
    }
  }

  private func checkMetadata(_ catalog: PDFDictionary) {
    checkIdentification()
    if applies(.packetHeader), let metadata = catalog["Metadata"], objects.resolve(metadata).isStream,
      let data = try? objects.decoded(metadata, limit: XMPPacket.largestSize),
      let header = String(decoding: data.prefix(256), as: UTF8.self).firstMatch(of: /<\?xpacket[^>]*\?>/)?.0,
      header.contains("bytes=") || header.contains("encoding=")
    {
      report(.packetHeader, "It tells one of them.", metadata.reference)
    }
    if let archive, (1...3).contains(archive.part) {
      for wrong in packet?.wrongProperties(part: archive.part) ?? [] {
        report(.properties, wrong, catalog["Metadata"]?.reference)
      }
    }
    guard let archive, archive.part == 1 || archive.part == 4 else { return }
    if archive.part == 1,
      objects.resolve(catalog["Metadata"]).dictionary?["Filter"] != nil
    {
      report(.metadata, "The packet has a filter.", catalog["Metadata"]?.reference)
    }
    guard let entry = file.trailer["Info"], let information = objects.resolve(entry).dictionary else {
      return
    }
    if archive.part == 4 {
      if catalog["PieceInfo"] == nil { report(.information, "It is there.", entry.reference) }
      return
    }
    for (key, property, _) in DocumentInformation.texts {
      guard let text = objects.text(information[key]) else { continue }
      // What ends in null bytes is written so by some programs, and means the same.
      let plain = text.trimmingCharacters(in: ["\0"])
      if packet?[property] != plain {
        report(.information, "They do not say the same of '\(key)'.", entry.reference)
      }
    }
  }

  private func checkOutputIntents(_ catalog: PDFDictionary) {
    let intents = (objects.resolve(catalog["OutputIntents"]).array ?? []).compactMap {
      objects.resolve($0).dictionary
    }
    let profiles = Set(intents.compactMap { $0["DestOutputProfile"]?.reference })
    if profiles.count > 1 { report(.outputIntents, "There are \(profiles.count) profiles.") }
    if archive?.part == 4 {
      if intents.contains(where: { $0["DestOutputProfileRef"] != nil }) {
        report(.outputIntents, "A profile is in another file.")
      }
      if intents.count(where: { objects.resolve($0["S"]).name == "GTS_PDFA1" }) > 1 {
        report(.outputIntents, "There are several intents for PDF/A.")
      }
    }
    for profile in profiles {
      guard let data = try? objects.decodedStream(profile, limit: StreamLimit.small), data.count >= 20 else {
        continue
      }
      let device = String(decoding: data[12..<16], as: UTF8.self)
      let space = String(decoding: data[16..<20], as: UTF8.self)
      if !["prtr", "mntr"].contains(device) || !["RGB ", "CMYK", "GRAY"].contains(space) {
        report(.outputIntents, "The profile is of class '\(device)' for '\(space)'.", profile)
      }
    }
  }

  private func checkLayers(_ catalog: PDFDictionary) {
    guard let properties = objects.resolve(catalog["OCProperties"]).dictionary else { return }
    if archive?.part == 1 { report(.layers, "Part 1 allows none.", for: .archive) }
    let configurations =
      [properties["D"]] + (objects.resolve(properties["Configs"]).array ?? []).map { Optional($0) }
    var names: Set<String> = []
    let layers = Set((objects.resolve(properties["OCGs"]).array ?? []).compactMap(\.reference))
    for entry in configurations {
      guard let configuration = objects.resolve(entry).dictionary else { continue }
      let name = objects.text(configuration["Name"]) ?? ""
      if name.isEmpty { report(.layers, "A configuration has no name.", entry?.reference) }
      if !name.isEmpty, !names.insert(name).inserted {
        report(.layers, "Two configurations are named '\(name)'.", entry?.reference, for: .archive)
      }
      if configuration["AS"] != nil, archive?.part != 4 {
        report(.layers, "A configuration switches layers by itself (AS).", entry?.reference)
      }
      if archive.map({ $0.part > 1 }) == true, let order = configuration["Order"], !layers.isEmpty {
        var listed: Set<ObjectID> = []
        collect(order, into: &listed, depth: 0)
        if !layers.isSubset(of: listed) {
          report(
            .layers, "A configuration does not list all layers (Order).", entry?.reference, for: .archive)
        }
      }
    }
  }

  private func collect(_ order: PDFObject, into listed: inout Set<ObjectID>, depth: Int) {
    guard depth < 32 else { return }
    if let id = order.reference { listed.insert(id) }
    for item in objects.resolve(order).array ?? [] { collect(item, into: &listed, depth: depth + 1) }
  }

  // MARK: - Form

  private func checkForm(_ catalog: PDFDictionary) {
    if objects.resolve(catalog["NeedsRendering"]).boolean == true { report(.xfa, "It is drawn by XFA.") }
    guard let form = objects.form else { return }
    if objects.resolve(form["NeedAppearances"]).boolean == true {
      report(.formAppearances, "The form says that readers are to draw them.")
    }
    if form["XFA"] != nil {
      report(.xfa, "It is.", for: .archive)
    }
    func check(_ field: PDFDictionary, _ place: ObjectID?) {
      guard field["AA"] != nil, archive?.part != 4 else { return }
      report(.triggers, "A field has actions of that kind (AA).", place)
    }
    for id in scope ?? [] {
      if let field = objects.object(id).dictionary, field["FT"] != nil || field["T"] != nil {
        check(field, id)
      }
    }
    guard scope == nil else { return }
    var pending = objects.resolve(form["Fields"]).array ?? []
    var seen: Set<ObjectID> = []
    while let next = pending.popLast() {
      if let id = next.reference, !seen.insert(id).inserted { continue }
      guard let field = objects.resolve(next).dictionary else { continue }
      check(field, next.reference)
      if next.reference != nil { pending += objects.resolve(field["Kids"]).array ?? [] }
    }
  }

  // MARK: - Actions

  private static let actions: Set<PDFName> = ["GoTo", "GoToR", "Thread", "URI", "Named", "SubmitForm"]
  private static let namedActions: Set<PDFName> = ["NextPage", "PrevPage", "FirstPage", "LastPage"]

  /// Checks an action, and those behind it.
  func checkAction(_ entry: PDFObject?, depth: Int) {
    guard depth < 32, let action = objects.resolve(entry).dictionary else { return }
    let kind = objects.resolve(action["S"]).name
    var allowed = Self.actions
    switch archive?.part {
    case 2, 3: allowed.insert("GoToE")
    case 4: allowed.formUnion(["GoToE", "JavaScript", "RichMediaExecute", "GoToDp"])
    default: break
    }
    if let kind, !allowed.contains(kind) {
      report(.actions, "There is an action of kind \(kind).", entry?.reference)
    }
    if kind == "Named", let name = objects.resolve(action["N"]).name, !Self.namedActions.contains(name) {
      report(.actions, "There is an action named \(name).", entry?.reference)
    }
    let next = objects.resolve(action["Next"])
    for item in next.array ?? (next.isNull ? [] : [action["Next"] ?? .null]) {
      checkAction(item, depth: depth + 1)
    }
  }

  private func checkOutline(_ catalog: PDFDictionary) {
    let outline = objects.resolve(catalog["Outlines"]).dictionary
    guard let outline else { return }
    if !hasLanguage, outline["First"] != nil {
      report(.language, "The document has an outline, and says no language.")
    }
    // Of a save only what it writes is looked at.
    for id in scope ?? [] {
      guard let item = objects.object(id).dictionary, item["Title"] != nil, item["Parent"] != nil else {
        continue
      }
      checkAction(item["A"], depth: 0)
    }
    guard scope == nil else { return }
    var pending = [outline["First"] ?? .null]
    var seen: Set<ObjectID> = []
    while let next = pending.popLast() {
      guard let id = next.reference, seen.insert(id).inserted, let item = objects.object(id).dictionary else {
        continue
      }
      checkAction(item["A"], depth: 0)
      pending += [item["Next"], item["First"]].compactMap(\.self)
    }
  }

  // MARK: - Attached files

  private func checkAttachments(_ names: PDFDictionary?) {
    if archive?.part == 1, names?["EmbeddedFiles"] != nil {
      report(.attachments, "Part 1 allows none.", for: .archive)
    }
    let files = NameTree.entries(of: names?["EmbeddedFiles"], objects)
    for (_, file) in files.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) { checkFile(file) }
  }

  /// Checks a file specification (ISO 32000-2, 7.11.3).
  func checkFile(_ entry: PDFObject) {
    let place = entry.reference
    guard isInScope(place), let file = objects.resolve(entry).dictionary, file["EF"] != nil else { return }
    if archive?.part == 1 { return report(.attachments, "Part 1 allows none.", place, for: .archive) }
    if [file["F"], file["UF"]].contains(where: { objects.text($0)?.isEmpty ?? true }) {
      report(.attachments, "One has not both names (F and UF).", place)
    }
    guard let archive else { return }
    let data = objects.resolve(file["EF"]).dictionary
    let stream = data?["UF"] ?? data?["F"]
    let type = objects.resolve(objects.resolve(stream).dictionary?["Subtype"]).name
    switch archive.part {
    case 3, 4:
      if file["AFRelationship"] == nil {
        report(
          .attachments, "One does not say what it is to the document (AFRelationship).", place, for: .archive)
      }
      if type == nil { report(.attachments, "One does not say its media type.", place, for: .archive) }
      if archive.part == 3, let place, !associated.contains(place) {
        report(.attachments, "One is not associated with anything (AF).", place, for: .archive)
      }
      if archive.part == 4, archive.level == nil, !isArchive(stream, parts: [1, 2, 4]) {
        report(.attachments, "One is not PDF/A-1, PDF/A-2 or PDF/A-4.", place, for: .archive)
      }
    case 2:
      if !isArchive(stream, parts: [1, 2]) {
        report(.attachments, "One is not PDF/A-1 or PDF/A-2.", place, for: .archive)
      }
    default: break
    }
  }

  /// Whether an embedded file says that it keeps a part of PDF/A.
  private func isArchive(_ stream: PDFObject?, parts: Set<Int>) -> Bool {
    guard let stream, objects.resolve(stream).isStream,
      let data = try? objects.decoded(stream, limit: StreamLimit.small, excess: .cutOff)
    else { return false }
    guard data.starts(with: Array("%PDF-".utf8)) else { return false }
    // The packet stands there in clear (ISO 19005-1, 6.7.2), or the file has to be opened to be known.
    let text = String(decoding: data, as: UTF8.self)
    guard let place = text.range(of: "pdfaid:part") else { return true }
    let digit = text[place.upperBound...].first { $0.isNumber }
    return digit.flatMap { Int(String($0)) }.map(parts.contains) ?? true
  }
}
