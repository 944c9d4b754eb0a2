import PostilFile
import PostilModel

/// An element of the structure tree that is to be: it is made when the first of its content is painted.
final class TagScope {
  private let type: String
  private let parent: TagScope?
  var properties: ComposedElement.Properties
  private var element: ComposedElement?

  init(_ type: String, in parent: TagScope, _ properties: ComposedElement.Properties = .init()) {
    (self.type, self.parent, self.properties) = (type, parent, properties)
  }

  /// The scope of the whole document.
  init() { (type, parent, properties) = ("Document", nil, .init()) }

  func element(_ composer: DocumentComposer) -> ComposedElement {
    if let element { return element }
    guard let parent else { return composer.document }
    let made = composer.open(type, in: parent.element(composer), properties)
    element = made
    return made
  }

  /// Ends the element, if there is one.
  func close(_ composer: DocumentComposer) {
    guard let element else { return }
    element.properties = properties
    composer.close(element)
  }
}

/// The page that is painted.
final class PageCanvas {
  let composer: DocumentComposer
  /// Whether what is painted was said before, or is no part of the document.
  var artifact: ComposedMark.ArtifactKind?

  init(_ composer: DocumentComposer) { self.composer = composer }

  func mark(_ scope: TagScope) -> ComposedMark {
    artifact.map { .artifact($0) } ?? .element(scope.element(composer))
  }

  /// Does something whose content is no part of the document.
  func asArtifact(_ kind: ComposedMark.ArtifactKind, _ body: () throws -> Void) rethrows {
    let before = artifact
    artifact = before ?? kind
    defer { artifact = before }
    try body()
  }

  /// Paints a rectangle, which is decoration.
  func paint(_ rect: PageRect, fill: Color? = nil, border: Color? = nil, width: Double = 0) {
    guard fill != nil || border != nil, !rect.isEmpty else { return }
    let pen = border.map { Appearance.Pen(color: $0, width: max(width, 0.1)) }
    composer.paint(
      Appearance.Item(path: .rectangle(rect), fill: fill, pen: pen), .artifact(artifact ?? .layout))
  }

  /// Paints a line from one point to another, which is decoration.
  func paintLine(_ start: PagePoint, _ end: PagePoint, _ color: Color, _ width: Double) {
    composer.paint(
      Appearance.Item(
        path: PagePath([.move(start), .line(end)]), pen: Appearance.Pen(color: color, width: max(width, 0.1))),
      .artifact(artifact ?? .layout))
  }
}
