import Foundation
import Postil

/// That a coupon was redeemed: who did it, when, and in which revision of its file.
public struct Redemption: Sendable, Hashable {
  /// The coupon.
  public var code: String
  /// Who redeemed it.
  public var name: String
  /// When.
  public var date: Date
  /// The revision of the file that has the stamp first; `nil` if the file was written anew since, without its older revisions.
  public var revision: Int?
  /// Whether the stamp is not in the file as it is now: somebody took it away, and the revision still has it.
  public var isStampRemoved = false
}

extension Redemption: CustomStringConvertible {
  /// The coupon, who redeemed it and when: `A17: redeemed 2026-11-23 14:05 UTC by Café Central (revision 3)`.
  public var description: String {
    "\(code): redeemed \(date.inMinutes) by \(name)" + (revision.map { " (revision \($0))" } ?? "")
      + (isStampRemoved ? ", the stamp was removed later" : "")
  }
}

extension Redemption {
  /// What the names of all stamps begin with.
  static let prefix = "redeemed/"
  private static let revisionKey = "revision"
  /// Red on white through which the sheet shows a little, so that the words are legible on whatever is below.
  private static let style = AnnotationStyle(
    color: Color(red: 0.75, green: 0.08, blue: 0.1), fill: .white, lineWidth: 2.5, opacity: 0.9)

  static func id(_ code: String) -> AnnotationID { AnnotationID(rawValue: prefix + code) }

  /// Reads a stamp; `nil` if it is another annotation.
  init?(_ annotation: Annotation, revisions: Int) {
    guard annotation.id.rawValue.hasPrefix(Self.prefix) else { return nil }
    code = String(annotation.id.rawValue.dropFirst(Self.prefix.count))
    name = annotation.author ?? ""
    date = annotation.creationDate ?? annotation.modificationDate ?? .distantPast
    revision = annotation.metadata[Self.revisionKey].flatMap { Int($0) }
    if let number = revision, !(2...max(2, revisions)).contains(number) { revision = nil }
  }

  /// The stamp.
  func annotation(in rect: PageRect, rotation: PageRotation) -> Annotation {
    Annotation(
      .stamp(.text("REDEEMED", detail: "\(date.inMinutes) · \(name)"), in: rect, rotation: rotation),
      style: Self.style,
      contents: "Redeemed \(date.inMinutes) by \(name)", author: name, subject: code, creationDate: date,
      modificationDate: date, flags: [.print, .locked, .lockedContents],
      metadata: [Self.revisionKey: String(revision ?? 0)], id: Self.id(code))
  }
}

extension Date {
  /// The date and the time in UTC, to the minute: `2026-11-23 14:05 UTC`.
  var inMinutes: String {
    formatted(.iso8601).prefix(16).replacing("T", with: " ") + " UTC"
  }
}
