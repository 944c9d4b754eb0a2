public import Foundation
internal import Postil

/// A page of a document, or one that is in none yet.
open class PDFPage: NSObject, NSCopying {
  /// The document that it is a page of.
  open internal(set) weak var document: PDFDocument?
  /// What has the page, also while it is in no document of PDFKit; `nil` if there was no memory for it.
  var engine: Engine?
  var pageID: PageID
  /// The annotations that were asked for, or added, by their names.
  private var annotationObjects: [AnnotationID: PDFAnnotation] = [:]
  /// Annotations that say too little to be drawn yet, such as ink without a path.
  private var unfinished: [PDFAnnotation] = []
  /// Whether annotations are drawn in thumbnails.
  open var displaysAnnotations = true

  init(_ engine: Engine?, _ id: PageID, of document: PDFDocument?) {
    self.engine = engine
    pageID = id
    self.document = document
  }

  /// Makes an empty page of US Letter.
  public override init() {
    let made = Self.made { try $0.insertBlankPage(width: 612, height: 792, at: 0) }
    (engine, pageID) = (made?.0, made?.1 ?? PageID(number: 1))
  }

  /// Makes a page of an image, a point for each pixel; `nil` if it is too large or too small.
  public init?(image: PDFKitPlatformImage) {
    guard let picture = image.image,
      let made = Self.made({ try $0.insertPage(showing: picture, resolution: 72, at: 0) })
    else { return nil }
    (engine, pageID) = made
  }

  private static func made(_ body: (EngineDocument) throws -> PageID) -> (Engine, PageID)? {
    guard let document = try? EngineDocument(), let page = try? body(document) else { return nil }
    return (Engine(document), page)
  }

  var enginePage: EnginePage? { try? engine?.document.page(pageID) }

  /// What the page is called, such as "iv"; its number if the document does not say.
  open var label: String? { enginePage?.label }

  /// One of its rectangles, in page space: points, y up.
  open func bounds(for box: PDFDisplayBox) -> CGRect {
    enginePage.map { CGRect($0.bounds(for: box.engineBox)) } ?? .zero
  }

  /// Gives it another rectangle; one that no page can have changes nothing.
  open func setBounds(_ bounds: CGRect, for box: PDFDisplayBox) {
    guard let engine else { return }
    let boxes = engine.document.state.page(pageID).boxes ?? [:]
    try? engine.document.apply(
      .setBoxes([PageBoxes(pageID, boxes.merging([box.engineBox: PageRect(bounds)]) { $1 })]))
  }

  /// How far it is turned clockwise when it is shown: 0, 90, 180 or 270. What is set is rounded down to quarters.
  open var rotation: Int {
    get { enginePage?.rotation.rawValue ?? 0 }
    set {
      let wanted = ((newValue % 360) + 360) % 360 / 90 * 90
      guard let turn = PageRotation(rawValue: (wanted - rotation + 360) % 360), turn != .none else { return }
      try? engine?.document.rotatePages([pageID], by: turn)
    }
  }

  // MARK: - Annotations

  /// The annotations, bottom first.
  open var annotations: [PDFAnnotation] {
    (enginePage?.annotations ?? []).map(object) + unfinished
  }

  /// Adds an annotation on top of the others. It is taken from the page that it was on.
  open func addAnnotation(_ annotation: PDFAnnotation) {
    guard annotation.page !== self else { return }
    annotation.page?.removeAnnotation(annotation)
    annotation.page = self
    finish(annotation)
  }

  /// Takes an annotation off the page.
  open func removeAnnotation(_ annotation: PDFAnnotation) {
    guard annotation.page === self else { return }
    annotation.keepValue()
    if unfinished.contains(where: { $0 === annotation }) {
      unfinished.removeAll { $0 === annotation }
    } else {
      try? engine?.document.remove(annotation.value.id, from: pageID)
      annotationObjects[annotation.value.id] = nil
    }
    annotation.page = nil
  }

  /// The topmost annotation whose rectangle holds a point, of those that are shown and are no windows; `nil` if there is none.
  open func annotation(at point: CGPoint) -> PDFAnnotation? {
    annotations.last { $0.shouldDisplay && $0.type != "Popup" && $0.bounds.contains(point) }
  }

  /// Tries to add an annotation to the page of Postil: it may say enough now.
  func finish(_ annotation: PDFAnnotation) {
    annotation.prepareForPage()
    do {
      try engine?.document.add(annotation.value, to: pageID)
      annotationObjects[annotation.value.id] = annotation
      unfinished.removeAll { $0 === annotation }
    } catch {
      if !unfinished.contains(where: { $0 === annotation }) { unfinished.append(annotation) }
    }
  }

  func isUnfinished(_ annotation: PDFAnnotation) -> Bool { unfinished.contains { $0 === annotation } }

  func object(for annotation: Annotation) -> PDFAnnotation {
    if let known = annotationObjects[annotation.id] { return known }
    let new = PDFAnnotation(annotation, on: self)
    annotationObjects[annotation.id] = new
    return new
  }

  // MARK: - Moving between documents

  /// Makes it a page of another document.
  func move(to engine: Engine, _ id: PageID, of document: PDFDocument?) {
    let old = annotationObjects
    for annotation in old.values { annotation.keepValue() }
    self.engine = engine
    pageID = id
    self.document = document
    let present = Set((enginePage?.annotations ?? []).map(\.id))
    annotationObjects = old.filter { present.contains($0.key) }
    for annotation in old.values where !present.contains(annotation.value.id) { annotation.page = nil }
  }

  /// A page of its own that looks the same, with copies of the annotations, in no document.
  open func copy(with zone: NSZone? = nil) -> Any {
    guard let (engine, id) = engine?.extracted(pageID) else { return PDFPage() }
    return PDFPage(engine, id, of: nil)
  }

  /// The page as a document of its own; `nil` if it cannot be read.
  open var dataRepresentation: Data? {
    try? engine?.extracted(pageID)?.0.document.dataRepresentationAndWait()
  }

  /// A picture of the page that fits into a size in pixels. Blocks until it is drawn.
  ///
  /// - Parameters:
  ///   - size: The size.
  ///   - box: What is shown.
  /// - Returns: A PNG; an empty image without size if the page cannot be drawn.
  open func thumbnail(of size: CGSize, for box: PDFDisplayBox) -> PDFKitPlatformImage {
    guard let (source, id) = thumbnailSource(box), let page = try? source.document.page(id), size.width >= 1,
      size.height >= 1, page.width > 0, page.height > 0
    else { return .empty }
    let scale = min(size.width / page.width, size.height / page.height)
    let renderer = source.makeRenderer()
    let data = Waiting.result { try await renderer.image(of: id, scale: scale).pngData() }
    return data.flatMap { PDFKitPlatformImage(data: $0) } ?? .empty
  }

  /// The page, or a copy of it that shows another box, or no annotations.
  private func thumbnailSource(_ box: PDFDisplayBox) -> (Engine, PageID)? {
    guard let engine else { return nil }
    let isOtherBox = box != .cropBox && bounds(for: box) != bounds(for: .cropBox)
    guard isOtherBox || !displaysAnnotations else { return (engine, pageID) }
    guard let (copy, id) = engine.extracted(pageID) else { return nil }
    if isOtherBox { try? copy.document.cropPages([id], to: PageRect(bounds(for: box))) }
    if !displaysAnnotations, let names = try? copy.document.page(id).annotations.map(\.id) {
      try? copy.document.remove(names, from: id)
    }
    return (copy, id)
  }
}
