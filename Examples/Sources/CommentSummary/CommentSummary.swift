import Foundation
import Postil
import PostilLayout

/// Appends pages that list the comments of a document: by page, with author and text. Each leads to its page.
///
/// - Returns: How many comments there are; without any nothing is appended.
@discardableResult
func appendCommentSummary(_ input: URL, savingTo output: URL) throws -> Int {
  let document = try PDFDocument.openAndWait(input)
  let pages = document.pageIDs
  var (sections, count): ([(number: Int, comments: [Annotation])], Int) = ([], 0)
  for (index, id) in pages.enumerated() {
    // Answers stand below what they answer.
    let comments = try document.page(id).annotations.filter { $0.isMarkup && $0.contents?.isEmpty == false }
    if !comments.isEmpty {
      sections.append(
        (index + 1, comments.sorted { ($0.creationDate ?? .distantPast) < ($1.creationDate ?? .distantPast) })
      )
    }
    count += comments.count
  }
  guard count > 0, let size = document.pages.last?.size else { return 0 }

  let summary = LayoutDocument(
    title: "Comments", language: "en", style: LayoutStyle(size: 10), page: PageStyle(size, margins: 48)
  ) {
    Heading("Comments")
    for (number, comments) in sections {
      Heading("Page \(number)", level: 2)
      for comment in comments {
        KeepTogether {
          Paragraph(
            "\(Inline(comment.author ?? "Somebody").bold()), \(Inline("page \(number)").link(to: "\(scheme)\(number)"))"
          )
          .styled { $0.spaceAfter = 2 }
          Box(BoxStyle(background: Color(white: 0.96), border: nil)) {
            Paragraph(Inline(comment.contents ?? ""))
          }
        }
      }
    }
  }
  let added = try document.insertPagesAndWait(of: summary, at: document.pageCount).pages
  try document.edit("Lead Links to Pages") { edit in
    // Now that they are pages of the document, their links can lead to others of it.
    for page in added {
      let links = try edit.page(page).annotations.filter { $0.content.link != nil }
      try edit.update(links.map(\.id), on: page) { link in
        guard case .uri(let address)? = link.content.link?.target, address.hasPrefix(scheme),
          let number = Int(address.dropFirst(scheme.count))
        else { return }
        link.content.link?.target = .page(pages[number - 1])
      }
    }
  }
  try document.saveAndWait(to: output)
  return count
}

/// What links of the summary begin with, before they lead to pages.
private let scheme = "page:"
