public import PostilModel

/// How pages are shown: which layers, with or without annotations, on which paper, in which colors.
///
/// A ``PageRenderer`` begins with ``RenderOptions/look`` and can be given another at any time (``PageRenderer/look``). None of it changes
/// the document.
public struct PageLook: Sendable, Hashable {
  /// What is behind the page.
  public enum Paper: String, Sendable, Hashable, CaseIterable {
    /// White paper.
    case white
    /// Nothing: pixels are transparent where the page paints nothing. What blends with the paper looks otherwise than on white.
    case transparent
  }

  /// What becomes of the colors.
  public enum Colors: String, Sendable, Hashable, CaseIterable {
    /// They stay as they are.
    case original
    /// Shades of gray, as bright as the colors.
    case gray
    /// Dark becomes light and light dark, each color staying the color that it is: for reading in the dark.
    case inverted
  }

  /// The layers that are shown or hidden, where that is not as the document says.
  public var layers = LayerVisibility()
  /// What pages are drawn for: some layers are shown only there. For print just those annotations are shown that are to be printed.
  public var purpose = DrawingPurpose.screen
  /// The language of the reader, as in BCP 47, for layers that are for one; `nil`: these are as their state says.
  public var language: String?
  /// The scale, in pixels a point, at which a page is as large as on paper: what counts for layers that come and go with the zoom. On a
  /// screen with two pixels a unit 2, say. Numbers that are not above 0 are 1.
  public var scaleOfPaper = 1.0
  /// Whether annotations are shown, form fields aside.
  public var showsAnnotations = true
  /// Whether form fields are shown.
  public var showsFields = true
  /// What is behind the page.
  public var paper = Paper.white
  /// What becomes of the colors.
  public var colors = Colors.original
  /// The part of the page that is shown. One that the page does not have is its crop box.
  public var box = PageBox.cropBox

  /// As viewers show pages.
  public init() {}
}

extension PageLook {
  /// What decides which layers are shown, but for the zoom.
  var layerConditions: LayerConditions { LayerConditions(layers, purpose: purpose, language: language) }

  /// The zoom at a scale: 1 is the size on paper.
  func zoom(atScale scale: Double) -> Double {
    scaleOfPaper > 0 && scaleOfPaper.isFinite ? scale / scaleOfPaper : scale
  }

  /// The scale at which a page is as large as on paper.
  var scaleOfFullSize: Double { scaleOfPaper > 0 && scaleOfPaper.isFinite ? scaleOfPaper : 1 }

  /// Whether some annotations may not be shown that are on screens.
  var choosesAnnotations: Bool { !showsAnnotations || !showsFields || purpose == .print }

  /// An annotation as it is shown; `nil` if it is not.
  func shown(_ annotation: Annotation) -> Annotation? {
    guard annotation.subtype == "Widget" ? showsFields : showsAnnotations else { return nil }
    guard purpose == .print else { return annotation }
    guard annotation.flags.contains(.print) else { return nil }
    guard annotation.flags.contains(.noView) else { return annotation }
    var printed = annotation
    printed.flags.remove(.noView)
    return printed
  }
}
