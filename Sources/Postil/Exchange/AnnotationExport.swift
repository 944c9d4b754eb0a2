public import Foundation
public import PostilModel

/// Annotations of a document as a file that other documents, and other programs, can take in.
public struct AnnotationExport: Sendable {
  /// The file's bytes.
  public let data: Data
  /// How many annotations are in it.
  public let count: Int
  /// What could not be written, or not all of it.
  public let notes: [AnnotationNote]
}

/// An annotation of which not everything was exported or imported, and why.
public struct AnnotationNote: Sendable, Hashable {
  /// The index of its page, from 0; `nil` if the file does not say it.
  public let pageIndex: Int?
  /// Its name; `nil` if the file does not say it.
  public let id: AnnotationID?
  /// What was left out and why, as a sentence.
  public let reason: String
}

extension AnnotationNote: CustomStringConvertible {
  /// Page, name and reason: `page 3, 'note-1': The annotation is locked.`
  public var description: String {
    let place = [pageIndex.map { "page \($0 &+ 1)" }, id.map { "'\($0)'" }].compactMap(\.self)
    return place.isEmpty ? reason : place.joined(separator: ", ") + ": \(reason)"
  }
}
