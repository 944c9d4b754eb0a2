/// Where a link leads (ISO 32000-2, 12.3.2 and 12.6.4). More may come: have a default where you switch over it.
public enum LinkTarget: Sendable, Hashable {
  /// A web address or another URI. It is kept in ASCII: other characters, and spaces, are percent-encoded.
  case uri(String)
  /// A place in the document. It stays the same page wherever that is moved.
  case place(PageDestination)
  /// A place that the document has under a name: `destination(of:)` of the document looks it up.
  case named(String)
  /// What Postil does not understand and keeps as it is: the kind of the action, such as `Launch` or `JavaScript`, or
  /// `Dest` for a place that is in another document or is no place at all.
  case foreign(String)

  /// A page, as it is shown at the moment.
  public static func page(_ page: PageID) -> LinkTarget { .place(PageDestination(page)) }

  /// The web address or other URI; `nil` for other targets.
  public var webAddress: String? { if case .uri(let address) = self { address } else { nil } }

  /// The same with the URI in ASCII.
  package var normalized: LinkTarget {
    guard case .uri(let uri) = self else { return self }
    return .uri(String(decoding: uri.utf8.flatMap(Self.encoded), as: UTF8.self))
  }

  /// A byte of a URI: what RFC 3986 allows nowhere is percent-encoded.
  private static func encoded(_ byte: UInt8) -> [UInt8] {
    let isAllowed = byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
    let digits = Array("0123456789ABCDEF".utf8)
    return isAllowed ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  /// Whether a link can have it.
  package var isUsable: Bool {
    switch self {
    case .uri(let uri): !uri.isEmpty
    case .named(let name): !name.isEmpty
    case .place(let place): place.isUsable
    case .foreign: true
    }
  }
}

/// A page and how it is shown (ISO 32000-2, table 149).
public struct PageDestination: Sendable, Hashable {
  /// The page.
  public var page: PageID
  /// How it is shown.
  public var view: View

  /// Makes a destination.
  public init(_ page: PageID, view: View = .position()) {
    self.page = page
    self.view = view
  }

  /// How a page is shown. Coordinates are in page space, in points; `nil` leaves things as they are.
  public enum View: Sendable, Hashable {
    /// With a point at the upper left of the window, and a zoom above 0 and up to 1,000: 1 is 100 % (`/XYZ`).
    case position(left: Double? = nil, top: Double? = nil, zoom: Double? = nil)
    /// The whole page (`/Fit`).
    case page
    /// As wide as the window, with a height at its upper edge (`/FitH`).
    case width(top: Double? = nil)
    /// As high as the window, with a place at its left edge (`/FitV`).
    case height(left: Double? = nil)
    /// A rectangle as large as the window allows (`/FitR`).
    case rect(PageRect)
    /// All that is on the page (`/FitB`).
    case content
    /// As wide as what is on the page, with a height at the window's upper edge (`/FitBH`).
    case contentWidth(top: Double? = nil)
    /// As high as what is on the page, with a place at the window's left edge (`/FitBV`).
    case contentHeight(left: Double? = nil)
  }

  fileprivate var isUsable: Bool {
    switch view {
    case .position(let left, let top, let zoom):
      [left, top].allSatisfy { $0?.isUsableCoordinate ?? true } && zoom.map { $0 > 0 && $0 <= 1000 } ?? true
    case .page, .content: true
    case .width(let place), .height(let place), .contentWidth(let place), .contentHeight(let place):
      place?.isUsableCoordinate ?? true
    case .rect(let rect): rect.isUsable
    }
  }
}

extension LinkTarget {
  /// The keys of the target among those of a link.
  static let keys = ["uri", "to", "named", "foreign"]

  /// Reads `"uri": "https://example.org"`, `"to": {"page": 3, …}`, `"named": "chapter.1"` or `"foreign": "Launch"`.
  init(_ fields: Fields) throws {
    guard let target = try LinkTarget(optional: fields) else { throw Self.notOne(fields) }
    self = target
  }

  private static func notOne(_ fields: Fields) -> DecodingError {
    fields.error("a link has one target: 'uri', 'to' or 'named'")
  }

