import Foundation
import Postil

/// A file of one or many coupons: says which are redeemed, redeems them, and shows what was.
///
/// Where a coupon is, a named place of the document says (`coupon/` and the code): the rectangle in which it is stamped.
public struct CouponFile: Sendable {
  /// The longest code, in bytes of UTF-8.
  public static let longestCode = 100
  /// The longest name of who redeems, in characters.
  public static let longestName = 60

  /// The file.
  public let url: URL

  /// Names a file. It is read by each call, as it is at that moment.
  public init(_ url: URL) { self.url = url }

  // MARK: - Asking

  /// Whether a coupon is redeemed: whether its page has the stamp. What older revisions have, ``history()`` tells.
  ///
  /// - Returns: How it was; `nil` if it is still good.
  /// - Throws: ``CouponError`` if the file has no such coupon; `PDFError`.
  public func redemption(of code: String) throws -> Redemption? {
    let document = try PDFDocument.openAndWait(url)
    return try redemption(of: code, on: place(of: code, in: document).page, of: document)
  }

  private func redemption(of code: String, on page: PageID, of document: PDFDocument) throws -> Redemption? {
    try document.page(page).annotation(named: Redemption.id(code))
      .flatMap { Redemption($0, revisions: document.revisionCount) }
  }

  /// All redemptions, oldest first, those whose stamp somebody removed since included.
  public func history() throws -> [Redemption] {
    let document = try PDFDocument.openAndWait(url)
    let shown = try Self.stamps(of: document).compactMap {
      Redemption($0, revisions: document.revisionCount)
    }
    return (try removed(from: document, shown) + shown)
      .sorted { ($0.date, $0.revision ?? 0) < ($1.date, $1.revision ?? 0) }
  }

  /// The codes of all coupons, in the order of their pages.
  public func codes() throws -> [String] {
    let document = try PDFDocument.openAndWait(url)
    return try document.namedDestinations
      .filter { $0.name.hasPrefix(Self.prefix) }
      .map { (name: $0.name, page: document.index(of: $0.destination.page) ?? 0) }
      .sorted { ($0.page, $0.name) < ($1.page, $1.name) }
      .map { String($0.name.dropFirst(Self.prefix.count)) }
  }

  // MARK: - Redeeming

  /// Stamps a coupon, and appends that to the file: a revision of its own.
  ///
  /// Of several programs that redeem a coupon at one time one succeeds. The file is looked at under its lock before a save
  /// appends to it; if another program appended meanwhile, all is looked at again.
  ///
  /// - Parameters:
  ///   - code: The coupon.
  ///   - name: Who redeems it.
  ///   - date: When.
  /// - Returns: The redemption, with its revision.
  /// - Throws: ``CouponError`` if there is no such coupon, or it is redeemed already; `PDFError`. Nothing is written then.
  @discardableResult
  public func redeem(_ code: String, by name: String, at date: Date = Date()) throws -> Redemption {
    guard !name.isEmpty, name.count <= Self.longestName, !name.contains(where: \.isNewline) else {
      throw CouponError("Who redeems is named by 1 to \(Self.longestName) characters, in one line.")
    }
    // Each time another program got ahead, with another coupon of the file, so that somebody always makes progress.
    for _ in 0..<1_000 {
      do {
        return try redeemOnce(code, by: name, at: date)
      } catch let error as PDFError where error.code == .fileChanged {
        continue
      }
    }
    throw CouponError("Others go on writing to the file: try again.")
  }

  private func redeemOnce(_ code: String, by name: String, at date: Date) throws -> Redemption {
    let document = try PDFDocument.openAndWait(url)
    let (page, rect) = try place(of: code, in: document)
    if let earlier = try redemption(of: code, on: page, of: document) {
      throw CouponError("The coupon is redeemed already. \(earlier)")
    }
    // Of this file and no other: the save fails if it is not what was opened.
    let redemption = Redemption(code: code, name: name, date: date, revision: document.revisionCount + 1)
    let rotation = try document.page(page).rotation
    try document.add(redemption.annotation(in: rect, rotation: rotation), to: page)
    try document.saveAndWait(to: nil, .incremental(safety: .inPlace))
    return redemption
  }

  // MARK: - Showing

  /// A picture of a coupon as it was after one of the saves of the file.
  ///
  /// - Parameters:
  ///   - code: The coupon; `nil` for the first page.
  ///   - number: The revision, from 1; `nil` for the newest.
  ///   - scale: Pixels a point.
  /// - Throws: ``CouponError`` if the file has no such coupon then; `PDFError` if it has no such revision.
  public func picture(of code: String? = nil, revision number: Int? = nil, scale: Double = 2) async throws
    -> PageImage
  {
    let newest = try await PDFDocument.open(url)
    let document = try number.map(newest.revision) ?? newest
    let page = try code.map { try place(of: $0, in: document).page } ?? document.page(at: 0).id
    var options = RenderOptions()
    options.previewFolder = nil
    return try await PageRenderer(document, options: options).image(of: page, scale: scale)
  }

  // MARK: - Places

  private static let prefix = "coupon/"

  /// Names the place where a coupon is stamped.
  static func place(_ code: String, on page: PageID, _ rect: PageRect) -> NamedDestination {
    NamedDestination(prefix + code, PageDestination(page, view: .rect(rect)))
  }

  private func place(of code: String, in document: PDFDocument) throws -> (page: PageID, rect: PageRect) {
    guard let place = try document.destination(named: Self.prefix + code), case .rect(let rect) = place.view
    else { throw CouponError("'\(url.lastPathComponent)' has no coupon '\(code)'.") }
    return (place.page, rect)
  }

  // MARK: - Stamps

  private static func stamps(of document: PDFDocument) throws -> [Annotation] {
    try document.annotationsAndWait { $0.id.rawValue.hasPrefix(Redemption.prefix) }.map(\.annotation)
  }

  /// The redemptions whose stamps are in older revisions only.
  private func removed(from document: PDFDocument, _ shown: [Redemption]) throws -> [Redemption] {
    let redeeming = Set(shown.compactMap(\.revision))
    let codes = Set(shown.map(\.code))
    var found: [String: Redemption] = [:]
    // A revision that only redeemed a coupon removed no stamp, so what was before it need not be read.
    for number in (1..<document.revisionCount).reversed() where !redeeming.contains(number + 1) {
      let older = try document.revision(number)
      // Before that the sheets were made.
      guard try older.namedDestinations.contains(where: { $0.name.hasPrefix(Self.prefix) }) else { break }
      for stamp in try Self.stamps(of: older) {
        guard var redemption = Redemption(stamp, revisions: document.revisionCount),
          !codes.contains(redemption.code)
        else { continue }
        redemption.isStampRemoved = true
        found[redemption.code] = redemption
      }
    }
    return Array(found.values)
  }
}
