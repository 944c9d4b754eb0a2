import GTKKit
import Postil
import PostilViewer

/// Shows the pages of a document and what is drawn on them. Render nodes are cached from frame to frame; of a stroke only the
/// newest part is rebuilt.
final class PageCanvas: CustomWidget {
  private let session: ViewerSession
  private let nodes = PictureNodes()
  private var scene = CanvasScene()
  private var ink: [LiveDrawing.ID: InkLayer] = [:]
  /// What pages will show where redaction marks are that are selected or below the pointer.
  private var redacted: [RedactedArea] = []
  private var redactedLayers: [AnnotationID: InkLayer] = [:]
  private var selection = SelectionLayer()
  private var form = FormLayer()
  private var ruler: RulerLayer?
  /// The field with the focus, as it was last.
  private var focusedField: FormWidget?
  private(set) var input: CanvasInput?
  /// What assistive technology is told.
  private(set) var accessible: AccessibleCanvas?
  let textField: PageTextField
  let formEntry: FormEntryField
  /// The outline of the eraser's head at the pointer; `nil` if there is none.
  var toolHead: Rect? { didSet { if toolHead != oldValue { queueDraw() } } }
  /// Called when something of the document has been painted for the first time.
  var onFirstPage: () -> Void = {}
  private var hasPainted = false

  init(_ session: ViewerSession) {
    self.session = session
    textField = PageTextField(session)
    formEntry = FormEntryField(session)
    super.init(css: "pagecanvas", role: .document)
    add(textField)
    add(formEntry)
    textField.onEnd = { [unowned self] in grabFocus() }
    formEntry.onEnd = { [unowned self] in grabFocus() }
    onChange(of: "has-focus") { [weak self] in
      self?.handFocusOn()
      self?.queueDraw()
    }
    isFocusable = true
    (expandsWidth, expandsHeight) = (true, true)
    input = CanvasInput(self, session)
    accessible = AccessibleCanvas(self, session)
    observe { [weak self] in self?.follow() }
    observe { [weak self] in self?.followSelection() }
    observe { [weak self] in self?.followForm() }
    observe { [weak self] in self?.followRuler() }
  }

  /// Updates the layer of the form. A field that is focused from elsewhere, as by a message, gets the keys.
  private func followForm() {
    let filling = session.formFilling
    if focusedField != filling.focus {
      focusedField = filling.focus
      if focusedField != nil, filling.entry == nil, !containsFocus { grabFocus() }
    }
    let new = FormLayer(session)
    guard new != form else { return }
    form = new
    queueDraw()
  }

  /// Gives the keyboard focus to the field that is edited, once whatever moved it here is done.
  private func handFocusOn() {
    guard hasFocus, session.formFilling.entry != nil else { return }
    MainLoop.soon { [weak self] in
      guard let self, hasFocus else { return }
      formEntry.takeKeyboardBack()
    }
  }

  /// Updates the layer of the ruler.
  private func followRuler() {
    let (frame, zoom) = (session.drawing.rulerFrame, session.viewport.zoom)
    guard frame != ruler?.frame || frame != nil && zoom != ruler?.zoom else { return }
    ruler = frame.map { RulerLayer($0, zoom: zoom, accent) }
    queueDraw()
  }

  /// Updates the layer of the selection.
  private func followSelection() {
    let new = SelectionLayer(session)
    guard new != selection else { return }
    selection = new
    queueDraw()
  }

  /// The number of cached nodes of pictures.
  var pictureCount: Int { nodes.count }

  override func assistantAsks() { accessible?.asked() }

  override func didRealize() {
    nodes.kind = rendererName == "GskCairoRenderer" ? .cairo : .texture
  }

