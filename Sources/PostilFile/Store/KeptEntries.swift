/// The entries that Postil keeps itself, each with what to do instead of setting it: what edits set in it would be lost, or would take
/// the ground from under others.
enum KeptEntries {
  /// Why an entry of the catalog cannot be set (ISO 32000-2, 7.7.2); `nil` if it can.
  static func advice(ofCatalog key: String) -> String? {
    switch key {
    case "Type": "it says what the object is"
    case "Pages": "it is the tree of the pages: insert, move or delete pages instead"
    case "PageLabels": "set the page labels instead"
    case "Names": "change the attachments or named places instead"
    case "Dests": "change the named places instead"
    case "ViewerPreferences", "PageLayout", "PageMode", "OpenAction", "Lang":
      "change the settings of the document instead"
    case "Outlines": "change the outline instead"
    case "AcroForm": "add, change or fill in form fields instead"
    case "StructTreeRoot": "the tags are bound to the pages: set entries of their elements instead"
    case "AF": "attach files instead"
    case "Perms", "DSS": "it belongs to signatures: sign the document instead"
    case "Parent", "Kids", "Count": "trees are made of it"
    default: nil
    }
  }

  /// Why an entry of a page cannot be set (7.7.3.3); `nil` if it can.
  static func advice(ofPage key: String) -> String? {
    switch key {
    case "Type", "Parent", "Kids", "Count":
      "it is what the tree of the pages is made of: insert, move or delete pages instead"
    case "Annots": "add, change or delete annotations instead"
    case "MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox", "UserUnit": "crop or resize the page instead"
    case "Rotate": "turn the page instead"
    case "Contents": "edits write it: set the data of its streams instead"
    case "Resources": "edits write it: set entries of the objects that it leads to instead"
    case "StructParents": "it leads to the tags of the page"
    default: nil
    }
  }

  /// Why an entry of any other object cannot be set; `nil` if it can.
  static func advice(ofObject key: String, isStream: Bool) -> String? {
    switch key {
    case "Type": "it says what the object is"
    case "Parent", "Kids", "Count": "trees are made of it"
    case _ where isStream && PDFDictionary.keysOfData.contains(PDFName(key)):
      "it says how the data of the stream are stored: set the data instead"
    default: nil
    }
  }

  /// Why an entry of an element of the structure tree cannot be set (14.7.2); `nil` if it can.
  static func advice(ofElement key: String) -> String? {
    switch key {
    case "P", "K", "Pg", "ID": "the tree of the tags is made of it"
    default: nil
    }
  }

  /// Why nothing of an object can be changed, by the ways that lead to it; `nil` if something can.
  static func advice(for parts: [ObjectRoles.Part], otherKeys: [PDFName]) -> String? {
    for part in parts {
      switch part.role {
      case .pageNode: return "it belongs to the tree of the pages: insert, move or delete pages instead"
      case .annotationList, .annotation:
        return "it is an annotation, or a list of them: change the annotation instead"
      case .form, .fieldList, .field: return "it belongs to the form: change its fields instead"
      case .signature, .securityStore: return "it belongs to a signature"
      case .information:
        return "it is the information of the document: set title, author and the like instead"
      // It leads to elements, too.
      case .parentTree where !parts.contains(where: { $0.role == .structure }):
        return "it leads from pages to their tags"
      case .other:
        guard otherKeys.indices.contains(part.owner) else { break }
        let key = otherKeys[part.owner].description
        if key == "Encrypt" {
          return "it says how the document is encrypted: choose another encryption when saving"
        }
        if let advice = advice(ofCatalog: key) { return "it belongs to /\(key): \(advice)" }
      default: break
      }
    }
    guard !parts.contains(where: { $0.role == .pageContent || $0.role == .pageData }) else { return nil }
    for part in parts {
      switch part.role {
      case .annotationPart: return "it belongs to an annotation: change the annotation instead"
      case .fieldValue, .fieldDefinition, .formResources:
        return "it belongs to the form: change its fields instead"
      default: break
      }
    }
    return nil
  }
}
