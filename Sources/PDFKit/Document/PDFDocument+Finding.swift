public import Foundation
internal import Postil

/// What a document tells: all of it is optional.
public protocol PDFDocumentDelegate: AnyObject {
  /// A search begins.
  func documentDidBeginDocumentFind(_ notification: Notification)
  /// A search found something.
  func didMatchString(_ instance: PDFSelection)
  /// A search ended.
  func documentDidEndDocumentFind(_ notification: Notification)
}

extension PDFDocumentDelegate {
  /// Does nothing.
  public func documentDidBeginDocumentFind(_ notification: Notification) {}
  /// Does nothing.
  public func didMatchString(_ instance: PDFSelection) {}
  /// Does nothing.
  public func documentDidEndDocumentFind(_ notification: Notification) {}
}

extension Notification.Name {
  /// A search begins.
  public static let PDFDocumentDidBeginFind = Notification.Name("PDFDocumentDidBeginFind")
  /// A search found something: the selection is in `userInfo`, by ``PDFDocumentFoundSelectionKey``.
  public static let PDFDocumentDidFindMatch = Notification.Name("PDFDocumentDidFindMatch")
  /// A search ended.
  public static let PDFDocumentDidEndFind = Notification.Name("PDFDocumentDidEndFind")
}

/// The key of what was found in the `userInfo` of ``Foundation/Notification/Name/PDFDocumentDidFindMatch``.
public let PDFDocumentFoundSelectionKey = "PDFDocumentFoundSelection"

extension PDFDocument {
  /// Searches, and tells the delegate and those who observe the notifications of each place. Unlike in PDFKit, which needs a run loop for
  /// it, the search is over when this returns.
  public func beginFindString(_ string: String, withOptions options: NSString.CompareOptions = []) {
    beginFindStrings([string], withOptions: options)
  }

  /// Searches for several texts, page by page. Ignored while a search is going on.
  public func beginFindStrings(_ strings: [String], withOptions options: NSString.CompareOptions = []) {
    guard !isFinding else { return }
    isFinding = true
    isFindingCancelled = false
    let begin = Notification(name: .PDFDocumentDidBeginFind, object: self)
    delegate?.documentDidBeginDocumentFind(begin)
    NotificationCenter.default.post(begin)
    for page in pages {
      for match in strings.flatMap({ matches(of: $0, options, on: page) }) where !isFindingCancelled {
        delegate?.didMatchString(match)
        NotificationCenter.default.post(
          name: .PDFDocumentDidFindMatch, object: self, userInfo: [PDFDocumentFoundSelectionKey: match])
      }
      if isFindingCancelled { break }
    }
    isFinding = false
    let end = Notification(name: .PDFDocumentDidEndFind, object: self)
    delegate?.documentDidEndDocumentFind(end)
    NotificationCenter.default.post(end)
  }

  /// Ends a search, when called while it tells of something.
  public func cancelFindString() { isFindingCancelled = true }
}
