/// What a document holds besides what its pages show, and what a redaction can take out of it as a whole.
///
/// Older revisions, what programs keep for themselves (`/PieceInfo`), the data of XFA forms and what nothing leads to go with every
/// redaction.
public struct HiddenData: OptionSet, Sendable, Hashable {
  /// The kinds as bits.
  public let rawValue: Int
  /// Makes a set of its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Title, author and the like, and all metadata packets.
  public static let metadata = HiddenData(rawValue: 1 << 0)
  /// Attached files, those on pages too.
  public static let attachments = HiddenData(rawValue: 1 << 1)
  /// Scripts, and actions that start programs, send or fetch form data; with them all actions that begin by themselves.
  public static let scripts = HiddenData(rawValue: 1 << 2)
  /// Layers that are not shown when the document is opened, with their content and annotations.
  public static let hiddenLayers = HiddenData(rawValue: 1 << 3)
  /// Small pictures of pages.
  public static let thumbnails = HiddenData(rawValue: 1 << 4)
  /// Text that is not painted: that of scanned pages is, where a program has read them.
  public static let hiddenText = HiddenData(rawValue: 1 << 5)

  /// All but hidden text.
  public static let standard: HiddenData = [.metadata, .attachments, .scripts, .hiddenLayers, .thumbnails]
}
