/// How a ``ViewerSession`` works.
public struct ViewerOptions: Sendable {
  /// How pages are rendered. Previews are kept on disk (``Postil/RenderOptions/standardPreviewFolder``) unless that is changed.
  public var rendering = {
    var options = RenderOptions()
    options.previewFolder = RenderOptions.standardPreviewFolder
    return options
  }()
  /// How files are opened. Journals of unsaved edits are kept (``Postil/OpenOptions/standardJournalFolder``) unless that is
  /// changed.
  public var opening = OpenOptions(journalFolder: OpenOptions.standardJournalFolder)
  /// How documents are saved.
  public var saving = SaveOptions()
  /// The folders for settings and reading positions; `nil` to store neither.
  public var folders: ViewerFolders? = ViewerFolders()
  /// The time between checks whether another program changed or deleted the file, clamped to 0.1 seconds … 1 day. `nil`, zero
  /// or less to never check.
  public var fileCheckInterval: Duration? = .seconds(2)

  /// Makes options.
  public init() {}

  /// ``fileCheckInterval`` clamped, so that the checks do not keep a processor busy; `nil` to never check.
  var fileCheckPause: Duration? {
    guard let interval = fileCheckInterval, interval > .zero else { return nil }
    return min(max(interval, .milliseconds(100)), .seconds(86_400))
  }
}
