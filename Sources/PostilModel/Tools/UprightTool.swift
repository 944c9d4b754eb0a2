/// A tool that draws what stands upright on the page as it is shown. Viewers set ``rotation`` when a drawing begins.
public protocol UprightTool: DrawingTool {
  /// How far the page is turned that is drawn on.
  var rotation: PageRotation { get set }
}

/// A tool that makes something of which a text is a part: viewers ask for the text when the pen is lifted, and add ``entry`` with it.
/// What `finish()` gives is nothing, then.
public protocol TextEntryTool: DrawingTool {
  /// What the text is for, without one; `nil` if nothing is being drawn.
  var entry: Annotation? { get }
}
