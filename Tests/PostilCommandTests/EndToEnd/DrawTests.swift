import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct DrawTests {
  @Test(arguments: PDFBuilder.Xref.allCases)
  func shapesAreAppendedAndListed(xref: PDFBuilder.Xref) async throws {
    let tool = try Workbench()
    var builder = PageDocument(pageCount: 3)
    builder.xref = xref
    try tool.makeDocument(builder)
    let result = await tool.run(
      "draw", "@in.pdf", "--page", "2", "--color", "FF0000", "--width", "3", "--line", "-5,10,100,20.5",
      "--opacity", "0.5", "--fill", "--rect", "72,600,200,80", "--contents", "Look", "--author", "Ada",
      "--ellipse", "10,10,50,40", "--ink", "10,10 20,30 40,20", "-o", "@out.pdf", "--json")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let report = try result.json()
    #expect(report["strategy"] as? String == "append")
    let original = try tool.data("in.pdf")
    let saved = try tool.data("out.pdf")
    #expect(saved.starts(with: original))
    #expect(report["bytesWritten"] as? Int == saved.count - original.count)
    #expect(report["fileSize"] as? Int == saved.count)

    let list = try await tool.annotations("out.pdf")
    #expect(list.compactMap { $0["id"] as? String } == report["ids"] as? [String])
    #expect(list.map { $0["subtype"] as? String } == ["Line", "Square", "Circle", "Ink"])
    #expect(list.allSatisfy { $0["page"] as? Int == 2 && $0["color"] as? String == "FF0000" })
    #expect(list.map { $0["opacity"] as? Double } == [1, 0.5, 0.5, 0.5])
    #expect(list.map { $0["contents"] as? String } == [nil, nil, "Look", "Look"])
    #expect(list.last?["author"] as? String == "Ada")
  }

  @Test func polygonsAndPolylinesAreDrawnByNameAndListedWithTheirPoints() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let result = await tool.run(
      "draw", "@in.pdf", "--page", "1", "--id", "room", "--fill-color", "FFFF00", "--fill-opacity", "0.25",
      "--polygon", "10,10 90,10 50,80", "--end-ending", "OpenArrow", "--polyline", "10,100 60,100 60,150.5",
      "-o", "@out.pdf")
    #expect(result.status == 0, "\(result.errors)")
    let list = try await tool.annotations("out.pdf")
    #expect(list.map { $0["subtype"] as? String } == ["Polygon", "PolyLine"])
    #expect(list.first?["id"] as? String == "room")
    let polygon = list.first?["annotation"] as? [String: Any]
    #expect(polygon?["vertices"] as? [[Double]] == [[10, 10], [90, 10], [50, 80]])
    #expect(polygon?["fillOpacity"] as? Double == 0.25)
    let polyline = list.last?["annotation"] as? [String: Any]
    #expect(polyline?["kind"] as? String == "polyline" && polyline?["endEnding"] as? String == "OpenArrow")
    let bad = await tool.run("draw", "@in.pdf", "--page", "1", "--polygon", "10,10", "-o", "@no.pdf")
    #expect(bad.status == 2 && bad.errors.contains("at least two"))
  }

  @Test func aRectangleMayReachLeftAndDown() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let result = await tool.run(
      "draw", "@in.pdf", "--page", "1", "--width", "2", "--rect", "100,200,-30,-40", "-o", "@out.pdf")
    #expect(result.status == 0)
    let bounds = try #require(try await tool.annotations("out.pdf").first?["bounds"] as? [String: Double])
    #expect(bounds == ["x": 69, "y": 159, "width": 32, "height": 42])
  }

  @Test func theResultCanReplaceTheFile() async throws {
    for target in [["--in-place"], ["-o", "@in.pdf"], ["--in-place", "--safety", "append-in-place"]] {
      let tool = try Workbench()
      try tool.makeDocument()
      let original = try tool.data("in.pdf")
      let result = await tool.run(["draw", "@in.pdf", "--page", "last", "--line", "1,2,30,40"] + target)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.hasPrefix("\(tool.path("in.pdf")): appended "))
      #expect(try tool.data("in.pdf").starts(with: original))
      #expect(try await tool.annotations("in.pdf").count == 1)
      #expect(try await tool.run("info", "@in.pdf", "--json").json()["revisions"] as? Int == 2)
    }
  }

  /// Other users of the machine see what is on the command line.
  @Test func passwordsComeFromFiles() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    try tool.write("owner\nsecond line", to: "owner.txt")
    let encrypted = await tool.run(
      [
        "squash", "@in.pdf", "-o", "@out.pdf", "--encrypt-user-file", "-", "--encrypt-owner-file",
        "@owner.txt",
      ],
      input: Data("user\n".utf8))
    #expect(encrypted.status == 0, "\(encrypted.errors)")
    for password in ["user", "owner"] {
      #expect(await tool.run("info", "@out.pdf", "--password", password).status == 0)
    }
    let compared = await tool.run("compare", "@in.pdf", "@out.pdf", "--password-file", "@owner.txt")
    #expect(compared.status == 0, "\(compared.errors)")
    let inserted = await tool.run(
      [
        "insert", "@in.pdf", "--from", "@out.pdf", "--from-password-file", "-", "--at", "1", "-o",
        "@more.pdf",
      ],
      input: Data("owner".utf8))
    #expect(inserted.status == 0, "\(inserted.errors)")
    let both = await tool.run(
      "squash", "@in.pdf", "-o", "@out.pdf", "--encrypt-owner", "a", "--encrypt-owner-file", "@owner.txt")
    #expect(both.status == 2 && both.errors.contains("do not go together"))
  }

  @Test func aRewriteCanEncryptAndDecrypt() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let encrypted = await tool.run(
      "draw", "@in.pdf", "--page", "1", "--line", "1,2,30,40", "-o", "@out.pdf", "--encrypt-user", "u",
      "--encrypt-owner", "o", "--json")
    #expect(try encrypted.json()["strategy"] as? String == "rewrite")
    #expect(await tool.run("info", "@out.pdf").status == 5)
    #expect(await tool.run("info", "@out.pdf", "--password", "x").status == 5)
    let info = try await tool.run("info", "@out.pdf", "--password-file", "-", "--json", input: "u\n").json()
    #expect(info["encrypted"] as? Bool == true)
    try tool.write("[]", to: "edits.json")
    let open = await tool.run(
      "apply", "@out.pdf", "@edits.json", "--password", "o", "--decrypt", "-o", "@open.pdf")
    #expect(open.status == 0, "\(open.errors)")
    #expect(try await tool.annotations("open.pdf").count == 1)
  }
}

