/// How much a session takes from each participant, and how much it keeps.
public struct SessionLimits: Sendable {
  /// How many may be there at once.
  public var participants = 256
  /// The longest message, in bytes.
  public var messageBytes = 128 * 1024
  /// The most points of a stroke.
  public var strokePoints = 4_000
  /// The most annotations of a page, those of the file included.
  public var annotationsPerPage = 10_000
  /// The longest text of a note, in characters.
  public var noteLength = 4_000
  /// The longest name of a participant, in characters.
  public var nameLength = 40
  /// The longest text that is searched for, in characters.
  public var queryLength = 200
  /// The most matches that a search lists.
  public var matches = 200
  /// How long a search may go on.
  public var searchTime = Duration.seconds(20)
  /// How many messages a participant may send in one go, and then how many a second.
  public var messageBurst = 400.0
  /// See `messageBurst`.
  public var messagesPerSecond = 100.0
  /// How many requests for tiles, texts and lists of a participant may be under way at once.
  public var requestsInFlight = 32
  /// For how long whoever went away can come back with the steps that they can take back. As many as may be there are waited for.
  public var returnTime = Duration.seconds(600)
  /// How many steps each participant can take back.
  public var undoSteps = 500
  /// How many messages may wait for a participant that does not read them.
  public var waitingMessages = 4_096
  /// The scales at which tiles are drawn, in pixels a point.
  public var scales = 0.05...16.0
  /// The side of a tile, in pixels.
  public var tileSize = 512
  /// How many bytes of compressed tiles are kept.
  public var tileBytes = 128 << 20

  /// Makes the usual limits.
  public init() {}
}
