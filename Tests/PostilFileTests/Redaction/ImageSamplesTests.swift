import PostilModel
import Testing

@testable import PostilFile

@Suite struct ImageSamplesTests {
  private func blanked(
    _ bytes: [UInt8], _ width: Int, _ height: Int, bits: Int, parts: Int = 1, _ rect: PageRect, ones: Bool
  ) throws -> [UInt8] {
    let changes = ObjectChanges(
      try FileStore(.data(BuiltDocument.empty), password: nil, options: OpenOptions()).graph, nextNumber: 10)
    let dictionary: PDFDictionary = [
      "Width": .integer(width), "Height": .integer(height), "BitsPerComponent": .integer(bits),
    ]
    let layout = try #require(ImageSamples.Layout(dictionary, parts: parts, changes))
    var samples = try #require(ImageSamples(layout, bytes))
    samples.blank(ConvexPolygon(rect), ones: ones)
    return samples.bytes
  }

  @Test func singleBitsAreBlanked() throws {
    // Three rows of ten pixels; the lower left: six pixels of the last row.
    let bytes: [UInt8] = [0, 0, 0, 0, 0, 0]
    let result = try blanked(
      bytes, 10, 3, bits: 1, PageRect(x: 0.01, y: 0.01, width: 0.55, height: 0.3), ones: true)
    #expect(result == [0, 0, 0, 0, 0b1111_1100, 0])
  }

  @Test func pixelsThatAreTouchedAreBlankedAndNeighboursAreNot() throws {
    let bytes = [UInt8](repeating: 7, count: 2 * 2 * 3)
    let left = try blanked(
      bytes, 2, 2, bits: 8, parts: 3, PageRect(x: 0, y: 0, width: 0.5, height: 1), ones: false)
    #expect(left == [0, 0, 0, 7, 7, 7, 0, 0, 0, 7, 7, 7])
    let more = try blanked(
      bytes, 2, 2, bits: 8, parts: 3, PageRect(x: 0, y: 0, width: 0.51, height: 1), ones: false)
    #expect(more.allSatisfy { $0 == 0 })
  }

  @Test func missingDataAreRefused() throws {
    let changes = ObjectChanges(
      try FileStore(.data(BuiltDocument.empty), password: nil, options: OpenOptions()).graph, nextNumber: 10)
    let dictionary: PDFDictionary = [
      "Width": .integer(100), "Height": .integer(100), "BitsPerComponent": .integer(8),
    ]
    let layout = try #require(ImageSamples.Layout(dictionary, parts: 1, changes))
    #expect(layout.size == 10_000)
    #expect(ImageSamples(layout, [1, 2, 3]) == nil)
    #expect(ImageSamples.Layout(["Width": .integer(-1)], parts: 1, changes) == nil)
  }

  @Test func largerImagesThanAllowedAreNone() throws {
    let changes = ObjectChanges(
      try FileStore(.data(BuiltDocument.empty), password: nil, options: OpenOptions()).graph, nextNumber: 10)
    var dictionary: PDFDictionary = [
      "Width": .integer(1 << 14), "Height": .integer(1 << 14), "BitsPerComponent": .integer(8),
    ]
    #expect(ImageSamples.Layout(dictionary, parts: 1, changes) != nil)
    #expect(ImageSamples.Layout(dictionary, parts: 3, changes) == nil)
    dictionary["Height"] = .integer(1 << 15)
    #expect(ImageSamples.Layout(dictionary, parts: 1, changes) == nil)
  }
}
