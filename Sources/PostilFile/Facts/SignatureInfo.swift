public import Foundation
import PostilModel

/// What a digital signature in a file says of itself (ISO 32000-2, 12.8). It is read, not verified: whether the
/// bytes are the signed ones and the certificate is trusted is not looked at.
public struct SignatureInfo: Sendable, Hashable {
  /// The full name of the form field that holds the signature; `nil` if no field does.
  public let fieldName: String?
  /// Who signed, as the signature says (`/Name`).
  public let name: String?
  /// Why (`/Reason`).
  public let reason: String?
  /// Where (`/Location`).
  public let location: String?
  /// When, by the signer's clock (`/M`).
  public let date: Date?
  /// Whether it is the author's certification of the document, which limits later changes.
  public let isCertification: Bool
  /// What the certification permits afterwards; `nil` for signatures that certify nothing.
  public let permittedChanges: PermittedChanges?
  /// How many bytes at the start of the file it covers, the gap for the signature itself included (`/ByteRange`);
  /// `nil` if the range is not one that starts at 0.
  public let coveredLength: Int?
}

/// What the certification of a document permits after it was signed (DocMDP, ISO 32000-2, table 257).
public enum PermittedChanges: Int, Sendable, Hashable, Codable, Comparable {
  /// None.
  case none = 1
  /// Filling in forms and signing.
  case formFilling = 2
  /// Annotations as well: adding, changing and removing them.
  case annotations = 3

  /// Permits less.
  public static func < (a: PermittedChanges, b: PermittedChanges) -> Bool { a.rawValue < b.rawValue }
}

/// Finds the signatures of a file.
struct SignatureReader {
  let graph: ObjectGraph
  private static let maximumFields = 100_000
  private static let maximumDepth = 64

  /// The signatures, in the order of the form's fields; the certification also if no field holds it. O(fields).
  func signatures(catalog: PDFDictionary) -> [SignatureInfo] {
    let form = graph.resolve(catalog["AcroForm"]).dictionary
    let certification = graph.resolve(catalog["Perms"]).dictionary?["DocMDP"]
    var result: [SignatureInfo] = []
    var isCertificationFound = false
    for (name, value) in signedFields(form) {
      let isCertification = value.reference != nil && value == certification
      isCertificationFound = isCertificationFound || isCertification
      if let dictionary = graph.resolve(value).dictionary {
        result.append(info(dictionary, field: name, isCertification: isCertification))
      }
    }
    if !isCertificationFound, let dictionary = graph.resolve(certification).dictionary {
      result.append(info(dictionary, field: nil, isCertification: true))
    }
    return result
  }

  /// The form's signature fields that have a value. Walks with a stack of its own: fields of a damaged file may be
  /// nested deeply or in a circle.
  private func signedFields(_ form: PDFDictionary?) -> [(name: String, value: PDFObject)] {
    struct Field {
      let object: PDFObject
      let parentName: String
      let type: PDFName?
      let depth: Int
    }
    var stack = (graph.resolve(form?["Fields"]).array ?? []).reversed().map {
      Field(object: $0, parentName: "", type: nil, depth: 0)
    }
    var visited: Set<ObjectID> = []
    var found: [(name: String, value: PDFObject)] = []
    while let next = stack.popLast(), visited.count < Self.maximumFields {
      if let id = next.object.reference, !visited.insert(id).inserted { continue }
      guard let field = graph.resolve(next.object).dictionary else { continue }
      let partial = graph.text(field["T"])
      let name = [next.parentName, partial ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
      let type = graph.resolve(field["FT"]).name ?? next.type
      if type == "Sig", let value = field["V"], graph.resolve(value).dictionary != nil {
        found.append((name, value))
      }
      guard next.depth < Self.maximumDepth else { continue }
      for child in (graph.resolve(field["Kids"]).array ?? []).reversed() {
        stack.append(Field(object: child, parentName: name, type: type, depth: next.depth + 1))
      }
    }
    return found
  }

  private func info(_ dictionary: PDFDictionary, field: String?, isCertification: Bool) -> SignatureInfo {
    let range = (graph.resolve(dictionary["ByteRange"]).array ?? []).map { graph.resolve($0).integer }
    var covered: Int?
    if range.count == 4, range[0] == 0, let start = range[2], let length = range[3], start >= 0, length >= 0 {
      covered = start.addingReportingOverflow(length).overflow ? nil : start + length
    }
    return SignatureInfo(
      fieldName: field, name: graph.text(dictionary["Name"]), reason: graph.text(dictionary["Reason"]),
      location: graph.text(dictionary["Location"]),
      date: graph.date(dictionary["M"]),
      isCertification: isCertification,
      permittedChanges: isCertification ? permittedChanges(dictionary) : nil, coveredLength: covered)
  }

  /// `/P` of the DocMDP transform; 2 where it is missing, which is the default that the standard sets.
  private func permittedChanges(_ signature: PDFDictionary) -> PermittedChanges {
    for element in graph.resolve(signature["Reference"]).array ?? [] {
      guard let reference = graph.resolve(element).dictionary,
        graph.resolve(reference["TransformMethod"]).name == "DocMDP"
      else { continue }
      let level = graph.resolve(graph.resolve(reference["TransformParams"]).dictionary?["P"]).integer
      return level.flatMap(PermittedChanges.init) ?? .formFilling
    }
    return .formFilling
  }
}
