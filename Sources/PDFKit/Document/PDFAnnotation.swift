public import Foundation
internal import Postil

/// A mark on a page. What is set is drawn at once, and written when the document is.
open class PDFAnnotation: NSObject, NSCopying {
  /// The page that it is on; `nil` for one that is on none.
  open internal(set) weak var page: PDFPage?
  /// What it is while it is on no page, and its name at any time.
  private(set) var value: Annotation
  /// The rectangle that it was given: points of lines and paths count from its corner.
  private var given: CGRect?
  private var pendingAction: PDFAction?
  /// Whether a view shows it as pressed. It is kept, and nothing else.
  open var isHighlighted = false

  /// Makes an annotation.
  ///
  /// - Parameters:
  ///   - bounds: Its rectangle, in page space.
  ///   - annotationType: Its kind.
  ///   - properties: Values by ``PDFAnnotationKey`` or its raw value.
  public init(
    bounds: CGRect, forType annotationType: PDFAnnotationSubtype,
    withProperties properties: [AnyHashable: Any]?
  ) {
    value = Self.annotation(PageRect(bounds), annotationType)
    given = bounds
    super.init()
    for (key, property) in properties ?? [:] {
      let name = (key.base as? PDFAnnotationKey)?.rawValue ?? key.base as? String
      if let name { setValue(property, forAnnotationKey: PDFAnnotationKey(rawValue: name)) }
    }
  }

  init(_ annotation: Annotation, on page: PDFPage) {
    value = annotation
    self.page = page
  }

  private static func annotation(_ rect: PageRect, _ type: PDFAnnotationSubtype) -> Annotation {
    let quad = PageQuad(rect)
    switch type {
    case .square: return Annotation(.rectangle(rect))
    case .circle: return Annotation(.ellipse(rect))
    case .line:
      return Annotation(.line(from: rect.origin, to: PagePoint(x: rect.maxX, y: rect.maxY)))
    case .highlight: return Annotation(.highlight([quad]), style: .highlighter)
    case .underline: return Annotation(.underline([quad]), style: .textMarkup(.underline))
    case .strikeOut: return Annotation(.strikeOut([quad]), style: .textMarkup(.strikeOut))
    case .ink: return Annotation(.ink([]))
    case .freeText: return Annotation(.freeText("", in: rect), style: AnnotationStyle(lineWidth: 0))
    case .text: return Annotation(.note(at: PagePoint(x: rect.minX, y: rect.maxY)), style: .note)
    case .stamp:
      return Annotation(
        .stamp(.name(.draft), in: rect), style: AnnotationStyle(color: StampContent.Name.draft.color))
    case .link: return Annotation(.link(rect, to: .foreign("")))
    case .popup: return Annotation(.popup(rect))
    default: return Annotation(.unsupported(subtype: String(type.rawValue.drop { $0 == "/" }), bounds: rect))
    }
  }

