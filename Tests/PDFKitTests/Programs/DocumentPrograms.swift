// Written as programs for macOS and iOS are: nothing here knows that it runs on Linux.
import Foundation
import PDFKit

/// 1. What a document says of itself.
func describe(_ url: URL) -> [String] {
  guard let document = PDFDocument(url: url) else { return ["This is not a PDF document."] }
  var lines = ["\(document.pageCount) pages, version \(document.majorVersion).\(document.minorVersion)"]
  if let attributes = document.documentAttributes {
    if let title = attributes[PDFDocumentAttribute.titleAttribute] as? String {
      lines.append("Title: \(title)")
    }
    if let author = attributes[PDFDocumentAttribute.authorAttribute] as? String {
      lines.append("Author: \(author)")
    }
    if let words = attributes[PDFDocumentAttribute.keywordsAttribute] as? [String] {
      lines.append("Keywords: \(words.joined(separator: "/"))")
    }
  }
  if document.isEncrypted { lines.append(document.isLocked ? "locked" : "encrypted") }
  return lines
}

/// 2. Changing title, author and keywords.
func setTitle(_ title: String, author: String, keywords: [String], of url: URL) -> Bool {
  guard let document = PDFDocument(url: url) else { return false }
  var attributes = document.documentAttributes ?? [:]
  attributes[PDFDocumentAttribute.titleAttribute] = title
  attributes[PDFDocumentAttribute.authorAttribute] = author
  attributes[PDFDocumentAttribute.keywordsAttribute] = keywords
  document.documentAttributes = attributes
  return document.write(to: url)
}

/// 3. A copy that nobody opens without the password, and nobody prints or copies with it.
func protect(_ url: URL, to target: URL, userPassword: String, ownerPassword: String) -> Bool {
  guard let document = PDFDocument(url: url) else { return false }
  let permissions: PDFAccessPermissions = [.allowsCommenting, .allowsContentAccessibility]
  let options: [PDFDocumentWriteOption: Any] = [
    .userPasswordOption: userPassword,
    .ownerPasswordOption: ownerPassword,
    .accessPermissionsOption: permissions.rawValue,
  ]
  return document.write(to: target, withOptions: options)
}

/// 4. Opening a document with a password.
func unlock(_ url: URL, with passwords: [String]) -> PDFDocument? {
  guard let document = PDFDocument(url: url) else { return nil }
  for password in passwords where document.isLocked {
    if document.unlock(withPassword: password) { break }
  }
  return document.isLocked ? nil : document
}

/// 5. One document of several.
func merge(_ urls: [URL]) -> PDFDocument {
  let result = PDFDocument()
  for document in urls.compactMap({ PDFDocument(url: $0) }) {
    for index in 0..<document.pageCount {
      guard let page = document.page(at: index)?.copy() as? PDFPage else { continue }
      result.insert(page, at: result.pageCount)
    }
  }
  return result
}

/// 6. Documents of a page each.
func split(_ document: PDFDocument) -> [Data] {
  (0..<document.pageCount).compactMap { index in
    guard let page = document.page(at: index) else { return nil }
    return page.dataRepresentation
  }
}

/// 7. The pages backwards.
func reverse(_ document: PDFDocument) {
  var (low, high) = (0, document.pageCount - 1)
  while low < high {
    document.exchangePage(at: low, withPageAt: high)
    low += 1
    high -= 1
  }
}

/// 8. Without pages that have neither text nor annotations.
func removeEmptyPages(of document: PDFDocument) -> Int {
  var removed = 0
  for index in stride(from: document.pageCount - 1, through: 0, by: -1) {
    guard let page = document.page(at: index), (page.string ?? "").isEmpty, page.annotations.isEmpty else {
      continue
    }
    document.removePage(at: index)
    removed += 1
  }
  return removed
}

/// 9. Landscape pages turned upright, and the margins of all cut off.
func straighten(_ document: PDFDocument, margin: CGFloat) {
  for index in 0..<document.pageCount {
    guard let page = document.page(at: index) else { continue }
    let box = page.bounds(for: .mediaBox)
    if box.width > box.height { page.rotation += 90 }
    page.setBounds(box.insetBy(dx: margin, dy: margin), for: .cropBox)
  }
}

/// 10. An album of pictures.
func album(of images: [NSImage]) -> PDFDocument {
  let document = PDFDocument()
  for image in images {
    guard let page = PDFPage(image: image) else { continue }
    document.insert(page, at: document.pageCount)
  }
  return document
}

/// 11. Small pictures of all pages.
func thumbnails(of document: PDFDocument, width: CGFloat) -> [UIImage] {
  (0..<document.pageCount).compactMap {
    document.page(at: $0)?.thumbnail(of: CGSize(width: width, height: width), for: .cropBox)
  }
}
