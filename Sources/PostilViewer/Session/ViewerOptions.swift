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
  /// Where settings are kept, and where reading ended in which file; `nil`: they are not kept.
  public var folders: ViewerFolders? = ViewerFolders()
  /// How long it takes until it is checked again whether another program changed or deleted the file: a tenth of a
  /// second to a day, what is outside is brought into that. `nil`, zero or less: it is never checked.
  public var fileCheckInterval: Duration? = .seconds(2)

  /// Makes options.
  public init() {}

  /// ``fileCheckInterval`` as it is heeded: a pause of nothing would keep a processor busy.
  var fileCheckPause: Duration? {
    guard let interval = fileCheckInterval, interval > .zero else { return nil }
    return min(max(interval, .milliseconds(100)), .seconds(86_400))
  }
}
