extension AnnotationShape {
  /// The kinds as scripts call them.
  private enum Kind: String, CaseIterable {
    case line, rectangle, ellipse, ink, other

    /// The keys that say where it is.
    var keys: [String] {
      switch self {
      case .line: ["from", "to", "startEnding", "endEnding"]
      case .rectangle, .ellipse: ["rect"]
      case .ink: ["strokes", "areas"]
      case .other: ["subtype", "bounds"]
      }
    }
  }

  /// Reads the shape's part of an annotation, and refuses keys that are neither its own nor `others`.
  init(_ fields: Fields, besides others: [String]) throws {
    guard let kind = try fields.word("kind", as: Kind.self) else {
      throw fields.error("the key 'kind' is missing; it is line, rectangle, ellipse, ink or other")
    }
    try fields.allow(["kind"] + kind.keys + others, in: "an annotation of kind \(kind.rawValue)")
    switch kind {
    case .line:
      self = .line(
        from: try fields.value("from"), to: try fields.value("to"),
        start: try fields.word("startEnding") ?? LineEnding.none,
        end: try fields.word("endEnding") ?? LineEnding.none)
    case .rectangle: self = .rectangle(try fields.value("rect"))
    case .ellipse: self = .ellipse(try fields.value("rect"))
    case .ink:
      self = .ink(try fields.optional("strokes") ?? [], areas: try fields.optional("areas") ?? [])
    case .other:
      self = .other(subtype: try fields.value("subtype"), bounds: try fields.value("bounds"))
    }
  }

  /// Writes the kind and where it is.
  func encode(to fields: inout KeyedEncodingContainer<Fields.Name>) throws {
    func key(_ name: String) -> Fields.Name { Fields.Name(stringValue: name) }
    try fields.encode(kind.rawValue, forKey: key("kind"))
    switch self {
    case .line(let from, let to, let start, let end):
      try fields.encode(from, forKey: key("from"))
      try fields.encode(to, forKey: key("to"))
      if start != .none { try fields.encode(start, forKey: key("startEnding")) }
      if end != .none { try fields.encode(end, forKey: key("endEnding")) }
    case .rectangle(let rect), .ellipse(let rect): try fields.encode(rect, forKey: key("rect"))
    case .ink(let strokes, let areas):
      try fields.encode(strokes, forKey: key("strokes"))
      if !areas.isEmpty { try fields.encode(areas, forKey: key("areas")) }
    case .other(let subtype, let bounds):
      try fields.encode(subtype, forKey: key("subtype"))
      try fields.encode(bounds, forKey: key("bounds"))
    }
  }

  private var kind: Kind {
    switch self {
    case .line: .line
    case .rectangle: .rectangle
    case .ellipse: .ellipse
    case .ink: .ink
    case .other: .other
    }
  }
}
