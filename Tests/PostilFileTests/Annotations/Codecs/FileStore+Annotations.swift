import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

/// A page with annotations, as tests of codecs look at it.
extension FileStore {
  /// A page with these annotations, as the objects from 4 on.
  static func withAnnotations(_ annotations: [String]) throws -> FileStore {
    try FileStore(
      .data(PDFBuilder(annotations: annotations).data()), password: nil, options: OpenOptions())
  }

  /// The file after an edit was saved, opened again.
  func saving(_ edit: Edit) throws -> FileStore {
    var state = saved
    try state.apply(edit, in: self)
    return try FileStore(.data(data(of: state)), password: nil, options: OpenOptions())
  }

  /// The dictionary of the page's first annotation after a change was saved.
  func dictionary(after change: (inout Annotation) -> Void) throws -> PDFDictionary {
    let page = PageID(number: 1)
    var annotation = try #require(try annotations(of: page).first)
    change(&annotation)
    return try #require(
      saving(.replaceAnnotation(annotation, page: page)).graph.object(ObjectID(number: 4)).dictionary)
  }
}