  /// A copy with a name of its own, on no page.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = PDFAnnotation(bounds: bounds, forType: .square, withProperties: nil)
    copy.value = Annotation.copies(of: [annotation]).first ?? annotation
    copy.given = given
    copy.pendingAction = pendingAction
    return copy
  }

  // MARK: - Postil

  /// The annotation as it is now.
  var annotation: Annotation {
    guard let page, !page.isUnfinished(self) else { return value }
    return page.enginePage?.annotation(named: value.id) ?? value
  }

  /// Changes it where it is. What it cannot become leaves it as it is.
  func change(_ body: (inout Annotation) -> Void) {
    var new = annotation
    body(&new)
    guard let page, !page.isUnfinished(self) else {
      value = new
      page?.finish(self)
      return
    }
    guard (try? page.engine?.document.replace(new, on: page.pageID)) != nil else { return }
    value = new
  }

  /// Keeps what it is now, for a time on no page.
  func keepValue() { value = annotation }

  /// Gives it what can only be said on a page: where a link leads.
  func prepareForPage() {
    guard let pendingAction, let target = pendingAction.target(in: page?.engine) else { return }
    value.content.link?.target = target
    self.pendingAction = nil
  }

  /// The corner that points of lines and paths count from.
  var corner: PagePoint { PageRect(given ?? bounds).origin }

  // MARK: - What all have

  /// The kind, such as `Square`.
  open var type: String? { annotation.subtype }

  /// Its rectangle, in page space: of shapes that of their outline, without the width of the line.
  open var bounds: CGRect {
    get { given ?? CGRect(annotation.frame) }
    set {
      let (old, new) = (given.map { PageRect($0) } ?? annotation.frame, PageRect(newValue))
      change { annotation in
        if annotation.content.ink != nil || annotation.content.line != nil {
          // What it shows keeps its place in the rectangle.
          annotation = annotation.offset(dx: new.minX - old.minX, dy: new.minY - old.minY)
        } else {
          annotation = annotation.resized(to: new)
        }
      }
      if given != nil { given = newValue }
    }
  }

  /// Its text: of free text what stands on the page.
  open var contents: String? {
    get { annotation.contents }
    set { change { $0.contents = newValue } }
  }

  /// Who made it.
  open var userName: String? {
    get { annotation.author }
    set { change { $0.author = newValue } }
  }

  /// When it was changed.
  open var modificationDate: Date? {
    get { annotation.modificationDate }
    set { change { $0.modificationDate = newValue } }
  }

  /// Whether it is shown.
  open var shouldDisplay: Bool {
    get { annotation.flags.isDisjoint(with: [.hidden, .noView]) }
    set {
      change { if newValue { $0.flags.subtract([.hidden, .noView]) } else { $0.flags.insert(.hidden) } }
    }
  }

  /// Whether it is printed.
  open var shouldPrint: Bool {
    get { annotation.flags.contains(.print) }
    set { change { if newValue { $0.flags.insert(.print) } else { $0.flags.remove(.print) } } }
  }

  /// The color: of shapes and lines that of the line, of free text that of the background. Its alpha is the opacity.
  open var color: PDFKitPlatformColor {
    get {
      let annotation = annotation
      if annotation.content.freeText != nil {
        return annotation.style.fill.map {
          PDFKitPlatformColor($0, opacity: annotation.style.fillOpacity ?? annotation.style.opacity)
        } ?? .clear
      }
      return PDFKitPlatformColor(annotation.style.color, opacity: annotation.style.opacity)
    }
    set {
      change { annotation in
        if annotation.content.freeText != nil {
          annotation.style.fill = newValue.alphaComponent == 0 ? nil : newValue.engineColor
          annotation.style.fillOpacity = newValue.alphaComponent
        } else {
          annotation.style.color = newValue.engineColor
          annotation.style.opacity = newValue.alphaComponent
        }
      }
    }
  }

  /// The border, or the width and dashes of the line; `nil` sets the line as it is by default, and no border of free text.
  open var border: PDFBorder? {
    get { PDFBorder(annotation.style, of: self) }
    set {
      if let newValue {
        apply(newValue)
      } else {
        change { annotation in
          annotation.style.lineWidth = annotation.content.freeText == nil ? 1 : 0
          annotation.style.dash = []
        }
      }
    }
  }

  func apply(_ border: PDFBorder) {
    change { annotation in
      annotation.style.lineWidth = border.lineWidth
      annotation.style.dash = border.dash
    }
  }

  /// Its window; `nil` if it has none. It can be set once the annotation is on a page and says enough to be drawn.
  open var popup: PDFAnnotation? {
    get {
      guard let page, let popup = page.enginePage?.popup(of: value.id) else { return nil }
      return page.object(for: popup)
    }
    set {
      guard let page, !page.isUnfinished(self) else { return }
      if let old = popup { page.removeAnnotation(old) }
      guard let newValue else { return }
      newValue.page?.removeAnnotation(newValue)
      newValue.value = annotation.popup(in: PageRect(newValue.bounds), isOpen: newValue.isOpen)
      page.addAnnotation(newValue)
    }
  }

  /// What a link does; `nil` for other kinds. Setting `nil` leaves what it does.
  open var action: PDFAction? {
    get {
      if let pendingAction { return pendingAction }
      guard let document = page?.document, let target = annotation.content.link?.target else { return nil }
      return PDFAction.action(for: target, in: document)
    }
    set {
      guard annotation.content.link != nil else { return }
      pendingAction = newValue
      guard let page, let target = newValue?.target(in: page.engine) else { return }
      pendingAction = nil
      change { $0.content.link?.target = target }
    }
  }

  /// The address that a link opens.
  open var url: URL? {
    get { (action as? PDFActionURL)?.url }
    set { action = newValue.map { PDFActionURL(url: $0) } }
  }

  /// The place that a link leads to.
  open var destination: PDFDestination? {
    get { (action as? PDFActionGoTo)?.destination }
    set { action = newValue.map { PDFActionGoTo(destination: $0) } }
  }

  /// Whether a picture of it is drawn: of all kinds but links, pop-ups and those that Postil does not draw.
  open var hasAppearanceStream: Bool {
    annotation.capabilities.contains(.drawn) && annotation.content.link == nil
  }
}
