import Foundation

extension Edit: Codable {
  /// The kinds of edit as scripts call them.
  enum Name: String, CaseIterable {
    case addAnnotation, addAnnotations, replaceAnnotation, replaceAnnotations, removeAnnotation,
      removeAnnotations, placeAnnotations, flattenAnnotations, restoreFlattened, setMarks
    case rotatePages, movePages, placePages, insertPages, removePages, setBoxes, placeContent, replaceContent,
      setInformation, setOutline, setPageLabels, setSettings, setAttachments, setDestinations, setFormValues,
      setRemovedFields, setLayers, setEntries, setStream

    /// The keys that it has besides `edit`.
    fileprivate var keys: [String] {
      switch self {
      case .addAnnotation: ["page", "annotation", "at"]
      case .addAnnotations: ["page", "annotations", "at"]
      case .replaceAnnotation: ["page", "annotation"]
      case .replaceAnnotations: ["page", "annotations"]
      case .removeAnnotation: ["page", "id"]
      case .removeAnnotations: ["page", "ids"]
      case .flattenAnnotations: ["page", "ids", "asUnderlay"]
      case .restoreFlattened: ["page", "annotations", "at"]
      case .placeAnnotations: ["page", "placements"]
      case .setMarks: ["page", "marks", "asOpened"]
      case .rotatePages: ["pages", "by"]
      case .movePages: ["pages", "to"]
      case .placePages: ["placements"]
      case .insertPages, .removePages: ["pages"]
      case .setBoxes: ["boxes"]
      case .placeContent: ["content"]
      case .replaceContent: ["page", "source"]
      case .setInformation: ["information"]
      case .setOutline: ["outline"]
      case .setPageLabels: ["labels"]
      case .setSettings: ["settings"]
      case .setAttachments: ["attachments"]
      case .setDestinations: ["destinations"]
      case .setFormValues: ["values"]
      case .setRemovedFields: ["names"]
      case .setLayers: ["layers"]
      case .setEntries: ["of", "entries", "asOpened"]
      case .setStream: ["object", "data"]
      }
    }
  }

