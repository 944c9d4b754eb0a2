import Postil

/// Why a session does not do what it was asked for.
public struct SessionError: Error, Equatable, Sendable {
  /// The kind of error.
  public enum Code: String, Codable, Sendable {
    /// The message or request cannot be understood, or a number in it is out of range.
    case invalid
    /// There is no such page, tile or annotation.
    case notFound
    /// Others changed since what was to be taken back or changed.
    case conflict
    /// There is nothing to take back, to do again, or to save.
    case nothing
    /// Somebody who does not take part asked.
    case stranger
    /// Too many participants, messages or requests at once.
    case tooMany
    /// The document does not allow it.
    case refused
    /// The page took too long to draw or read.
    case timedOut
    /// Anything else that went wrong.
    case failed
  }

  /// The kind.
  public var code: Code
  /// A sentence for people.
  public var message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// What an error of Postil, or any other, is for a participant. The paths of files are left out.
  public init(_ error: any Error) {
    switch error {
    case let error as SessionError: self = error
    case let error as PDFError: self.init(Self.code(of: error), error.message)
    case is CancellationError: self.init(.failed, "Cancelled.")
    default: self.init(.failed, "Something went wrong.")
    }
  }

  private static func code(of error: PDFError) -> Code {
    switch error.code {
    case .pageOutOfRange, .noSuchAnnotation: .notFound
    case .invalidArgument, .invalidGeometry, .missingGlyphs: .invalid
    case .editConflict, .fileChanged: .conflict
    case .notEditable, .wouldBreakSignature: .refused
    case .renderTimedOut: .timedOut
    default: .failed
    }
  }
}
