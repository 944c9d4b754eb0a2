extension EditScript.Step: Codable {
  /// The kinds of step besides the edits, as scripts call them.
  private enum Name: String, CaseIterable {
    case erase, clear, group, undo, redo

    var keys: [String] {
      switch self {
      case .erase: ["edit", "page", "along", "width"]
      case .clear: ["edit", "page"]
      case .group: ["edit", "name", "edits"]
      case .undo, .redo: ["edit"]
      }
    }
  }

  /// Reads an ``Edit``, `"undo"`, `"redo"`, or one of
  ///
  /// ```json
  /// {"edit": "erase", "page": 1, "along": [[100, 100], [200, 120]], "width": 12}
  /// {"edit": "clear", "page": 1}
  /// {"edit": "group", "name": "Mark up", "edits": [ … ]}
  /// {"edit": "undo"}
  /// ```
  public init(from decoder: any Decoder) throws {
    if let word = try? decoder.singleValueContainer().decode(String.self) {
      self = try Self.step(word, decoder)
      return
    }
    let fields = try Fields(decoder)
    let name: String = try fields.value("edit")
    guard let kind = Name(rawValue: name) else {
      guard Edit.Name(rawValue: name) != nil else { throw fields.error(Self.unknown(name), at: "edit") }
      self = .edit(try Edit(from: decoder))
      return
    }
    try fields.allow(kind.keys, in: name)
    self = try Self.step(kind, fields)
  }

  private static func step(_ word: String, _ decoder: any Decoder) throws -> Self {
    switch word {
    case "undo": return .undo
    case "redo": return .redo
    default:
      let message = "a step is an object with the key 'edit', or \"undo\" or \"redo\""
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: message))
    }
  }

  private static func step(_ kind: Name, _ fields: Fields) throws -> Self {
    switch kind {
    case .undo: return .undo
    case .redo: return .redo
    case .clear: return .clear(page: try fields.value("page"))
    case .erase:
      let width = try fields.number("width", in: 0...AnnotationStyle.maximumLineWidth)
      guard let width, width > 0 else { throw fields.error("a width above 0 is needed", at: "width") }
      return .erase(page: try fields.value("page"), along: try fields.value("along"), width: width)
    case .group:
      let steps: [Self] = try fields.value("edits")
      guard !steps.contains(.undo), !steps.contains(.redo) else {
        throw fields.error("undo and redo cannot stand in a group: a group is undone as a whole", at: "edits")
      }
      return .group(name: try fields.optional("name"), steps)
    }
  }

  private static func unknown(_ name: String) -> String {
    let names = Edit.Name.allCases.map(\.rawValue) + Name.allCases.map(\.rawValue)
    return "there is no edit '\(name)'; use one of \(names.joined(separator: ", "))"
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    if case .edit(let edit) = kind { return try edit.encode(to: encoder) }
    var fields = encoder.container(keyedBy: Fields.Name.self)
    func key(_ name: String) -> Fields.Name { Fields.Name(stringValue: name) }
    func encode(_ kind: Name) throws { try fields.encode(kind.rawValue, forKey: key("edit")) }
    switch kind {
    case .edit: break
    case .undo: try encode(.undo)
    case .redo: try encode(.redo)
    case .clear(let page):
      try encode(.clear)
      try fields.encode(page, forKey: key("page"))
    case .erase(let page, let points, let width):
      try encode(.erase)
      try fields.encode(page, forKey: key("page"))
      try fields.encode(points, forKey: key("along"))
      try fields.encode(width, forKey: key("width"))
    case .group(let name, let steps):
      try encode(.group)
      try fields.encodeIfPresent(name, forKey: key("name"))
      try fields.encode(steps, forKey: key("edits"))
    }
  }
}
