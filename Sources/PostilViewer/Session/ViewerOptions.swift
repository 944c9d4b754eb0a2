/// How a ``ViewerSession`` works.
public struct ViewerOptions: Sendable {
  /// How pages are rendered.
  public var rendering = RenderOptions()
  /// How files are opened.
  public var opening = OpenOptions()
  /// How documents are saved.
  public var saving = SaveOptions()
  /// Where settings are kept, and where reading ended in which file; `nil`: they are not kept.
  public var folders: ViewerFolders? = ViewerFolders()
  /// How often it is checked whether another program changed or deleted the file; `nil`: never.
  public var fileCheckInterval: Duration? = .seconds(2)

  /// Makes options.
  public init() {}
}
