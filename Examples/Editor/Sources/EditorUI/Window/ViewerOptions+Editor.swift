import PostilViewer

extension ViewerOptions {
  /// Those of the editor. Some twenty pages of a usual window are kept as they were painted: enough to leaf through
  /// without waiting, and a program that shows a document should not take half a gigabyte.
  static var editor: ViewerOptions {
    var options = ViewerOptions()
    options.rendering.tileMemory = 96 << 20
    options.rendering.recordingMemory = 64 << 20
    options.rendering.previewMemory = 24 << 20
    return options
  }
}
