import GTKKit
import Postil
import PostilViewer

/// Shows the pages of the plan, and takes taps.
final class PlanCanvas: CustomWidget {
  private let navigator: PlanNavigator
  private var textures: [PagePicture.ID: Texture] = [:]
  private let click = ClickGesture()
  private let scroll = ScrollController()

  private var session: ViewerSession { navigator.session }

  init(_ navigator: PlanNavigator) {
    self.navigator = navigator
    super.init(css: "plancanvas", role: .document)
    (expandsWidth, expandsHeight) = (true, true)
    click.onRelease { [weak self] _, point in self?.navigator.tap(ViewPoint(x: point.x, y: point.y)) }
    add(click)
    scroll.onScroll { [weak self] dx, dy in
      guard let self else { return false }
      let unit = scroll.isSmooth ? 1.0 : 60
      session.viewport.pan(dx: -dx * unit, dy: -dy * unit)
      return true
    }
    add(scroll)
    observe { [weak self] in
      guard let self else { return }
      _ = (session.viewport, session.pageDisplay.revision)
      queueDraw()
    }
  }

  override func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) {
    (100, orientation == .horizontal ? 900 : 640)
  }

  override func layout(width: Double, height: Double) {
    session.viewport.resize(to: ViewSize(width: width, height: height), pixelRatio: pixelRatio)
  }

  override func snapshot(_ snapshot: Snapshot) {
    var used: Set<PagePicture.ID> = []
    snapshot.clipped(to: bounds) {
      for page in session.viewport.visiblePages {
        let frame = page.frame
        let paper = Rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
        snapshot.shadow(paper, RGBA(0, 0, 0, 0.25), dy: 1, blur: 6)
        snapshot.fill(paper, RGBA(1, 1, 1))
        // Skip turned pictures: plans are not turned, and the page will be rendered again.
        for picture in session.pageDisplay.pictures(of: page.page) where picture.turn == .none {
          used.insert(picture.id)
          guard let node = node(of: picture) else { continue }
          let place = Rect(
            x: paper.x + picture.frame.x * paper.width, y: paper.y + picture.frame.y * paper.height,
            width: picture.frame.width * paper.width, height: picture.frame.height * paper.height)
          snapshot.append(
            node, at: Point(x: place.x, y: place.y), scaleX: place.width / node.bounds.width,
            scaleY: place.height / node.bounds.height)
        }
      }
    }
    textures = textures.filter { used.contains($0.key) }
  }

  private func node(of picture: PagePicture) -> RenderNode? {
    let image = picture.image
    let texture =
      textures[picture.id]
      ?? image.withPixels {
        Texture(width: image.width, height: image.height, bytesPerRow: image.bytesPerRow, pixels: $0)
      }
    textures[picture.id] = texture
    return texture.flatMap {
      RenderNode($0, in: Rect(width: Double(image.width), height: Double(image.height)))
    }
  }
}
