extension Edit: Codable {
  /// The kinds of edit as scripts call them.
  enum Kind: String, CaseIterable {
    case addAnnotation, replaceAnnotation, removeAnnotation, rotatePages, movePages, placePages
  }

  /// Reads an edit: what to do, and where.
  ///
  /// ```json
  /// {"edit": "addAnnotation", "page": 3, "annotation": {"kind": "ellipse", "rect": [72, 600, 90, 60]}}
  /// {"edit": "replaceAnnotation", "page": 3, "annotation": {"id": "…", …}}
  /// {"edit": "removeAnnotation", "page": 3, "id": "…"}
  /// {"edit": "rotatePages", "pages": [1, 2], "by": 90}
  /// {"edit": "movePages", "pages": [5, 6], "to": 1}
  /// {"edit": "placePages", "placements": [{"page": 5, "to": 1}]}
  /// ```
  ///
  /// Pages are named by their number in the file as it was opened; places of pages count from 1.
  /// An annotation may have a place in its page's list, `"at"`, where 0 is the bottom.
  /// Keys that are not known are errors.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    guard let kind = try fields.word("edit", as: Kind.self) else {
      throw fields.error("the key 'edit' is missing, which says what to do")
    }
    try fields.allow(["edit"] + kind.keys, in: kind.rawValue)
    switch kind {
    case .addAnnotation:
      self = .addAnnotation(
        try fields.value("annotation"), page: try fields.value("page"), at: try fields.integer("at"))
    case .replaceAnnotation:
      self = .replaceAnnotation(try fields.value("annotation"), page: try fields.value("page"))
    case .removeAnnotation:
      self = .removeAnnotation(try fields.value("id"), page: try fields.value("page"))
    case .rotatePages: self = .rotatePages(try fields.value("pages"), by: try fields.turn("by"))
    case .movePages: self = .movePages(try fields.value("pages"), to: try fields.index("to"))
    case .placePages: self = .placePages(try fields.value("placements"))
    }
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    func key(_ name: String) -> Fields.Name { Fields.Name(stringValue: name) }
    try fields.encode(kind.rawValue, forKey: key("edit"))
    switch self {
    case .addAnnotation(let annotation, let page, let index):
      try fields.encode(page, forKey: key("page"))
      try fields.encode(annotation, forKey: key("annotation"))
      try fields.encodeIfPresent(index, forKey: key("at"))
    case .replaceAnnotation(let annotation, let page):
      try fields.encode(page, forKey: key("page"))
      try fields.encode(annotation, forKey: key("annotation"))
    case .removeAnnotation(let id, let page):
      try fields.encode(page, forKey: key("page"))
      try fields.encode(id, forKey: key("id"))
    case .rotatePages(let pages, let turn):
      try fields.encode(pages, forKey: key("pages"))
      try fields.encode(turn, forKey: key("by"))
    case .movePages(let pages, let index):
      try fields.encode(pages, forKey: key("pages"))
      try fields.encode(index &+ 1, forKey: key("to"))
    case .placePages(let placements): try fields.encode(placements, forKey: key("placements"))
    }
  }

  private var kind: Kind {
    switch self {
    case .addAnnotation: .addAnnotation
    case .replaceAnnotation: .replaceAnnotation
    case .removeAnnotation: .removeAnnotation
    case .rotatePages: .rotatePages
    case .movePages: .movePages
    case .placePages: .placePages
    }
  }
}

extension Edit.Kind {
  fileprivate var keys: [String] {
    switch self {
    case .addAnnotation: ["page", "annotation", "at"]
    case .replaceAnnotation: ["page", "annotation"]
    case .removeAnnotation: ["page", "id"]
    case .rotatePages: ["pages", "by"]
    case .movePages: ["pages", "to"]
    case .placePages: ["placements"]
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
