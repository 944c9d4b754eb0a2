package import Foundation

/// Where the document to be rendered is.
package enum RenderSource: Sendable {
  case file(URL)
  case data(Data)

  /// The file to name in errors.
  var url: URL? {
    if case .file(let url) = self { url } else { nil }
  }
}
