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
    if !comments.isEmpty { sections.append((index + 1, comments.sorted { ($0.creationDate ?? .distantPast) < ($1.creationDate ?? .distantPast) })) }
    count += comments.count
  }
  guard count > 0, let size = try document.pages.last?.size else { return 0 }

  let summary = LayoutDocument(
    title: "Comments", language: "en", style: LayoutStyle(size: 10), page: PageStyle(size, margins: 48)
  ) {
    Heading("Comments")
    for (number, comments) in sections {
      Heading("Page \(number)", level: 2)
      for comment in comments {
        KeepTogether {
          Paragraph("\(Inline(comment.author ?? "Somebody").bold()), \(Inline("page \(number)").link(toAnchor: name(number)))")
            .styled { $0.spaceAfter = 2 }
          Box(BoxStyle(background: Color(white: 0.96), border: nil)) { Paragraph(Inline(comment.contents ?? "")) }
        }
      }
    }
  }
  let data = try summary.dataAndWait()
  try document.edit("Append Summary") { edit in
    // The names that the links of the summary lead to.
    let places = sections.map { NamedDestination(name($0.number), PageDestination(pages[$0.number - 1])) }
    try edit.setNamedDestinations(edit.namedDestinations.filter { place in !places.contains { $0.name == place.name } } + places)
    try edit.insertPages(of: PDFDocument(data: data), at: edit.pageCount)
  }
  try document.saveAndWait(to: output)
  return count
}

private func name(_ page: Int) -> String { "comments-of-page-\(page)" }
