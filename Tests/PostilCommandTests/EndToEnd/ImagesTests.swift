import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct ImagesTests {
  /// Two pages that paint a picture, of which the second paints another one that is damaged if it is said.
  private func data(isDamaged: Bool = false) -> Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    let resources = "/Resources<</XObject<</I 7 0 R/J 8 0 R>>/Font<</F 9 0 R>>>>"
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]\(resources)>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 5 0 R>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 6 0 R>>", as: 4)
    builder.addStream("q 144 0 0 72 0 0 cm /I Do Q BT /F 9 Tf (a) Tj ET", as: 5)
    builder.addStream("q 144 0 0 72 0 0 cm /I Do Q 72 0 0 72 0 0 cm /J Do", as: 6)
    builder.addStream(
      bytes: [UInt8](SampleImage.jpeg),
      dictionary: "/Subtype/Image/Width 16/Height 8/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode",
      as: 7)
    builder.addStream(
      bytes: isDamaged ? [] : [1, 2],
      dictionary: "/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/SMask 10 0 R",
      as: 8)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>", as: 9)
    builder.addStream(
      bytes: [0, 9], dictionary: "/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray",
      as: 10)
    return builder.data()
  }

  @Test func imagesAreListed() async throws {
    let tool = try Workbench()
    _ = try tool.folder.file("in.pdf", data())
    let result = await tool.run("images", "@in.pdf")
    #expect(
      result.output == """
        Page  Object  Places  Width  Height  Bits  Color       Filter     Resolution  Bytes  Transparency
           1       7       2     16       8     8  DeviceRGB   DCTDecode           8    \(SampleImage.jpeg.count)
           2       8       1      2       1     8  DeviceGray                  2 × 1      2  softMask

        """)
    #expect(await tool.run("images", "@in.pdf", "--pages", "1").output.split(separator: "\n").count == 2)
    let printed = await tool.run("images", "@in.pdf", "--json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? [String: Any])
    let images = try #require(json["images"] as? [[String: Any]])
    let places = try #require(images[0]["places"] as? [[String: Any]])
    #expect(
      images.count == 2 && places.map { $0["page"] as? Int } == [1, 2] && images[1]["bits"] as? Int == 8)
    #expect(places[0]["rect"] as? [String: Double] == ["x": 0, "y": 0, "width": 144, "height": 72])
  }

  @Test func imagesAreWritten() async throws {
    let tool = try Workbench()
    _ = try tool.folder.file("in.pdf", data())
    let result = await tool.run("images", "@in.pdf", "-o", "@out")
    #expect(result.status == 0 && result.output.hasSuffix("out: wrote 2 images\n"))
    let folder = tool.folder.url.appending(path: "out")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["page-0001-1.jpg", "page-0002-1.png"])
    #expect(try Data(contentsOf: folder.appending(path: names[0])) == SampleImage.jpeg)
    // What is there is never replaced.
    try Data("mine".utf8).write(to: folder.appending(path: names[0]))
    let again = await tool.run("images", "@in.pdf", "-o", "@out")
    #expect(again.status != 0 && again.errors.contains("choose an empty folder"))
    #expect(try Data(contentsOf: folder.appending(path: names[0])) == Data("mine".utf8))
  }

  @Test func damageOfOneIsToldAndTheOthersAreWritten() async throws {
    let tool = try Workbench()
    _ = try tool.folder.file("in.pdf", data(isDamaged: true))
    let result = await tool.run("images", "@in.pdf", "-o", "@out", "--json")
    #expect(result.status != 0 && result.errors.contains("Page 2, object 8: "))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let images = try #require(json["images"] as? [[String: Any]])
    #expect(
      images.map { $0["written"] as? String } == ["page-0001-1.jpg", nil] && images[1]["error"] is String)
  }

  @Test func aDocumentWithoutAnySaysSo() async throws {
    let tool = try Workbench()
    _ = try tool.folder.file("in.pdf", PDFBuilder(annotations: []).data())
    #expect(await tool.run("images", "@in.pdf").output == "There are no images.\n")
    #expect(await tool.run("fonts", "@in.pdf").output == "There is no text in any font.\n")
  }

  @Test func fontsAreListed() async throws {
    let tool = try Workbench()
    _ = try tool.folder.file("in.pdf", data())
    let result = await tool.run("fonts", "@in.pdf")
    #expect(
      result.output == """
        Name     Type   Program       Encoding         Subset  Unicode  Object  Pages
        Courier  type1  not embedded  WinAnsiEncoding  no      no            9  1

        """)
    let substituted = await tool.run("fonts", "@in.pdf", "--substitutes").output
    #expect(substituted.contains("not embedded: ") && substituted.contains("Courier"))
    #expect(await tool.run("fonts", "@in.pdf", "--renderer", "poppler").status != 0)
    let printed = await tool.run("fonts", "@in.pdf", "--json", "--pages", "2")
    #expect(printed.output.contains(#""fonts" : ["#) || printed.output.contains(#""fonts":[]"#))
  }
}
