import PostilFile
import PostilModel

/// A page as it was when it was asked for: a value, which later edits do not change.
public struct PDFPage: Sendable, Hashable, Identifiable {
  /// The page's name for as long as the document is open, wherever it is moved.
  public let id: PageID
  /// The page's place in the document, from 0.
  public let index: Int
  /// Its number among the pages when it was read, from 1, as people count.
  public var number: Int { index + 1 }
  /// What the page is called in the document's own numbering (`/PageLabels`): "iv", "A-3", or its
  /// number from 1 where the document does not say.
  public let label: String
  /// How far the page is turned when it is shown, clockwise.
  public let rotation: PageRotation
  /// The size of a unit of page space in points; 1 except on very large pages (`/UserUnit`). Coordinates and
  /// lengths on such a page, those of annotations and text too, are in its units.
  public let userUnit: Double
  /// The annotations, bottom first.
  public let annotations: [Annotation]
  /// Why the page could not be read; `nil` for a page that could. Only pages of the collection ``PDFDocument/pages`` may
  /// have one: other ways of asking for a page throw it.
  public let error: PDFError?
  let boxes: [PageBox: PageRect]

  /// One of the page's rectangles, in page space. Boxes that the file does not give have the value
  /// that ISO 32000 sets for them: the crop box is the media box, the others are the crop box.
  public func bounds(for box: PageBox) -> PageRect { boxes[box] ?? .zero }

  /// The width of the page as it is shown, in units of page space (see ``userUnit``): crop box and rotation heeded.
  public var width: Double {
    rotation.isSideways ? bounds(for: .cropBox).height : bounds(for: .cropBox).width
  }

  /// The height of the page as it is shown, in units of page space (see ``userUnit``): crop box and rotation heeded.
  public var height: Double {
    rotation.isSideways ? bounds(for: .cropBox).width : bounds(for: .cropBox).height
  }

  /// The size of the page as it is shown: ``width`` and ``height``.
  public var size: PageSize { PageSize(width: width, height: height) }

  /// The way between the page and a view that shows it at `scale` pixels a unit of page space.
  public func transform(scale: Double = 1) -> PageTransform {
    PageTransform(cropBox: bounds(for: .cropBox), rotation: rotation, scale: scale)
  }
}

extension PDFPage {
  /// A page that cannot be read: empty, and without a size.
  init(unreadable id: PageID, at index: Int, _ error: PDFError) {
    self.init(
      id: id, index: index, label: String(index &+ 1), rotation: .none, userUnit: 1, annotations: [],
      error: error, boxes: [:])
  }
}

extension PDFPage: CustomStringConvertible {
  /// The page in short: `page 3 (iii): 595.0 × 842.0 points, 2 annotations`.
  public var description: String {
    if let error { return "\(id) (\(label)): \(error)" }
    return
      "\(id) (\(label)): \(width * userUnit) × \(height * userUnit) points, \(annotations.count) annotations"
  }
}
