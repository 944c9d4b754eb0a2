import PostilModel
import Testing

@testable import PostilFile

/// Meshes of colors without some of their pieces.
@Suite struct MeshShadingTests {
  /// The dictionary of a mesh in the unit square times 255: a byte is a place.
  private func dictionary(_ type: Int, _ more: PDFDictionary = [:]) -> PDFDictionary {
    var result: PDFDictionary = [
      "ShadingType": .integer(type), "ColorSpace": .name("DeviceGray"), "BitsPerCoordinate": .integer(8),
      "BitsPerComponent": .integer(8), "Decode": .array([0, 255, 0, 255, 0, 1].map { .integer($0) }),
    ]
    if type != 5 { result["BitsPerFlag"] = .integer(8) }
    for entry in more.entries { result[entry.key] = entry.value }
    return result
  }

  private func changes() throws -> ObjectChanges {
    ObjectChanges(
      try FileStore(.data(BuiltDocument.empty), password: nil, options: OpenOptions()).graph, nextNumber: 10)
  }

  /// The data of a mesh without what touches a rectangle; `nil` if nothing does.
  private func redacted(_ dictionary: PDFDictionary, _ data: [UInt8], _ rect: PageRect) throws -> [UInt8]? {
    let objects = try changes()
    var mesh = try #require(MeshShading(dictionary, data, objects))
    guard mesh.remove([ConvexPolygon(rect)], .identity, tolerance: 0.1) else { return nil }
    guard case .stream(let new, let body) = mesh.stream(dictionary), case .encoded(let bytes) = body else {
      return []
    }
    return bytes.withUnsafeBytes { StreamDecoder.whole($0, new, limit: 1 << 20) }
  }

  private func rect(_ x: Double, _ y: Double, _ width: Double = 2, _ height: Double = 2) -> PageRect {
    PageRect(x: x, y: y, width: width, height: height)
  }

  @Test func trianglesThatShareEdgesAreToldApart() throws {
    // A strip: each vertex behind the third makes a triangle with the last edge.
    let strip: [UInt8] = [0, 0, 0, 1, 0, 10, 0, 2, 0, 0, 10, 3, 1, 10, 10, 4, 1, 20, 20, 5]
    #expect(try redacted(dictionary(4), strip, rect(50, 50)) == nil)
    // (10 0, 0 10, 10 10) goes.
    let left = try #require(try redacted(dictionary(4), strip, rect(9, 4)))
    #expect(left == [0, 0, 0, 1, 0, 10, 0, 2, 0, 0, 10, 3, 0, 0, 10, 3, 0, 10, 10, 4, 0, 20, 20, 5])
    // A triangle that is much larger than the area shows nothing in there.
    #expect(try redacted(dictionary(4), [0, 0, 0, 1, 0, 200, 0, 2, 0, 0, 200, 3], rect(20, 20)) == nil)
  }

  @Test func rowsBecomeTriangles() throws {
    let rows: [UInt8] = [0, 0, 1, 10, 0, 2, 20, 0, 3, 0, 10, 4, 10, 10, 5, 20, 10, 6]
    let left = try #require(try redacted(dictionary(5, ["VerticesPerRow": .integer(3)]), rows, rect(-1, 1)))
    #expect(left.count == 3 * 12 && left.starts(with: [0, 10, 0, 2, 0, 0, 10, 4, 0, 10, 10, 5]))
  }

  @Test(arguments: [6, 7])
  func patchesThatShareEdgesAreToldApart(_ type: Int) throws {
    // A square, and one to its right that shares its third edge.
    let inner: [UInt8] = type == 7 ? [3, 3, 3, 6, 6, 6, 6, 3] : []
    let square: [UInt8] =
      [0] + [0, 0, 0, 3, 0, 6, 0, 9, 3, 9, 6, 9, 9, 9, 9, 6, 9, 3, 9, 0, 6, 0, 3, 0] + inner
    let edge: [UInt8] =
      [2] + [12, 0, 15, 0, 18, 0, 18, 3, 18, 6, 18, 9, 15, 9, 12, 9] + inner.map { $0 + 9 } + [7, 8]
    let data = square + [1, 2, 3, 4] + edge
    let pieceLength = 1 + (type == 7 ? 32 : 24) + 4
    #expect(try redacted(dictionary(type), data, rect(50, 50)) == nil)
    let left = try #require(try redacted(dictionary(type), data, rect(-1, 1)))
    #expect(left.count == pieceLength && left.first == 0)
    // The shared edge is written out, with its colors.
    #expect(Array(left[1...8]) == Array(square[13...20]) && left.suffix(4) == [3, 4, 7, 8])
    let none = try #require(try redacted(dictionary(type), data, rect(8, 1)))
    #expect(none == [UInt8](repeating: 0, count: 12))
  }

  @Test func numbersOfBitsThatAreNoBytesAreReadRight() throws {
    // Flags of 2 bits, places of 4, colors of 2: twelve bits and four of padding for each vertex.
    let bits: PDFDictionary = [
      "BitsPerFlag": .integer(2), "BitsPerCoordinate": .integer(4), "BitsPerComponent": .integer(2),
      "Decode": .array([0, 15, 0, 15, 0, 1].map { .integer($0) }),
    ]
    func vertex(_ x: UInt16, _ y: UInt16, _ color: UInt16) -> [UInt8] {
      let value = x << 10 | y << 6 | color << 4
      return [UInt8(value >> 8), UInt8(value & 0xFF)]
    }
    let data =
      vertex(0, 0, 0) + vertex(4, 0, 0) + vertex(0, 4, 3) + vertex(15, 15, 3) + vertex(8, 15, 3)
      + vertex(15, 8, 3)
    let left = try #require(try redacted(dictionary(4, bits), data, rect(1, 1)))
    let most = [UInt8](repeating: 0xFF, count: 4)
    #expect(left.count == 33 && left.starts(with: [0] + most + most + [0xFF, 0xFF]))
  }

  @Test func whatIsNotAsItSaysIsRefused() throws {
    let objects = try changes()
    let triangle: [UInt8] = [0, 0, 0, 1, 0, 10, 0, 2, 0, 0, 10, 3]
    #expect(MeshShading(dictionary(4), triangle, objects) != nil)
    #expect(MeshShading(dictionary(4), Array(triangle.dropLast()), objects) == nil)
    #expect(MeshShading(dictionary(4, ["BitsPerFlag": .integer(3)]), triangle, objects) == nil)
    #expect(MeshShading(dictionary(4, ["Decode": .array([.integer(1)])]), triangle, objects) == nil)
    #expect(MeshShading(dictionary(5, ["VerticesPerRow": .integer(1)]), triangle, objects) == nil)
    #expect(MeshShading(dictionary(6), [3] + triangle, objects) == nil)
    #expect(MeshShading(dictionary(2), triangle, objects) == nil)
  }
}
