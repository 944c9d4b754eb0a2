/// One change to a document. Everything that changes a document is one of these values: they are
/// the undo history and the script of `postil apply`. More kinds may come.
public enum Edit: Sendable, Hashable {
  /// Puts an annotation on a page, at a place in its list where 0 is the bottom; `nil` is the top.
  case addAnnotation(Annotation, page: PageID, at: Int? = nil)
  /// Puts an annotation in the place of the one with the same id.
  case replaceAnnotation(Annotation, page: PageID)
  /// Takes an annotation off a page.
  case removeAnnotation(AnnotationID, page: PageID)
  /// Turns pages clockwise, each from the way it is now.
  case rotatePages([PageID], by: PageRotation)
  /// Moves pages, in the order given, so that the first of them has index `to` in the result.
  case movePages([PageID], to: Int)
  /// Puts each page at its index in the result; the other pages keep their order. This is what
  /// takes back a move of pages that did not stand together.
  case placePages([PagePlacement])

  /// The edit that makes a change to the annotations of a page.
  public init(_ change: AnnotationChange, page: PageID) {
    switch change {
    case .add(let annotation, let index): self = .addAnnotation(annotation, page: page, at: index)
    case .replace(let annotation): self = .replaceAnnotation(annotation, page: page)
    case .remove(let id): self = .removeAnnotation(id, page: page)
    }
  }

  /// The pages it is about.
  public var pages: [PageID] {
    switch self {
    case .addAnnotation(_, let page, _), .replaceAnnotation(_, let page), .removeAnnotation(_, let page):
      [page]
    case .rotatePages(let pages, _), .movePages(let pages, _): pages
    case .placePages(let placements): placements.map(\.page)
    }
  }

  /// The page whose annotations it changes, or `nil` if it changes none.
  public var annotatedPage: PageID? {
    switch self {
    case .addAnnotation(_, let page, _), .replaceAnnotation(_, let page), .removeAnnotation(_, let page): page
    case .rotatePages, .movePages, .placePages: nil
    }
  }

  /// What a menu calls it after "Undo".
  public var name: String {
    switch self {
    case .addAnnotation: "Add Annotation"
    case .replaceAnnotation: "Change Annotation"
    case .removeAnnotation: "Delete Annotation"
    case .rotatePages: "Rotate"
    case .movePages, .placePages: "Move"
    }
  }
}
