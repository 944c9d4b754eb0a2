import Foundation
import PostilModel

extension DocumentInformation {
  /// Writes the entries of the information dictionary (ISO 32000-2, 14.3.3) that differ.
  func write(to dictionary: inout PDFDictionary, insteadOf old: DocumentInformation) {
    func write(_ key: PDFName, _ text: KeyPath<DocumentInformation, String?>) {
      guard self[keyPath: text] != old[keyPath: text] else { return }
      dictionary[key] = self[keyPath: text].map { .string(TextString.encode($0)) }
    }
    func write(_ key: PDFName, _ date: KeyPath<DocumentInformation, Date?>) {
      guard self[keyPath: date] != old[keyPath: date] else { return }
      dictionary[key] = self[keyPath: date].map { .string(DateString.encode($0)) }
    }
    write("Title", \.title)
    write("Author", \.author)
    write("Subject", \.subject)
    write("Keywords", \.keywords)
    write("Creator", \.creator)
    write("Producer", \.producer)
    write("CreationDate", \.creationDate)
    write("ModDate", \.modificationDate)
    for key in Set(old.custom.keys).union(custom.keys).sorted() where old.custom[key] != custom[key] {
      dictionary[PDFName(key)] = custom[key].map { .string(TextString.encode($0)) }
    }
  }
}
