/// A tool that draws what stands upright on the page as it is shown. Viewers set ``rotation`` when a drawing begins.
public protocol UprightTool: DrawingTool {
  /// How far the page is turned that is drawn on.
  var rotation: PageRotation { get set }
}
