import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Pages that an image fills: its colors and its samples stay what they are.
@Suite struct ImagePageTests {
  /// The image of the page that is made of a file: its dictionary, its samples, and its profile if it has one.
  private func image(
    _ data: Data, in document: PDFDocument? = nil
  ) throws -> (entries: PDFValue, samples: Data, profile: Data?) {
    let document = try document ?? PDFDocument(data: SampleDocument().data)
    try document.insertPage(showing: try Appearance.Image(data), resolution: 18, at: 0)
    let saved = try PDFDocument(data: document.dataRepresentationAndWait())
    let objects = saved.objects
    func value(_ value: PDFValue?) throws -> PDFValue? {
      if case .reference(let number)? = value { try objects.object(number) } else { value }
    }
    let page = try #require(try objects.page(saved.pageIDs[0]))
    let names = try value(try value(page["Resources"])?["XObject"])
    guard case .reference(let number)? = names?["I"] else { throw PDFError(.damaged, "no image") }
    let entries = try objects.object(number)
    var profile: Data?
    if case .reference(let space)? = try value(entries["ColorSpace"])?[1] {
      profile = try objects.stream(space, limit: 1 << 20)
      #expect(try objects.object(space)["N"]?.number == Double(profile?[16] == 0x47 ? 1 : 3))
    }
    let isJPEG = entries["Filter"] == .name("DCTDecode")
    let samples =
      try isJPEG ? objects.encodedStream(number, limit: 1 << 20) : objects.stream(number, limit: 1 << 20)
    return (entries, samples, profile)
  }

  private static let rows: [[UInt8]] = [[200, 30, 40, 10, 220, 30], [1, 2, 3, 4, 5, 6]]

  @Test func profilesAreKept() throws {
    let png = SampleImage.png(width: 2, rows: Self.rows, profile: ICCProfile.wide)
    for file in [
      png, SampleImage.jpeg(profile: ICCProfile.wide),
      SampleImage.jpeg(profile: ICCProfile.wide, numbers: [2, 1]),
    ] {
      #expect(try image(file).profile.map(Array.init) == ICCProfile.wide)
    }
    #expect(try image(png).samples == Data(Self.rows.joined()))
    let gray = SampleImage.png(width: 2, rows: [[7, 9]], colors: 0, profile: ICCProfile.gray)
    let found = try image(gray)
    #expect(found.profile.map(Array.init) == ICCProfile.gray && found.samples == Data([7, 9]))
    // Levels of gray in a profile of three parts.
    let pale = try image(SampleImage.png(width: 1, rows: [[7, 7, 7]], profile: ICCProfile.wide))
    #expect(pale.profile.map(Array.init) == ICCProfile.wide && pale.samples == Data([7, 7, 7]))
  }

  @Test func profilesThatSayNothingOrDoNotFitAreLeftOut() throws {
    let cut = Array(ICCProfile.wide.dropLast(3))
    var kind = ICCProfile.wide
    kind.replaceSubrange(12..<16, with: Array("link".utf8))
    for profile in [ICCProfile.sRGB, ICCProfile.gray, ICCProfile.table(channels: 4), cut, kind, [], [1]] {
      let file = SampleImage.png(width: 2, rows: Self.rows, profile: profile)
      #expect(try image(file).entries["ColorSpace"] == .name("DeviceRGB"))
    }
    for numbers in [[1], [2], [1, 1], [1, 2, 2], [0, 1]] as [[UInt8]] {
      let file = SampleImage.jpeg(profile: ICCProfile.wide, numbers: numbers)
      #expect(try image(file).entries["ColorSpace"] == .name("DeviceRGB"), "\(numbers)")
    }
  }

  /// ISO 19005-1, 6.2.3.2: profiles are of version 2 there; and samples have up to 8 bits (PDF 1.4).
  @Test func theFirstPartOfPDFAHasOlderProfiles() throws {
    var newer = ICCProfile.wide
    newer[8] = 4
    let files = [
      SampleImage.png(width: 2, rows: Self.rows, profile: newer),
      SampleImage.png(width: 1, rows: [[0x12, 0x34]], depth: 16, colors: 0),
    ]
    for isFirstArchive in [false, true] {
      let pages = try files.map {
        try BuiltDocument.page(
          showing: Appearance.Image($0), PageSize(width: 9, height: 9), isFirstArchive: isFirstArchive)
      }
      #expect((pages[0].range(of: Data("ICCBased".utf8)) == nil) == isFirstArchive)
      #expect((pages[1].range(of: Data("/BitsPerComponent 16".utf8)) == nil) == isFirstArchive)
    }
  }

  @Test func samplesOfOtherDepthsStayAsTheyAre() throws {
    for (depth, rows) in [
      (1, [[0b1010_0000], [0b0100_0000]]), (4, [[0x1F], [0x2E]]), (16, [[0x12, 0x34, 0x56, 0x78]]),
    ]
      as [(Int, [[UInt8]])]
    {
      let width = depth == 1 ? 3 : 2
      let file = SampleImage.png(width: width, rows: rows, depth: UInt8(depth), colors: 0)
      let found = try image(file)
      #expect(found.entries["BitsPerComponent"]?.number == Double(depth))
      #expect(found.entries["ColorSpace"] == .name("DeviceGray") && found.samples == Data(rows.joined()))
    }
    let color = SampleImage.png(width: 1, rows: [[1, 2, 3, 4, 5, 6]], depth: 16)
    #expect(try image(color).samples == Data([1, 2, 3, 4, 5, 6]))
  }

  @Test func aJPEGWithoutItsEndIsRefused() throws {
    let document = try PDFDocument(data: SampleDocument().data)
    for count in [20, 3] {
      let cut = try Appearance.Image(SampleImage.jpeg.dropLast(count))
      let error = #expect(throws: PDFError.self) { try document.insertPage(showing: cut, at: 0) }
      #expect(error?.code == .invalidArgument)
      let rect = PageRect(x: 9, y: 9, width: 90, height: 90)
      #expect(throws: PDFError.self) {
        try document.add(Annotation(.stamp(.image(cut), in: rect)), to: document.pageIDs[0])
      }
    }
    #expect(!document.hasUnsavedChanges)
  }
}
