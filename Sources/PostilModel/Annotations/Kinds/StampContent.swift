public import Foundation

/// A stamp (`/Stamp`): one of the standard words, a text, an image, a page of a document, or a picture of your own, in a rectangle.
public struct StampContent: Sendable, Hashable {
  /// The words that PDF has names for (`/Name`, ISO 32000-2, table 184).
  public struct Name: RawRepresentable, Sendable, Hashable, CaseIterable {
    /// The name in the file: `NotApproved`.
    public let rawValue: String
    /// Makes a name; others than the standard ones are shown in the same way: `ForReview` as `FOR REVIEW`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `APPROVED`.
    public static let approved = Name(rawValue: "Approved")
    /// `AS IS`.
    public static let asIs = Name(rawValue: "AsIs")
    /// `CONFIDENTIAL`.
    public static let confidential = Name(rawValue: "Confidential")
    /// `DEPARTMENTAL`.
    public static let departmental = Name(rawValue: "Departmental")
    /// `DRAFT`.
    public static let draft = Name(rawValue: "Draft")
    /// `EXPERIMENTAL`.
    public static let experimental = Name(rawValue: "Experimental")
    /// `EXPIRED`.
    public static let expired = Name(rawValue: "Expired")
    /// `FINAL`.
    public static let final = Name(rawValue: "Final")
    /// `FOR COMMENT`.
    public static let forComment = Name(rawValue: "ForComment")
    /// `FOR PUBLIC RELEASE`.
    public static let forPublicRelease = Name(rawValue: "ForPublicRelease")
    /// `NOT APPROVED`.
    public static let notApproved = Name(rawValue: "NotApproved")
    /// `NOT FOR PUBLIC RELEASE`.
    public static let notForPublicRelease = Name(rawValue: "NotForPublicRelease")
    /// `SOLD`.
    public static let sold = Name(rawValue: "Sold")
    /// `TOP SECRET`.
    public static let topSecret = Name(rawValue: "TopSecret")

    /// The standard names.
    public static let allCases: [Name] = [
      approved, asIs, confidential, departmental, draft, experimental, expired, final, forComment,
      forPublicRelease, notApproved, notForPublicRelease, sold, topSecret,
    ]

    /// The words as the stamp shows them: `NOT APPROVED`.
    public var words: String {
      var result = ""
      for character in rawValue {
        if character.isUppercase, !result.isEmpty { result += " " }
        result += character.uppercased()
      }
      return result
    }

    /// The color that such stamps usually have: green for what is good, red for what is not, else blue.
    public var color: Color {
      switch self {
      case .approved, .final, .forPublicRelease, .sold: Color(red: 0.1, green: 0.5, blue: 0.15)
      case .notApproved, .notForPublicRelease, .confidential, .topSecret, .expired:
        Color(red: 0.75, green: 0.1, blue: 0.1)
      default: Color(red: 0.1, green: 0.2, blue: 0.6)
      }
    }
  }

  /// What a stamp shows.
  public enum Picture: Sendable, Hashable {
    /// One of the standard words, in a frame, in the style's color.
    case name(Name)
    /// A text in a frame, in the style's color, and a smaller line below it, such as an author and a date.
    case text(String, detail: String = "")
    /// An image.
    case image(Appearance.Image)
    /// A page of a PDF document, by its index from 0, not as pixels.
    case page(of: Data, index: Int = 0)
    /// A picture of paths, texts and images. What it covers in its own space (its box, or what it paints) is fitted into the rectangle.
    case drawing(Appearance)
    /// What the file has, and the name that it gives. A stamp that was read shows that, unless it has words only: it can be
    /// moved and resized, but not be given another style or be added elsewhere.
    case fromFile(name: String?)
  }

  /// What it shows.
  public var picture: Picture
  /// Where: images, pages and drawings keep their aspect, in the middle of the rectangle.
  public var rect: PageRect
  /// How far the page is turned on which it stands upright.
  public var rotation: PageRotation