  /// Reads an edit: what to do, and where.
  ///
  /// ```json
  /// {"edit": "addAnnotation", "page": 3, "annotation": {"kind": "ellipse", "rect": [72, 600, 90, 60]}}
  /// {"edit": "addAnnotations", "page": 3, "annotations": [ … ]}
  /// {"edit": "replaceAnnotation", "page": 3, "annotation": {"id": "…", …}}
  /// {"edit": "replaceAnnotations", "page": 3, "annotations": [ … ]}
  /// {"edit": "removeAnnotation", "page": 3, "id": "…"}
  /// {"edit": "removeAnnotations", "page": 3, "ids": ["…", "…"]}
  /// {"edit": "placeAnnotations", "page": 3, "placements": [{"id": "…", "at": 0}]}
  /// {"edit": "flattenAnnotations", "page": 3, "ids": ["…"]}
  /// {"edit": "rotatePages", "pages": [1, 2], "by": 90}
  /// {"edit": "movePages", "pages": [5, 6], "to": 1}
  /// {"edit": "placePages", "placements": [{"page": 5, "to": 1}]}
  /// {"edit": "removePages", "pages": [5, 6]}
  /// {"edit": "setInformation", "information": {"title": "…", "author": "…"}}
  /// {"edit": "setOutline", "outline": [{"label": "Chapter 1", "to": {"page": 3}, "children": [ … ]}]}
  /// {"edit": "setSettings", "settings": {"language": "en", "pageMode": "UseOutlines"}}
  /// {"edit": "setAttachments", "attachments": [{"file": {"name": "costs.csv", "data": "base 64"}}]}
  /// {"edit": "setDestinations", "destinations": [{"name": "chapter.1", "destination": {"page": 3}}]}
  /// {"edit": "setLayers", "layers": {"shown": [12], "hidden": [14, 15]}}
  /// {"edit": "setFormValues", "values": {"name": "Ada", "member": true, "languages": ["de"], "age": null}}
  /// {"edit": "setEntries", "of": {"page": 3}, "entries": {"/Tabs": "/S", "/Dur": null}}
  /// {"edit": "setStream", "object": 12, "data": "base 64"}
  /// ```
  ///
  /// Pages are named by their number in the file as it was opened; places of pages count from 1. An annotation may have
  /// a place in its page's list, `"at"`, where 0 is the bottom; of several `"at"` is a list of their places in the
  /// result. Entries of objects are values as ``PDFValue`` writes them; null takes one away. Keys that are not known are errors.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    guard let name = try fields.word("edit", as: Name.self) else {
      throw fields.error("the key 'edit' is missing, which says what to do")
    }
    try fields.allow(["edit"] + name.keys, in: name.rawValue)
    switch name {
    case .addAnnotation:
      self = .addAnnotation(
        try fields.value("annotation"), page: try fields.value("page"), at: try fields.integer("at"))
    case .addAnnotations:
      self = Edit(.addAnnotations(try Self.placed(fields), page: try fields.value("page")))
    case .replaceAnnotation:
      self = .replaceAnnotation(try fields.value("annotation"), page: try fields.value("page"))
    case .replaceAnnotations:
      self = .replaceAnnotations(try fields.value("annotations"), page: try fields.value("page"))
    case .removeAnnotation: self = .removeAnnotation(try fields.value("id"), page: try fields.value("page"))
    case .removeAnnotations:
      self = .removeAnnotations(try fields.value("ids"), page: try fields.value("page"))
    case .flattenAnnotations:
      self = .flattenAnnotations(
        try fields.value("ids"), page: try fields.value("page"),
        asUnderlay: try fields.optional("asUnderlay") ?? false)
    case .restoreFlattened:
      self = Edit(.restoreFlattened(try Self.placed(fields), page: try fields.value("page")))
    case .setMarks:
      let marks: [String: MarkChange] = try fields.optional("marks") ?? [:]
      let asOpened: [String] = try fields.optional("asOpened") ?? []
      var changes = marks.mapValues { MarkChange?.some($0) }
      for name in asOpened { changes.updateValue(nil, forKey: name) }
      self = .setMarks(changes, page: try fields.value("page"))
    case .placeAnnotations:
      self = .placeAnnotations(try fields.value("placements"), page: try fields.value("page"))
    case .rotatePages: self = .rotatePages(try fields.value("pages"), by: try fields.turn("by"))
    case .movePages: self = .movePages(try fields.value("pages"), to: try fields.index("to"))
    case .placePages: self = .placePages(try fields.value("placements"))
    case .insertPages: self = .insertPages(try fields.value("pages"))
    case .removePages: self = .removePages(try fields.value("pages"))
    case .setBoxes: self = .setBoxes(try fields.value("boxes"))
    case .placeContent: self = .placeContent(try fields.value("content"))
    case .replaceContent: self = .replaceContent(try fields.value("page"), by: try fields.value("source"))
    case .setInformation: self = .setInformation(try fields.optional("information"))
    case .setOutline: self = .setOutline(try fields.optional("outline"))
    case .setPageLabels: self = .setPart(.pageLabels(try fields.optional("labels")))
    case .setSettings: self = .setSettings(try fields.optional("settings"))
    case .setAttachments: self = .setAttachments(try fields.optional("attachments"))
    case .setDestinations: self = .setDestinations(try fields.optional("destinations"))
    case .setFormValues: self = .setFormValues(try fields.value("values"))
    case .setRemovedFields: self = .setPart(.removedFields(try fields.optional("names")))
    case .setLayers: self = .setLayers(try fields.optional("layers"))
    case .setEntries: self = Edit(.setEntries(try Self.entries(fields), of: try fields.value("of")))
    case .setStream:
      self = Edit(.setStream(try fields.optional("data"), of: try fields.requiredInteger("object")))
    }
  }

  /// Entries, and the keys of those that are as in the file.
  private static func entries(_ fields: Fields) throws -> [String: PDFValue?] {
    guard
      case .dictionary(let entries)? = try fields.optional("entries", as: PDFValue.self) ?? .dictionary([:])
    else { throw fields.error("entries are an object whose keys begin with a slash", at: "entries") }
    var result: [String: PDFValue?] = entries.mapValues { $0 }
    for key in try fields.optional("asOpened", as: [String].self) ?? [] {
      guard key.hasPrefix("/") else { throw fields.error("a key begins with a slash", at: "asOpened") }
      result.updateValue(nil, forKey: String(key.dropFirst()))
    }
    return result
  }

  /// Annotations and, if they are given, their places in the result.
  private static func placed(_ fields: Fields) throws -> [AnnotationList.Placed] {
    let annotations: [Annotation] = try fields.value("annotations")
    let places: [Int]? = try fields.optional("at")
    guard places == nil || places?.count == annotations.count else {
      throw fields.error("as many places are needed as annotations", at: "at")
    }
    return annotations.enumerated().map { AnnotationList.Placed($1, at: places?[$0]) }
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    func write(_ value: some Encodable, _ name: String) throws {
      try fields.encode(value, forKey: Fields.Name(stringValue: name))
    }
    try write(codedName.rawValue, "edit")
    switch kind {
    case .addAnnotations(let added, let page):
      try write(page, "page")
      if codedName == .addAnnotation, let only = added.first {
        try write(only.annotation, "annotation")
        if let index = only.index { try write(index, "at") }
      } else {
        try write(added.map(\.annotation), "annotations")
        if let places = Self.places(of: added) { try write(places, "at") }
      }
    case .replaceAnnotations(let annotations, let page):
      try write(page, "page")
      if codedName == .replaceAnnotation {
        try write(annotations[0], "annotation")
      } else {
        try write(annotations, "annotations")
      }
    case .removeAnnotations(let ids, let page):
      try write(page, "page")
      if codedName == .removeAnnotation { try write(ids[0], "id") } else { try write(ids, "ids") }
    case .flattenAnnotations(let ids, let page, let asUnderlay):
      try write(page, "page")
      try write(ids, "ids")
      if asUnderlay { try write(true, "asUnderlay") }
    case .restoreFlattened(let added, let page):
      try write(page, "page")
      try write(added.map(\.annotation), "annotations")
      if let places = Self.places(of: added) { try write(places, "at") }
    case .placeAnnotations(let placements, let page):
      try write(page, "page")
      try write(placements, "placements")
    case .setMarks(let marks, let page):
      try write(page, "page")
      try write(marks.compactMapValues { $0 }, "marks")
      let asOpened = marks.filter { $0.value == nil }.keys.sorted()
      if !asOpened.isEmpty { try write(asOpened, "asOpened") }
    case .rotatePages(let pages, let turn):
      try write(pages, "pages")
      try write(turn, "by")
    case .movePages(let pages, let index):
      try write(pages, "pages")
      try write(index &+ 1, "to")
    case .placePages(let placements): try write(placements, "placements")
    case .insertPages(let pages): try write(pages, "pages")
    case .removePages(let pages): try write(pages, "pages")
    case .setBoxes(let boxes): try write(boxes, "boxes")
    case .placeContent(let content): try write(content, "content")
    case .replaceContent(let page, let source):
      try write(page, "page")
      try write(source, "source")
    case .setPart(.information(let information)):
      if let information { try write(information, "information") }
    case .setPart(.outline(let outline)): if let outline { try write(outline, "outline") }
    case .setPart(.pageLabels(let labels)): if let labels { try write(labels, "labels") }
    case .setPart(.settings(let settings)): if let settings { try write(settings, "settings") }
    case .setPart(.attachments(let attachments)): if let attachments { try write(attachments, "attachments") }
    case .setPart(.destinations(let destinations)):
      if let destinations { try write(destinations, "destinations") }
    case .setPart(.removedFields(let names)): if let names { try write(names, "names") }
    case .setPart(.layers(let layers)): if let layers { try write(layers, "layers") }
    case .setFormValues(let values): try write(values.mapValues { $0?.value }, "values")
    case .setEntries(let entries, let object):
      try write(object, "of")
      try write(PDFValue.dictionary(entries.compactMapValues { $0 }), "entries")
      let asOpened = entries.filter { $0.value == nil }.keys.sorted()
      if !asOpened.isEmpty { try write(asOpened.map { "/" + $0 }, "asOpened") }
    case .setStream(let data, let number):
      try write(number, "object")
      if let data { try write(data, "data") }
    }
  }

  /// The places of annotations in the result; `nil` if all come on top. Those without a place among others that have
  /// one cannot be written: the document gives every removed annotation its place.
  private static func places(of added: [AnnotationList.Placed]) -> [Int]? {
    let places = added.compactMap(\.index)
    return places.count == added.count && !places.isEmpty ? places : nil
  }

  private var codedName: Name {
    switch kind {
    case .addAnnotations(let added, _): added.count == 1 ? .addAnnotation : .addAnnotations
    case .replaceAnnotations(let annotations, _):
      annotations.count == 1 ? .replaceAnnotation : .replaceAnnotations
    case .removeAnnotations(let ids, _): ids.count == 1 ? .removeAnnotation : .removeAnnotations
    case .placeAnnotations: .placeAnnotations
    case .flattenAnnotations: .flattenAnnotations
    case .restoreFlattened: .restoreFlattened
    case .setMarks: .setMarks
    case .rotatePages: .rotatePages
    case .movePages: .movePages
    case .placePages: .placePages
    case .insertPages: .insertPages
    case .removePages: .removePages
    case .setBoxes: .setBoxes
    case .placeContent: .placeContent
    case .replaceContent: .replaceContent
    case .setPart(.information): .setInformation
    case .setPart(.outline): .setOutline
    case .setPart(.pageLabels): .setPageLabels
    case .setPart(.settings): .setSettings
    case .setPart(.attachments): .setAttachments
    case .setPart(.destinations): .setDestinations
    case .setPart(.removedFields): .setRemovedFields
    case .setPart(.layers): .setLayers
    case .setFormValues: .setFormValues
    case .setEntries: .setEntries
    case .setStream: .setStream
    }
  }
}

extension Fields {
  fileprivate func turn(_ name: String) throws -> PageRotation {
    guard let turn = PageRotation(degrees: try requiredInteger(name)) else {
      throw error("pages turn by multiples of 90 degrees, clockwise", at: name)
    }
    return turn
  }
}