extension Workbench {
  /// What `postil annotations` says of a file.
  func annotations(_ name: String) async throws -> [[String: Any]] {
    let result = await run("annotations", "@\(name)", "--json")
    #expect(result.status == 0, "\(result.errors)")
    return try #require(try result.json()["annotations"] as? [[String: Any]])
  }

  @Test func cloudsAndArrows() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let result = await tool.run(
      "draw", "@in.pdf", "--page", "1", "--text", "note", "--author", "Ada", "--cloud", "10,10 90,10 50,80",
      "--arrow", "1,2,30,40", "--cloud-intensity", "2", "--rect", "100,100,50,50", "--polygon",
      "10,10 90,10 50,80", "--cloud-intensity", "0", "--id", "plain", "--rect", "1,1,9,9", "-o", "@out.pdf")
    #expect(result.status == 0, "\(result.errors)")
    let list = try await tool.annotations("out.pdf").compactMap { $0["annotation"] as? [String: Any] }
    #expect(list.map { $0["cloudIntensity"] as? Double } == [1, nil, 2, 2, nil])
    #expect(list[1]["endEnding"] as? String == "OpenArrow" && list[4]["id"] as? String == "plain")
    #expect(list.allSatisfy { $0["contents"] as? String == "note" && $0["author"] as? String == "Ada" })
  }
}