  override func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) {
    (100, orientation == .horizontal ? 800 : 600)
  }

  override func layout(width: Double, height: Double) {
    var viewport = session.viewport
    viewport.resize(to: ViewSize(width: width, height: height), pixelRatio: pixelRatio)
    if viewport != session.viewport { session.viewport = viewport }
    // Update now, so that the frame that follows shows it.
    follow()
    accessible?.layout()
    if let frame = textField.frame(in: width, height) { place(textField, at: frame) }
    let formFrame = formEntry.frame(in: width, height)
    let isBack = formFrame != nil && !formEntry.isChildVisible
    formEntry.isChildVisible = formFrame != nil
    if let formFrame { place(formEntry, at: formFrame) }
    if isBack { handFocusOn() }
  }

  /// Updates the scene from the session.
  private func follow() {
    let viewport = session.viewport
    scene.pixelRatio = viewport.pixelRatio
    scene.pages = viewport.visiblePages.map { page in
      let frame = Rect(viewport.alignedToPixels(page.frame))
      let size = viewport.size(of: page.page)
      let zoom = size.map { page.frame.width / $0.width } ?? viewport.zoom
      return CanvasScene.Page(
        id: page.page, frame: frame, pictures: session.pageDisplay.pictures(of: page.page),
        scale: zoom * viewport.pixelRatio)
    }
    followRedactions()
    followDrawings()
    followSearch()
    // The text field moves along with the page.
    if session.textEntry.isActive || session.formFilling.entry != nil { queueAllocate() }
    Trace.shared?.noteTaken()
    queueDraw()
  }

  private func followDrawings() {
    let drawings = session.drawing.settling + (session.drawing.live.map { [$0] } ?? [])
    let names = Set(drawings.map(\.id))
    ink = ink.filter { names.contains($0.key) }
    for drawing in drawings {
      guard let place = scene.pages.firstIndex(where: { $0.id == drawing.page }) else { continue }
      let transform = drawing.transform.scaled(to: scene.pages[place].scale)
      let layer = ink[drawing.id] ?? InkLayer(transform)
      let isLive = drawing.id == session.drawing.live?.id
      layer.update(drawing.tool, transform, ahead: isLive ? input?.foresight ?? 0 : 0)
      ink[drawing.id] = layer
      scene.pages[place].ink.append(layer)
    }
  }

  /// Paints the stroke as it is, once the pen has not gone on as was foreseen.
  func endForesight() {
    guard let live = session.drawing.live, ink[live.id]?.isAhead == true, input?.foresight == 0 else {
      return
    }
    follow()
  }

  /// The layer of what is being drawn.
  var liveInk: InkLayer? { session.drawing.live.flatMap { ink[$0.id] } }

  /// Shows what pages will show in the areas of redaction marks that are selected, or at a point.
  func showRedactions(at point: Point?) {
    let new = session.redactedAreas(at: point.map { ViewPoint($0) })
    guard new != redacted else { return }
    redacted = new
    follow()
  }

  private func followRedactions() {
    let marks = Set(redacted.map(\.mark))
    redactedLayers = redactedLayers.filter { marks.contains($0.key) }
    for area in redacted {
      guard let place = scene.pages.firstIndex(where: { $0.id == area.page }),
        let transform = session.transform(of: area.page)?.scaled(to: scene.pages[place].scale)
      else { continue }
      let layer = redactedLayers[area.mark] ?? InkLayer(transform)
      layer.update(area.appearance, transform)
      redactedLayers[area.mark] = layer
      scene.pages[place].ink.append(layer)
    }
  }

  private func followSearch() {
    guard session.search.matchCount > 0 else { return }
    let current = session.search.current
    for place in scene.pages.indices {
      let page = scene.pages[place]
      guard let transform = session.transform(of: page.id) else { continue }
      let shown = transform.scaled(to: page.scale / scene.pixelRatio)
      func frames(_ match: TextMatch) -> [Rect] {
        match.rects.map { rect in
          let view = shown.viewRect(rect)
          return Rect(
            x: page.frame.x + view.x, y: page.frame.y + view.y, width: view.width, height: view.height)
        }
      }
      scene.pages[place].matches = session.search.matches(on: page.id).flatMap(frames)
      if let current, current.page == page.id { scene.pages[place].match = frames(current) }
    }
  }

  override func snapshot(_ snapshot: Snapshot) {
    snapshot.clipped(to: bounds) {
      for page in scene.pages { paint(page, on: snapshot) }
      form.paintFocus(accent, on: snapshot)
      ruler?.paint(on: snapshot)
      selection.paint(accent, on: snapshot)
      if let toolHead { paint(head: toolHead, on: snapshot) }
      if showsFocus { snapshot.frame(bounds.insetBy(1), width: 2, accent) }
    }
    if textField.isVisible { self.snapshot(textField, snapshot) }
    if formEntry.isVisible, formEntry.isChildVisible { self.snapshot(formEntry, snapshot) }
    nodes.dropUnused()
    guard !hasPainted, scene.pages.contains(where: { !$0.pictures.isEmpty }) else { return }
    hasPainted = true
    onFirstPage()
  }

  private func paint(_ page: CanvasScene.Page, on snapshot: Snapshot) {
    let paper = page.frame.wholePixels(scene.pixelRatio)
    snapshot.shadow(paper, RGBA(0, 0, 0, 0.25), dy: 1, blur: 6)
    snapshot.fill(paper, RGBA(1, 1, 1))
    snapshot.clipped(to: paper) {
      for picture in page.pictures { paint(picture, of: page, on: snapshot) }
      for match in page.matches { snapshot.fill(match, RGBA(1, 0.85, 0, 0.35)) }
      for match in page.match { snapshot.fill(match, RGBA(1, 0.45, 0, 0.4)) }
      selection.paintText(accent, on: snapshot)
      if !page.ink.isEmpty {
        snapshot.saved {
          snapshot.translate(page.frame.x, page.frame.y)
          snapshot.scale(1 / scene.pixelRatio, 1 / scene.pixelRatio)
          for layer in page.ink { layer.paint(on: snapshot) }
        }
      }
      form.paint(page.id, on: snapshot)
    }
  }

  /// Paints a ring that is visible on dark and on light pages.
  private func paint(head: Rect, on snapshot: Snapshot) {
    snapshot.frame(head.insetBy(-1), width: 1, RGBA(1, 1, 1, 0.8), radius: head.width / 2 + 1)
    snapshot.frame(head, width: 1, RGBA(0, 0, 0, 0.6), radius: head.width / 2)
  }

  private func paint(_ picture: PagePicture, of page: CanvasScene.Page, on snapshot: Snapshot) {
    let frame = picture.frame(on: page.frame, pixelRatio: scene.pixelRatio)
    guard frame.intersects(bounds), let node = nodes.node(of: picture) else { return }
    let (x, y) = (frame.width / node.bounds.width, frame.height / node.bounds.height)
    guard picture.turn == .none else { return paint(node, turned: picture.turn, in: frame, on: snapshot) }
    snapshot.append(node, at: Point(x: frame.x, y: frame.y), scaleX: x, scaleY: y)
  }

  private func paint(
    _ node: RenderNode, turned turn: PageRotation, in frame: Rect, on snapshot: Snapshot
  ) {
    let (width, height) = turn.isSideways ? (frame.height, frame.width) : (frame.width, frame.height)
    snapshot.saved {
      snapshot.translate(frame.x + frame.width / 2, frame.y + frame.height / 2)
      snapshot.rotate(Double(turn.degrees))
      let corner = Point(x: -width / 2, y: -height / 2)
      snapshot.append(
        node, at: corner, scaleX: width / node.bounds.width, scaleY: height / node.bounds.height)
    }
  }
}

extension Rect {
  /// The rectangle without the pixels at its right and lower edges that it covers in part: they would show as a light line
  /// beside the page.
  fileprivate func wholePixels(_ ratio: Double) -> Rect {
    func whole(_ length: Double) -> Double { max((length * ratio + 0.01).rounded(.down), 1) / ratio }
    return Rect(x: x, y: y, width: whole(width), height: whole(height))
  }
}

extension PageTransform {
  /// The transform at another scale, in pixels a point.
  fileprivate func scaled(to scale: Double) -> PageTransform {
    PageTransform(cropBox: cropBox, rotation: rotation, scale: scale)
  }
}
