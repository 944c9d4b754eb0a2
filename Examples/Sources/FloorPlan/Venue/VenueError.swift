import Foundation

/// What is wrong with a venue or a request, in a sentence.
public struct VenueError: LocalizedError, CustomStringConvertible, Equatable {
  public var message: String

  public init(_ message: String) { self.message = message }

  public var description: String { message }
  public var errorDescription: String? { message }
}