  /// The same; `nil` if there is no such key.
  init?(optional fields: Fields) throws {
    var targets: [LinkTarget] = []
    if let uri: String = try fields.optional("uri") { targets.append(.uri(uri)) }
    if let place: PageDestination = try fields.optional("to") { targets.append(.place(place)) }
    if let name: String = try fields.optional("named") { targets.append(.named(name)) }
    if let action: String = try fields.optional("foreign") { targets.append(.foreign(action)) }
    guard let target = targets.first else { return nil }
    guard targets.count == 1 else { throw Self.notOne(fields) }
    self = target
  }

  func encode(to fields: inout KeyedEncodingContainer<Fields.Name>) throws {
    switch self {
    case .uri(let uri): try fields.encode(uri, forKey: "uri")
    case .place(let place): try fields.encode(place, forKey: "to")
    case .named(let name): try fields.encode(name, forKey: "named")
    case .foreign(let action): try fields.encode(action, forKey: "foreign")
    }
  }
}

extension LinkTarget: Codable {
  /// Reads `{"uri": "https://example.org"}`, `{"to": {"page": 3, …}}`, `{"named": "chapter.1"}` or `{"foreign": "Launch"}`.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(Self.keys, in: "a target")
    try self.init(fields)
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try encode(to: &fields)
  }
}

extension PageDestination: Codable {
  private enum Fit: String, CaseIterable {
    case page, width, height, rect, content, contentWidth, contentHeight
  }

  /// Reads `{"page": 3, "left": 72, "top": 700, "zoom": 1.5}`, where all but the page may be left out, or
  /// `{"page": 3, "fit": "page"}`: `page`, `width` with a `top`, `height` with a `left`, `rect` with a `rect`, and of what is on
  /// the page `content`, `contentWidth` with a `top` or `contentHeight` with a `left`.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    let (left, top): (Double?, Double?) = (try fields.optional("left"), try fields.optional("top"))
    let fit: Fit? = try fields.word("fit")
    let keys =
      switch fit {
      case nil: ["left", "top", "zoom"]
      case .page, .content: [String]()
      case .width, .contentWidth: ["top"]
      case .height, .contentHeight: ["left"]
      case .rect: ["rect"]
      }
    try fields.allow(["page", "fit"] + keys, in: "a destination of this kind")
    let view: View =
      switch fit {
      case nil: .position(left: left, top: top, zoom: try fields.optional("zoom"))
      case .page: .page
      case .width: .width(top: top)
      case .height: .height(left: left)
      case .rect: .rect(try fields.value("rect"))
      case .content: .content
      case .contentWidth: .contentWidth(top: top)
      case .contentHeight: .contentHeight(left: left)
      }
    self.init(try fields.value("page"), view: view)
  }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(page, forKey: "page")
    switch view {
    case .position(let left, let top, let zoom):
      try fields.encodeIfPresent(left, forKey: "left")
      try fields.encodeIfPresent(top, forKey: "top")
      try fields.encodeIfPresent(zoom, forKey: "zoom")
    case .page: try fields.encode(Fit.page.rawValue, forKey: "fit")
    case .width(let top):
      try fields.encode(Fit.width.rawValue, forKey: "fit")
      try fields.encodeIfPresent(top, forKey: "top")
    case .height(let left):
      try fields.encode(Fit.height.rawValue, forKey: "fit")
      try fields.encodeIfPresent(left, forKey: "left")
    case .rect(let rect):
      try fields.encode(Fit.rect.rawValue, forKey: "fit")
      try fields.encode(rect, forKey: "rect")
    case .content: try fields.encode(Fit.content.rawValue, forKey: "fit")
    case .contentWidth(let top):
      try fields.encode(Fit.contentWidth.rawValue, forKey: "fit")
      try fields.encodeIfPresent(top, forKey: "top")
    case .contentHeight(let left):
      try fields.encode(Fit.contentHeight.rawValue, forKey: "fit")
      try fields.encodeIfPresent(left, forKey: "left")
    }
  }
}

extension LinkTarget: CustomStringConvertible {
  /// The address, the page or the name.
  public var description: String {
    switch self {
    case .uri(let uri): uri
    case .place(let place): "\(place.page)"
    case .named(let name): "'\(name)'"
    case .foreign(let action): action
    }
  }
}
