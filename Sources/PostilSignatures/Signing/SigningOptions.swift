public import Foundation
public import PostilFile
public import PostilModel

/// What a signature says, and where it is.
public struct SigningOptions: Sendable {
  /// The form field that a signature is in.
  public enum Place: Sendable, Hashable {
    /// A field for signatures that the document has, by its full name.
    case field(String)
    /// A new field on a page that shows nothing.
    case invisible(on: PageID)
    /// A new field in a rectangle of a page, in points; it shows ``SigningOptions/appearance``.
    case visible(on: PageID, PageRect)
  }

  /// Where the signature is.
  public var place: Place
  /// The name of a new field, without dots, which no field may have yet; `nil` for one that is free: `Signature1`, `Signature2` and
  /// so on.
  public var fieldName: String?
  /// The name of who signs; without one readers show that of the certificate.
  public var name: String?
  /// Why it is signed.
  public var reason: String?
  /// Where it is signed.
  public var location: String?
  /// How to reach who signs.
  public var contact: String?
  /// When it is signed, by the clock of who signs.
  public var date: Date
  /// What the signature permits afterwards, if it is to certify the document: only the first one can. `nil` for an approval,
  /// which forbids nothing.
  public var certifies: PermittedChanges?
  /// What a visible signature shows; `nil` for the name, the reason, the place and the date.
  public var appearance: SignatureAppearance?
  /// How many bytes are reserved for the signature, which is known only when the rest is written: 1,024 to 8,388,608. `nil` for as
  /// many as are usual: 4,096, those of the certificates, and 16,384 for a time stamp; of
  /// `PDFDocument.prepareSignature(_:to:_:)`, which does not know the certificates, 16,384. A signature that is larger is an error
  /// with code `.invalidArgument`.
  public var reservedBytes: Int?
  /// Asks an authority for a time stamp of the signature: it is given a request (RFC 3161, `application/timestamp-query`) and
  /// returns the answer (`application/timestamp-reply`). `nil` for none.
  public var timeStamp: (@Sendable (Data) async throws -> Data)?

  /// Makes options.
  public init(_ place: Place, name: String? = nil, reason: String? = nil, location: String? = nil) {
    self.place = place
    self.name = name
    self.reason = reason
    self.location = location
    date = Date()
  }

  /// How much may be reserved.
  static let reservable = 1024...(8 << 20)

  /// - Throws: `PDFError` with code `.invalidArgument` or `.invalidGeometry`.
  func request(signer: String?, room: Int) throws(PDFError) -> SignatureRequest {
    guard Self.reservable.contains(room) else {
      throw PDFError(.invalidArgument, "1,024 bytes to 8 MB can be reserved for a signature, not \(room).")
    }
    let place: SignatureRequest.Place
    switch self.place {
    case .field(let name): place = .field(name)
    case .invisible(let page): place = .new(name: fieldName, page: page, .zero)
    case .visible(let page, let rect):
      guard rect.isUsable, !rect.isEmpty else {
        throw PDFError(.invalidGeometry, "A visible signature needs a rectangle with a width and a height.")
      }
      place = .new(name: fieldName, page: page, rect)
    }
    var request = SignatureRequest(
      place: place, subFilter: "ETSI.CAdES.detached", date: date, room: room, certifies: certifies)
    (request.name, request.reason, request.location, request.contact) = (name, reason, location, contact)
    let shown = appearance ?? SignatureAppearance(text: words(signer: signer?.withoutControls))
    try shown.requireUsable()
    request.appearance = { shown.appearance(in: $0, $1) }
    return request
  }

  private func words(signer: String?) -> String {
    var lines = [name ?? signer].compactMap(\.self)
    if let reason { lines.append(reason) }
    let day = date.formatted(.iso8601.year().month().day())
    lines.append([location, day].compactMap(\.self).joined(separator: ", "))
    return lines.joined(separator: "\n")
  }
}

/// What a visible signature shows: a text, an image, or both, the image on the left.
public struct SignatureAppearance: Sendable, Hashable {
  /// The text, made as large as fits; lines end at line feeds.
  public var text: String?
  /// The image, such as a signature by hand.
  public var image: Appearance.Image?
  /// The font; its size plays no part.
  public var font: TextFont

  /// Makes an appearance.
  public init(text: String? = nil, image: Appearance.Image? = nil, font: TextFont = TextFont()) {
    self.text = text
    self.image = image
    self.font = font
  }

  func requireUsable() throws(PDFError) {
    do {
      try text.map { try Appearance.Text($0, font: font).requireUsable() }
    } catch {
      throw error as? PDFError ?? PDFError(.invalidArgument, "The text cannot be shown.")
    }
  }

  /// The picture in a rectangle, upright on a page that is turned.
  func appearance(in rect: PageRect, _ rotation: PageRotation) -> Appearance {
    let frame = UprightFrame(rect, rotation)
    let margin = min(frame.width, frame.height) / 12
    let isShared = image != nil && text != nil
    let middle = frame.width / 2
    var items: [Appearance.Item] = []
    if let image {
      let place = frame.insetBy(
        left: margin, top: margin, right: isShared ? middle : margin, bottom: margin)
      items.append(.image(image, in: place, rotation: rotation))
    }
    if let text, !text.isEmpty {
      let place = frame.insetBy(
        left: isShared ? middle + margin : margin, top: margin, right: margin, bottom: margin)
      items.append(.text(Appearance.Text(text, font: font), in: place, rotation: rotation, fitting: .scaled))
    }
    return Appearance(items: items, box: rect)
  }
}
