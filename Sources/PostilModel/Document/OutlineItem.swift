import Foundation

/// An item of a document's outline (ISO 32000-2, 12.3.3), with the items below it: a bookmark.
public struct OutlineItem: Sendable, Hashable, Identifiable {
  /// The name of an item: the same for as long as the document is open, and unique in its outline. Items of a file are
  /// numbered from 1 in the order in which they are shown.
  public struct ID: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible
  {
    /// The name.
    public let rawValue: String
    /// Takes a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Takes a name.
    public init(stringLiteral name: String) { rawValue = name }
    /// The name.
    public var description: String { rawValue }
  }

  /// What tells it from the other items of the outline.
  public let id: ID
  /// Its text (`/Title`).
  public var label: String
  /// Where it leads: a place, a named place, a web address, or an action that is kept as it is; `nil`: nowhere.
  public var target: LinkTarget?
  /// Whether the items below it are shown. Without any it is `false` in the outline of a document.
  public var isOpen: Bool
  /// The color of its text; `nil` is black.
  public var color: Color?
  /// Whether its text is bold.
  public var isBold: Bool
  /// Whether its text is italic.
  public var isItalic: Bool
  /// The items below it, in order.
  public var children: [OutlineItem]
  /// The item of a file that it was read from: keys that have no property here come from there.
  package var origin: Origin?

  package enum Origin: Sendable, Hashable, Codable {
    /// The item of that index of the file as it was opened, in the order in which items are shown, from 0.
    case opened(Int)
    /// The same of another document.
    case imported(SourceID, Int)
  }

  /// Makes an item.
  ///
  /// - Parameters:
  ///   - label: Its text.
  ///   - target: Where it leads.
  ///   - isOpen: Whether the items below it are shown.
  ///   - color: The color of its text; `nil` is black.
  ///   - isBold: Whether its text is bold.
  ///   - isItalic: Whether its text is italic.
  ///   - children: The items below it.
  ///   - id: Its name; a new one without it.
  public init(
    _ label: String, target: LinkTarget? = nil, isOpen: Bool = true, color: Color? = nil,
    isBold: Bool = false,
    isItalic: Bool = false, children: [OutlineItem] = [], id: ID = .unique()
  ) {
    (self.id, self.label, self.target, self.isOpen) = (id, label, target, isOpen)
    (self.color, self.isBold, self.isItalic, self.children) = (color, isBold, isItalic, children)
  }

  /// The place that it leads to; `nil` if it leads nowhere, or its target is of another kind.
  public var destination: PageDestination? {
    get { if case .place(let place)? = target { place } else { nil } }
    set { target = newValue.map(LinkTarget.place) }
  }
}

extension OutlineItem.ID {
  /// A name that no other item has.
  public static func unique() -> Self { Self(rawValue: UUID().uuidString) }
}

extension OutlineItem: Codable {
  private static let keys =
    ["id", "label", "open", "color", "bold", "italic", "children", "origin"] + LinkTarget.keys

  /// Reads `{"label": "Chapter 1", "to": {"page": 3}, "open": true, "color": "FF0000", "bold": true, "italic": false,
  /// "children": [ … ]}`, where all but the label may be left out. In place of `to` there may be a `uri`, a `named` place,
  /// or, with the `id` of an item of the file, the `foreign` action that it has there.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(Self.keys, in: "an outline item")
    let id: String? = try fields.optional("id")
    self.init(
      try fields.value("label"), target: try LinkTarget(optional: fields),
      isOpen: try fields.optional("open") ?? true, color: try fields.optional("color"),
      isBold: try fields.optional("bold") ?? false, isItalic: try fields.optional("italic") ?? false,
      children: try fields.optional("children") ?? [], id: id.map { ID(rawValue: $0) } ?? .unique())
    origin = try fields.optional("origin")
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(id.rawValue, forKey: "id")
    try fields.encode(label, forKey: "label")
    try target?.encode(to: &fields)
    try fields.encode(isOpen, forKey: "open")
    try fields.encodeIfPresent(color, forKey: "color")
    if isBold { try fields.encode(true, forKey: "bold") }
    if isItalic { try fields.encode(true, forKey: "italic") }
    if !children.isEmpty { try fields.encode(children, forKey: "children") }
    // Items of the file are known by their names.
    if case .opened(let index)? = origin, id.rawValue == String(index + 1) { return }
    try fields.encodeIfPresent(origin, forKey: "origin")
  }
}

extension OutlineItem: CustomStringConvertible {
  /// The label, and where it leads: `Chapter 1 -> page 3`.
  public var description: String { label + (target.map { " -> \($0)" } ?? "") }
}
