import Postil

extension PDFDocument {
  /// What `postil info` prints as JSON.
  var values: [String: JSONValue] {
    let information = information
    return [
      "pageCount": .integer(pageCount), "pdfVersion": .text(pdfVersion), "encrypted": .bool(isEncrypted),
      "title": JSONValue(information.title), "fileSize": .integer(fileSize),
      "revisions": .integer(revisionCount), "author": JSONValue(information.author),
      "subject": JSONValue(information.subject), "keywords": JSONValue(information.keywords),
      "creator": JSONValue(information.creator), "producer": JSONValue(information.producer),
      "created": JSONValue(information.creationDate), "modified": JSONValue(information.modificationDate),
      "permissions": .list(permissions.names.map(JSONValue.text)), "signed": .bool(isSigned),
      "signatures": .list(signatures.map(\.values)),
      "warnings": .list(warnings.map(JSONValue.text)),
    ]
  }

  /// What `postil info` prints for people.
  var lines: String {
    let information = information
    let rows: [(String, String?)] = [
      ("Title", information.title), ("Author", information.author), ("Subject", information.subject),
      ("Keywords", information.keywords), ("Creator", information.creator),
      ("Producer", information.producer), ("Created", information.creationDate?.text),
      ("Modified", information.modificationDate?.text), ("Pages", pageCount.grouped),
      ("PDF version", pdfVersion), ("File size", fileSize.counted("byte")),
      ("Revisions", revisionCount.grouped), ("Encrypted", isEncrypted ? "yes" : "no"),
      ("Permissions", permissions == .all ? nil : permissions.names.joined(separator: ", ")),
      ("Signed", isSigned ? "yes" : "no"),
      (
        "Certified",
        signatures.compactMap(\.permittedChanges).min().map { "later changes permitted: \($0.words)" }
      ),
    ]
    var table = Table()
    for (name, value) in rows { if let value, !value.isEmpty { table.add(["\(name):", value]) } }
    for warning in warnings { table.add(["Warning:", warning]) }
    return table.text
  }
}

extension SignatureInfo {
  fileprivate var values: JSONValue {
    .object([
      "field": JSONValue(fieldName), "name": JSONValue(name), "reason": JSONValue(reason),
      "location": JSONValue(location), "date": JSONValue(date), "certification": .bool(isCertification),
      "permittedChanges": JSONValue(permittedChanges?.jsonWord),
    ])
  }
}

extension PDFPage {
  /// What `postil info --pages` prints as JSON.
  var values: JSONValue {
    let crop = bounds(for: .cropBox)
    let boxes = PageBox.allCases.map { ($0.rawValue, JSONValue(bounds(for: $0))) }
    return .object([
      "page": .integer(index + 1), "width": .number(crop.width), "height": .number(crop.height),
      "rotation": .integer(rotation.degrees), "annotations": .integer(annotations.count),
      "label": .text(label), "userUnit": .number(userUnit),
      "boxes": .object(Dictionary(boxes) { first, _ in first }),
    ])
  }
}

extension PermittedChanges {
  /// The word for it in JSON, the same as for `postil sign --certify`.
  var jsonWord: String {
    switch self {
    case .none: "none"
    case .formFilling: "forms"
    case .annotations: "annotations"
    }
  }

  var words: String {
    switch self {
    case .none: "none"
    case .formFilling: "filling in forms"
    case .annotations: "forms and annotations"
    }
  }
}

extension PDFPermissions {
  fileprivate var names: [String] {
    let all: [(PDFPermissions, String)] = [
      (.printing, "printing"), (.highQualityPrinting, "highQualityPrinting"), (.changing, "changing"),
      (.copying, "copying"), (.annotating, "annotating"), (.fillingForms, "fillingForms"),
      (.accessibility, "accessibility"), (.assembling, "assembling"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}