  /// Makes a stamp.
  public init(_ picture: Picture, in rect: PageRect, rotation: PageRotation = .none) {
    self.picture = picture
    self.rect = rect
    self.rotation = rotation
  }
}

extension AnnotationContent {
  /// A stamp (`/Stamp`).
  public static func stamp(
    _ picture: StampContent.Picture, in rect: PageRect, rotation: PageRotation = .none
  ) -> AnnotationContent {
    AnnotationContent(StampContent(picture, in: rect, rotation: rotation))
  }

  /// The stamp; `nil` for another kind.
  public var stamp: StampContent? {
    get { self[as: StampContent.self] }
    set { self[as: StampContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// A stamp (`/Stamp`).
  public static let stamp = AnnotationContent.Kind(rawValue: StampContent.name)
}

extension StampContent: AnnotationKind {
  package static let subtype = "Stamp"
  package static let name = "stamp"
  package static let title = "Stamp"
  package static let keys = [
    "rect", "rotation", "name", "text", "detail", "image", "document", "page", "drawing", "fromFile",
  ]
  package static let capabilities: AnnotationCapabilities = [
    .drawn, .added, .restyled, .moved, .resized, .erasedWhole, .cleared, .turned,
  ]
  package var isPathsOnly: Bool { false }

  package var capabilities: AnnotationCapabilities {
    if case .fromFile = picture { [.moved, .resized] } else { Self.capabilities }
  }

  package var points: [PagePoint] { rect.corners }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> StampContent {
    StampContent(picture, in: rect.mapCorners(transform), rotation: rotation)
  }

  package var keepsAspect: Bool { true }

  package func turned(by turn: PageRotation) -> StampContent {
    let center = rect.center
    var result = mapPoints { $0.turned(by: turn, about: center) }
    result.rotation = rotation - turn
    return result
  }

  package func bounds(_ style: AnnotationStyle) -> PageRect { rect }

  package func appearance(_ style: AnnotationStyle) -> Appearance {
    let items: [Appearance.Item] =
      switch picture {
      case .name(let name): framed(name.words, detail: "", style)
      case .text(let text, let detail): framed(text, detail: detail, style)
      case .image(let image): [.image(image, in: rect, rotation: rotation)]
      case .page(let document, let index): [.page(of: document, index: index, in: rect, rotation: rotation)]
      case .drawing(let picture): drawn(picture)
      case .fromFile: []
      }
    return Appearance(items: items, opacity: style.opacity, box: items.isEmpty ? nil : rect)
  }

  private func drawn(_ picture: Appearance) -> [Appearance.Item] {
    let placed = picture.placed(in: UprightFrame(rect, rotation))
    let isPlain = placed.opacity == 1 && placed.blendMode == .normal && placed.box.map { $0 == rect } ?? true
    return isPlain ? placed.items : [.group(placed)]
  }

  /// A frame with rounded corners inside of the rectangle, and the words as large as they fit.
  private func framed(_ text: String, detail: String, _ style: AnnotationStyle) -> [Appearance.Item] {
    let height = min(rect.width, rect.height)
    let width = min(max(style.lineWidth, 0), height / 4)
    let frame = rect.insetBy(width / 2)
    let pen = width > 0 ? Appearance.Pen(color: style.color, width: width, isRound: true) : nil
    let path = PagePath.roundedRectangle(frame, radius: height / 6)
    let box: [Appearance.Item] =
      pen == nil && style.fill == nil ? [] : [Appearance.Item(path: path, fill: style.fill, pen: pen)]
    let room = UprightFrame(rect.insetBy(width + height / 10), rotation)
    func words(_ string: String, _ place: PageRect, isBold: Bool) -> [Appearance.Item] {
      guard !string.isEmpty else { return [] }
      let font = TextFont("Helvetica", size: 24, isBold: isBold)
      let text = Appearance.Text(string, font: font, color: style.color, alignment: .center)
      return [.text(text, in: place, rotation: rotation, fitting: .scaled)]
    }
    guard !detail.isEmpty else { return box + words(text, room.frame, isBold: true) }
    return box + words(text, room.band(from: 0, to: 0.66), isBold: true)
      + words(detail, room.band(from: 0.7, to: 1), isBold: false)
  }

  package func isVisible(_ style: AnnotationStyle) -> Bool {
    switch picture {
    case .fromFile: true
    case .name, .image, .page: !rect.isEmpty
    case .text(let text, let detail): !rect.isEmpty && !(text + detail).isEmpty
    case .drawing(let picture): !rect.isEmpty && !picture.items.isEmpty
    }
  }

  package func requireUsable() throws {
    switch picture {
    case .text(let text, let detail):
      for string in [text, detail] { try Appearance.Text(string).requireUsable() }
    case .drawing(let picture): try picture.requireUsable()
    case .name, .image, .page, .fromFile: break
    }
  }

  package var heldByteCount: Int {
    if case .drawing(let picture) = picture { picture.byteCount + picture.heldByteCount } else { 0 }
  }
}

extension UprightFrame {
  /// The part from one to another share of the height, from the top as the reader sees it.
  fileprivate func band(from top: Double, to bottom: Double) -> PageRect {
    insetBy(top: top * height, bottom: (1 - bottom) * height)
  }
}

extension StampContent: Codable {
  /// Reads `{"rect": [x, y, width, height], "name": "Draft"}`; instead of the name `"text"` with or without `"detail"`,
  /// `"image"` or `"document"` in base 64, the latter with or without `"page"`, its index from 0, `"drawing"`, an ``Appearance``, or
  /// `"fromFile": true`.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    let rect: PageRect = try fields.value("rect")
    func data(_ key: String) throws -> Data? {
      guard let text: String = try fields.optional(key) else { return nil }
      guard let data = Data(base64Encoded: text) else { throw fields.error("this is not base 64", at: key) }
      return data
    }
    let name: String? = try fields.optional("name")
    let picture: Picture
    if try fields.optional("fromFile") == true {
      picture = .fromFile(name: name)
    } else if let text: String = try fields.optional("text") {
      picture = .text(text, detail: try fields.optional("detail") ?? "")
    } else if let bytes = try data("image") {
      do {
        picture = .image(try Appearance.Image(bytes))
      } catch {
        throw fields.error(error.message, at: "image")
      }
    } else if let bytes = try data("document") {
      picture = .page(of: bytes, index: try fields.integer("page") ?? 0)
    } else if let drawing: Appearance = try fields.optional("drawing") {
      picture = .drawing(drawing)
    } else {
      picture = .name(Name(rawValue: try name ?? fields.value("name")))
    }
    self.init(picture, in: rect, rotation: try fields.rotation("rotation") ?? .none)
  }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(rect, forKey: "rect")
    if rotation != .none { try fields.encode(rotation, forKey: "rotation") }
    switch picture {
    case .name(let name): try fields.encode(name.rawValue, forKey: "name")
    case .text(let text, let detail):
      try fields.encode(text, forKey: "text")
      if !detail.isEmpty { try fields.encode(detail, forKey: "detail") }
    case .image(let image): try fields.encode(image.data.base64EncodedString(), forKey: "image")
    case .page(let document, let index):
      try fields.encode(document.base64EncodedString(), forKey: "document")
      if index != 0 { try fields.encode(index, forKey: "page") }
    case .drawing(let picture): try fields.encode(picture, forKey: "drawing")
    case .fromFile(let name):
      try fields.encode(true, forKey: "fromFile")
      try fields.encodeIfPresent(name, forKey: "name")
    }
  }
}

extension StampContent: CustomStringConvertible {
  /// What it shows and where: `stamp DRAFT in …`.
  public var description: String {
    let what =
      switch picture {
      case .name(let name): name.words
      case .text(let text, _): text
      case .image(let image): "of an image of \(image.width) × \(image.height) pixels"
      case .page(_, let index): "of page \(index + 1) of a document"
      case .drawing(let picture): "of a drawing of \(picture.items.count) parts"
      case .fromFile(let name): name ?? "of the file"
      }
    return "stamp \(what) in \(rect)"
  }
}
