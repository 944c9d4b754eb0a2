import Foundation
import Postil

/// What is wrong with a table, a layout, a sheet or a request, in a sentence.
public struct CouponError: LocalizedError, CustomStringConvertible, Equatable {
  /// What is wrong.
  public var message: String

  /// Makes an error of its message.
  public init(_ message: String) { self.message = message }

  /// Another error, with where it happened before its message.
  init(_ place: String, _ error: any Error) {
    switch error {
    case let error as CouponError: message = "\(place): \(error.message)"
    case let error as PDFError: message = "\(place): \(error.message)"
    default: message = "\(place): \(error.localizedDescription)"
    }
  }

  /// The message.
  public var description: String { message }
  /// The message.
  public var errorDescription: String? { message }
}
