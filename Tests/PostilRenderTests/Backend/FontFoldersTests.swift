import Foundation
import PostilModel
import PostilTestSupport
import PostilRenderProtocol
import Testing

@testable import PostilRender

/// Fonts where only the settings of fontconfig say that there are some.
@Suite struct FontFoldersTests {
  /// A font of the system.
  private static let font: URL? = {
    let names = FileManager.default.enumerator(
      at: URL(fileURLWithPath: "/usr/share/fonts"), includingPropertiesForKeys: nil)
    return names?.lazy.compactMap { $0 as? URL }.first { $0.lastPathComponent.hasSuffix("Sans.ttf") }
  }()

  private static let page: Data = {
    var pdf = PDFBuilder()
    let (catalog, pages, page) = (pdf.reserve(), pdf.reserve(), pdf.reserve())
    let stream = pdf.addStream("BT /F 40 Tf 10 40 Td (Handgloves) Tj ET")
    let font = pdf.add("<</Type/Font/Subtype/TrueType/BaseFont/Nowhere-Sans>>")
    pdf.add("<</Type/Catalog/Pages \(pages) 0 R>>", as: catalog)
    pdf.add("<</Type/Pages/Kids[\(page) 0 R]/Count 1>>", as: pages)
    pdf.add(
      """
      <</Type/Page/Parent \(pages) 0 R/MediaBox[0 0 300 100]/Contents \(stream) 0 R\
      /Resources<</Font<</F \(font) 0 R>>>>>>
      """, as: page)
    return pdf.data()
  }()

  /// A home whose settings name one folder of fonts, and a program that draws with them.
  private struct Home {
    let folder: URL
    let program: URL

    init(fonts: (URL) throws -> URL) throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("fonts-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try "secret".write(to: folder.appendingPathComponent("secret.txt"), atomically: true, encoding: .utf8)
      let fonts = try fonts(folder)
      let settings = folder.appendingPathComponent("fonts.conf")
      try """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
      <fontconfig><dir>\(fonts.path)</dir><cachedir>\(folder.path)/cache</cachedir></fontconfig>
      """.write(to: settings, atomically: true, encoding: .utf8)
      program = folder.appendingPathComponent("render")
      let path = try RendererProgram.find(.poppler).path
      try """
      #!/bin/sh
      HOME='\(folder.path)' FONTCONFIG_FILE='\(settings.path)' exec '\(path)'
      """.write(to: program, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
    }

    func worker(_ fault: PlantedFault? = nil) throws -> TestWorker {
      var options = ProcessOptions()
      options.program = program
      options.fault = fault
      return try TestWorker(FontFoldersTests.page, options: options)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
  }

  private func inks(_ image: PageImage) -> Int {
    image.withPixels { pixels in
      stride(from: 0, to: pixels.count, by: 4).count { pixels[$0] < 128 }
    }
  }

  enum Place: CaseIterable {
    case folderOfFonts
    /// In the home itself, beside other files.
    case home
    /// As a link to a file elsewhere.
    case link
  }

  @Test(.enabled(if: font != nil), arguments: Place.allCases)
  func textIsDrawnInThem(_ place: Place) throws {
    let font = try #require(Self.font)
    let elsewhere = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).ttf")
    defer { try? FileManager.default.removeItem(at: elsewhere) }
    let home = try Home { home in
      let folder = place == .home ? home : home.appendingPathComponent("Types")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let name = folder.appendingPathComponent("a.ttf")
      try FileManager.default.copyItem(at: font, to: place == .link ? elsewhere : name)
      if place == .link {
        try FileManager.default.createSymbolicLink(at: name, withDestinationURL: elsewhere)
      }
      return folder
    }
    defer { home.remove() }
    let first = try home.worker()
    #expect(inks(try first.image(ofPage: 0, scale: 1)) > 100)
    // One whose process was shut in by the launcher.
    let second = try home.worker()
    #expect(inks(try second.image(ofPage: 0, scale: 1)) > 100)
  }

  /// The user's other files are not opened with a font beside them.
  @Test(.enabled(if: font != nil)) func aHomeWithFontsStaysShut() throws {
    let font = try #require(Self.font)
    let home = try Home { home in
      try FileManager.default.copyItem(at: font, to: home.appendingPathComponent("a.ttf"))
      return home
    }
    defer { home.remove() }
    let worker = try home.worker(PlantedFault(.escape, page: 0))
    _ = try worker.image(ofPage: 0, scale: 1)
    #expect(worker.worker.report.messages.contains("tried"))
    #expect(!worker.worker.report.messages.contains("read a file of the home"))
  }
}
