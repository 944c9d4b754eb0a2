internal import Foundation
internal import Postil

extension PDFDocument {
  /// Title, author and the like, by ``PDFDocumentAttribute``; other keys are custom entries, by strings. What is set may have raw values
  /// as keys, and replaces all that there was.
  public var documentAttributes: [AnyHashable: Any]? {
    get {
      guard let information = engine?.document.information else { return nil }
      var result: [AnyHashable: Any] = [:]
      for (key, text) in information.custom { result[key] = text }
      for (key, path) in Self.texts { result[key] = information[keyPath: path] }
      result[PDFDocumentAttribute.creationDateAttribute] = information.creationDate
      result[PDFDocumentAttribute.modificationDateAttribute] = information.modificationDate
      result[PDFDocumentAttribute.keywordsAttribute] = information.keywords.map { words in
        words.split(whereSeparator: { ",;".contains($0) }).map { $0.trimmingCharacters(in: .whitespaces) }
      }
      return result
    }
    set {
      guard let document = engine?.document else { return }
      let values = Dictionary(
        (newValue ?? [:]).map { key, value in
          ((key.base as? PDFDocumentAttribute)?.rawValue ?? (key.base as? String) ?? "", value)
        }
      ) { $1 }
      var information = DocumentInformation()
      var used: Set<String> = [""]
      func take(_ key: PDFDocumentAttribute) -> Any? {
        used.insert(key.rawValue)
        return values[key.rawValue]
      }
      for (key, path) in Self.texts { information[keyPath: path] = take(key) as? String }
      information.creationDate = take(.creationDateAttribute) as? Date
      information.modificationDate = take(.modificationDateAttribute) as? Date
      let keywords = take(.keywordsAttribute)
      information.keywords = (keywords as? [String])?.joined(separator: ", ") ?? keywords as? String
      for (key, value) in values where !used.contains(key) { information.custom[key] = value as? String }
      try? document.setInformation(information)
    }
  }

  private static var texts: [(PDFDocumentAttribute, WritableKeyPath<DocumentInformation, String?>)] {
    [
      (.titleAttribute, \.title), (.authorAttribute, \.author), (.subjectAttribute, \.subject),
      (.creatorAttribute, \.creator), (.producerAttribute, \.producer),
    ]
  }
}
