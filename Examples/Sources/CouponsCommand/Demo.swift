import Coupons
import Foundation
import Postil

/// Shows all that the program does, with a template, a table and a layout of its own.
struct Demo {
  let folder: URL

  /// The rows of the sample that pictures are made of, from 0.
  private static let shown = [
    (row: 1, name: "latin"), (4, "cyrillic"), (7, "arabic"), (8, "devanagari"), (9, "chinese"),
    (10, "long-name"),
  ]

  func run() async throws {
    let files = FileManager.default
    let (merged, each) = (
      folder.appendingPathComponent("coupons.pdf"),
      folder.appendingPathComponent("coupons", isDirectory: true)
    )
    let pictures = folder.appendingPathComponent("pictures")
    // Those of an earlier demonstration.
    for url in [merged, each, pictures] where files.fileExists(atPath: url.path) {
      try files.removeItem(at: url)
    }
    try files.createDirectory(at: pictures, withIntermediateDirectories: true)

    let sample = try await Sample(in: folder)
    print("The template: \(sample.template.path)")
    print("The table:    \(sample.table.path)")
    print("The layout:   \(sample.layout.path)")

    // From here on as with any template, table and layout.
    let maker = try CouponMaker(
      template: sample.template, table: Table(contentsOf: sample.table),
      layout: Layout(contentsOf: sample.layout), images: folder)
    let one = try maker.makeDocument(at: merged)
    print("\n\(one.sheets) sheets in one document of \(one.bytes) bytes: \(merged.path)")
    let several = try maker.makeFiles(in: each)
    print("\(several.sheets) files of \(several.bytes / several.sheets) bytes each: \(each.path)")

    let file = CouponFile(merged)
    let codes = try file.codes()
    for (row, name) in Self.shown { try await picture(of: file, codes[row], nil, pictures, name) }
    print("\nRedeeming two of them:")
    for (code, name) in [(codes[0], "Till 1"), (codes[4], "Café Zentral")] {
      print(try file.redeem(code, by: name))
    }
    print("And the first one again:")
    do {
      try file.redeem(codes[0], by: "Till 2")
    } catch {
      print(error.localizedDescription)
    }
    print("\nThe history of the file:")
    for redemption in try file.history() {
      print(redemption)
      guard let number = redemption.revision else { continue }
      try await picture(of: file, redemption.code, number - 1, pictures, "\(redemption.code)-good")
      try await picture(of: file, redemption.code, number, pictures, "\(redemption.code)-redeemed")
    }
    print("\nPictures, of the redeemed ones before and after: \(pictures.path)")
    for name in try files.contentsOfDirectory(atPath: pictures.path).sorted() { print("  \(name)") }
  }

  private func picture(
    of file: CouponFile, _ code: String, _ revision: Int?, _ folder: URL, _ name: String
  ) async throws {
    let image = try await file.picture(of: code, revision: revision)
    try image.write(to: folder.appendingPathComponent("\(name).png"))
  }
}
