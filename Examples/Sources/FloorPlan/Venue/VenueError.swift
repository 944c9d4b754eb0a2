import Foundation

/// What is wrong with a venue or a request, in a sentence.
public struct VenueError: LocalizedError, CustomStringConvertible, Equatable {
  /// What is wrong.
  public var message: String

  /// Makes an error of its message.
  public init(_ message: String) { self.message = message }

  /// The message.
  public var description: String { message }
  /// The message.
  public var errorDescription: String? { message }
}
