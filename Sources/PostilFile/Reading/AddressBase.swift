import Foundation
import PostilModel

/// What the addresses of links are relative to in a document that says so (`/URI` of the catalog, ISO 32000-2, 12.6.4.8).
struct AddressBase: Equatable {
  private let url: URL

  /// - Returns: `nil` if the document does not say it, or something that is no address.
  init?(_ objects: any ObjectSource) {
    guard let entry = objects.resolve(objects.catalog["URI"]).dictionary,
      let text = objects.resolve(entry["Base"]).string, let url = Self.url(text), url.scheme != nil
    else { return nil }
    self.url = url
  }

  /// An object whose link actions have whole addresses. What is in other objects stays as it is.
  func completing(_ object: PDFObject, _ objects: any ObjectSource) -> PDFObject {
    switch object {
    case .array(let items): return .array(items.map { completing($0, objects) })
    case .dictionary(let dictionary):
      var result = PDFDictionary()
      for entry in dictionary.entries { result.append(entry.key, completing(entry.value, objects)) }
      if result["S"]?.name == "URI", let address = objects.resolve(result["URI"]).string,
        let whole = whole(address)
      {
        result["URI"] = .string(whole)
      }
      return .dictionary(result)
    default: return object
    }
  }

  /// `nil` for an address that is whole, or none.
  private func whole(_ address: [UInt8]) -> [UInt8]? {
    guard let relative = Self.url(address), relative.scheme == nil,
      let result = URL(string: relative.relativeString, relativeTo: url)
    else { return nil }
    return Array(result.absoluteString.utf8)
  }

  private static func url(_ text: [UInt8]) -> URL? {
    text.allSatisfy { $0 < 0x80 } ? URL(string: String(decoding: text, as: UTF8.self)) : nil
  }
}
