public import Foundation
internal import Postil

/// What a link or an outline item does: one of the classes below, or another action of the file, which is kept.
open class PDFAction: NSObject {
  /// The kind, such as `GoTo`, `URI` or `Launch`.
  public let type: String
  /// What it is in the file, if Postil does not know its kind.
  let foreign: LinkTarget?

  init(type: String, foreign: LinkTarget? = nil) {
    self.type = type
    self.foreign = foreign
  }
}

/// Goes to a place in the document.
open class PDFActionGoTo: PDFAction {
  /// The place.
  open var destination: PDFDestination

  /// Makes the action.
  public init(destination: PDFDestination) {
    self.destination = destination
    super.init(type: "GoTo")
  }
}

/// Opens an address.
open class PDFActionURL: PDFAction {
  /// The address.
  open var url: URL?

  /// Makes the action.
  public init(url: URL) {
    self.url = url
    super.init(type: "URI")
  }
}

extension PDFAction {
  static func action(for target: LinkTarget, in document: PDFDocument) -> PDFAction? {
    switch target {
    case .uri(let text): return URL(string: text).map { PDFActionURL(url: $0) }
    case .place, .named:
      guard let place = try? document.engine?.document.destination(of: target) else { return nil }
      return PDFDestination(place, in: document).map { PDFActionGoTo(destination: $0) }
    case .foreign(let kind): return PDFAction(type: kind, foreign: target)
    @unknown default: return nil
    }
  }

  /// `nil` if it leads to no page of the document.
  func target(in engine: Engine?) -> LinkTarget? {
    switch self {
    case let go as PDFActionGoTo: go.destination.target(in: engine).map { .place($0) }
    case let open as PDFActionURL: open.url.map { .uri($0.absoluteString) }
    default: foreign
    }
  }
}
