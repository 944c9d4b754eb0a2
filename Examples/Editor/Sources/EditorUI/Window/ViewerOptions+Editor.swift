import PostilViewer

extension ViewerOptions {
  /// The options of the editor, with smaller caches than the defaults: about twenty pages of a usual window, enough to page
  /// through without waiting, so that the program does not take half a gigabyte.
  static var editor: ViewerOptions {
    var options = ViewerOptions()
    options.rendering.tileMemory = 96 << 20
    options.rendering.recordingMemory = 64 << 20
    options.rendering.previewMemory = 24 << 20
    return options
  }
}
