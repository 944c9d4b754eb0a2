import Foundation
import Postil

/// A page's picture, and the file that it was written to.
struct Picture {
  let page: PageID
  let image: PageImage
  let url: URL
}

extension DemoSession {
  private static let longestSide = 1200.0

  /// Renders the pages that are edited.
  func pictures(in folder: ResultFolder, named moment: String) async throws -> [Picture] {
    try await log.step {
      let pages = plan.marked == plan.turned ? [plan.marked] : [plan.marked, plan.turned]
      let renderer = PageRenderer(document)
      var pictures: [Picture] = []
      for id in pages {
        let page = try document.page(id)
        let scale = Self.longestSide / max(page.width, page.height)
        let image = try await renderer.image(of: id, scale: scale)
        let url = folder.picture(of: id, moment)
        try image.write(to: url)
        pictures.append(Picture(page: id, image: image, url: url))
      }
      let numbers = pages.map { String($0.number) }.joined(separator: " and page ")
      return ("Rendered page \(numbers) to PNG, \(moment)", pictures)
    }
  }
}
