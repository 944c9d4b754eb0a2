import PostilModel

/// A shading that is a mesh of triangles or of patches (ISO 32000-2, 8.7.4.5.5 to 8.7.4.5.8): what it shows is in its data, piece by
/// piece.
struct MeshShading {
  private struct Vertex {
    var x: UInt32 = 0
    var y: UInt32 = 0
    var color: [UInt16] = []
  }

  /// A triangle, or a patch with the control points of its four edges and, in tensor-product patches, of what is between them.
  private struct Piece {
    /// Of a patch only the first four have colors.
    var vertices: [Vertex]
  }

  /// How places and colors are written.
  private struct Layout {
    var type: Int
    var flagBits: Int
    let coordinateBits: Int
    let colorBits: Int
    let parts: Int
    let x: ClosedRange<Double>
    let y: ClosedRange<Double>

    /// How many points a patch has.
    var pointCount: Int { type == 7 ? 16 : 12 }
  }

  private let layout: Layout
  private var pieces: [Piece] = []

  static let types = 4...7
  /// A mesh of more pieces is not read.
  private static let mostPieces = 1 << 20
  /// What more pieces are compared with more areas is not worth the time.
  private static let mostComparisons = 1 << 28

  /// - Returns: `nil` if the data are not as the dictionary says.
  /// - Complexity: O(bytes).
  init?(_ dictionary: PDFDictionary, _ data: [UInt8], _ objects: any ObjectSource) {
    func integer(_ key: PDFName) -> Int? { objects.resolve(dictionary[key]).integer }
    guard let type = integer("ShadingType"), Self.types.contains(type),
      let coordinateBits = integer("BitsPerCoordinate"),
      [1, 2, 4, 8, 12, 16, 24, 32].contains(coordinateBits),
      let colorBits = integer("BitsPerComponent"), [1, 2, 4, 8, 12, 16].contains(colorBits),
      let flagBits = type == 5 ? 0 : integer("BitsPerFlag"), type == 5 || [2, 4, 8].contains(flagBits),
      let parts = objects.resolve(dictionary["Function"]).isNull
        ? ContentColorSpace.partCount(dictionary["ColorSpace"], objects) : 1, (1...32).contains(parts),
      let decode = objects.numbers(dictionary["Decode"]), decode.count >= 4 + 2 * parts,
      decode.allSatisfy({ abs($0) <= 1e9 })
    else { return nil }
    func range(_ index: Int) -> ClosedRange<Double>? {
      decode[index] <= decode[index + 1] ? decode[index]...decode[index + 1] : nil
    }
    guard let x = range(0), let y = range(2) else { return nil }
    layout = Layout(
      type: type, flagBits: flagBits, coordinateBits: coordinateBits, colorBits: colorBits, parts: parts,
      x: x, y: y)
    var bits = Bits(data)
    switch type {
    case 4: readTriangles(&bits)
    case 5:
      guard let count = integer("VerticesPerRow"), (2...1 << 20).contains(count) else { return nil }
      readLattice(&bits, perRow: count)
    default: readPatches(&bits)
    }
    guard (1...Self.mostPieces).contains(pieces.count) else { return nil }
  }

  // MARK: - Reading

  /// Numbers of some bits each.
  private struct Bits {
    private let data: [UInt8]
    private var position = 0

    init(_ data: [UInt8]) { self.data = data }

    var left: Int { 8 * data.count - position }

    /// Zeros behind the end.
    mutating func number(_ count: Int) -> UInt32 {
      var result: UInt32 = 0
      var count = count
      while count > 0 {
        let byte = position / 8 < data.count ? UInt32(data[position / 8]) : 0
        let taken = min(8 - position % 8, count)
        let part = byte >> UInt32(8 - position % 8 - taken) & (1 << UInt32(taken) - 1)
        result = result << UInt32(taken) | part
        (position, count) = (position + taken, count - taken)
      }
      return result
    }

    mutating func skipToByte() { position = (position + 7) / 8 * 8 }
  }

  private func point(_ bits: inout Bits) -> Vertex {
    Vertex(x: bits.number(layout.coordinateBits), y: bits.number(layout.coordinateBits))
  }

  private func color(_ bits: inout Bits) -> [UInt16] {
    (0..<layout.parts).map { _ in UInt16(truncatingIfNeeded: bits.number(layout.colorBits)) }
  }

  private var vertexLength: Int {
    layout.flagBits + 2 * layout.coordinateBits + layout.parts * layout.colorBits
  }

  private func vertex(_ bits: inout Bits) -> (flag: UInt32, vertex: Vertex)? {
    guard bits.left >= vertexLength else { return nil }
    let flag = bits.number(layout.flagBits)
    var vertex = point(&bits)
    vertex.color = color(&bits)
    bits.skipToByte()
    return (flag & 3, vertex)
  }

  private mutating func readTriangles(_ bits: inout Bits) {
    while pieces.count <= Self.mostPieces, let first = vertex(&bits) {
      if let last = pieces.last?.vertices, first.flag != 0 {
        pieces.append(Piece(vertices: [first.flag == 1 ? last[1] : last[0], last[2], first.vertex]))
      } else {
        guard let second = vertex(&bits), let third = vertex(&bits) else { return }
        pieces.append(Piece(vertices: [first.vertex, second.vertex, third.vertex]))
      }
    }
  }

  private mutating func readLattice(_ bits: inout Bits, perRow count: Int) {
    var above: [Vertex] = []
    while pieces.count <= Self.mostPieces {
      var row: [Vertex] = []
      while row.count < count, let next = vertex(&bits) { row.append(next.vertex) }
      guard row.count == count else { return }
      if !above.isEmpty {
        for index in 1..<count {
          pieces.append(Piece(vertices: [above[index - 1], above[index], row[index - 1]]))
          pieces.append(Piece(vertices: [above[index], row[index - 1], row[index]]))
        }
      }
      above = row
    }
  }

  private mutating func readPatches(_ bits: inout Bits) {
    let count = layout.pointCount
    while pieces.count <= Self.mostPieces, bits.left >= layout.flagBits {
      let flag = Int(bits.number(layout.flagBits) & 3)
      var vertices: [Vertex] = []
      var colors: [[UInt16]] = []
      if flag > 0 {
        guard let last = pieces.last?.vertices else { return }
        // The edge that it shares with the patch before.
        vertices = (0..<4).map { last[(3 * flag + $0) % 12] }
        colors = [last[flag].color, last[(flag + 1) % 4].color]
      }
      let (points, more) = (count - vertices.count, 4 - colors.count)
      guard bits.left >= points * 2 * layout.coordinateBits + more * layout.parts * layout.colorBits else {
        return
      }
      for _ in 0..<points { vertices.append(point(&bits)) }
      for _ in 0..<more { colors.append(color(&bits)) }
      bits.skipToByte()
      for index in 0..<4 { vertices[index].color = colors[index] }
      for index in 4..<count { vertices[index].color = [] }
      pieces.append(Piece(vertices: vertices))
    }
  }

  // MARK: - Removing

  /// Takes out what touches areas, but for what goes beyond one on all sides: it shows nothing in there but how colors change.
  ///
  /// - Parameter matrix: From the mesh's space to that of the areas.
  /// - Returns: Whether anything was taken out.
  /// - Complexity: O(pieces · areas), at most some hundred million.
  mutating func remove(_ areas: [ConvexPolygon], _ matrix: Affine, tolerance: Double) -> Bool {
    guard let bounds = areas.first.map({ areas.reduce($0.bounds) { $0.union($1.bounds) } }) else {
      return false
    }
    let count = pieces.count
    guard count <= Self.mostComparisons / areas.count else {
      pieces = []
      return true
    }
    let layout = layout
    let most = Double((UInt64(1) << UInt64(layout.coordinateBits)) - 1)
    func place(_ value: UInt32, _ range: ClosedRange<Double>) -> Double {
      range.lowerBound + Double(value) / most * (range.upperBound - range.lowerBound)
    }
    pieces.removeAll { piece in
      let points = piece.vertices.map {
        matrix.apply(PagePoint(x: place($0.x, layout.x), y: place($0.y, layout.y)))
      }
      guard let box = PageRect.bounding(points), box.intersects(bounds) else { return false }
      let near = areas.filter { $0.bounds.intersects(box) }
      guard !near.isEmpty else { return false }
      let hull = ConvexPolygon(hullOf: points)
      let edges =
        points.count == 3
        ? [] : (0..<4).map { edge in ConvexPolygon(hullOf: (0..<4).map { points[(3 * edge + $0) % 12] }) }
      return near.contains { area in
        guard hull.overlaps(area, by: tolerance) else { return false }
        return !hull.contains(area) || edges.contains { $0.overlaps(area) }
      }
    }
    return pieces.count < count
  }

  // MARK: - Writing

  /// The mesh as a stream, each piece by itself.
  func stream(_ old: PDFDictionary) -> PDFObject {
    var dictionary = old
    for key in RedactionRun.encodingKeys + ["VerticesPerRow"] { dictionary[key] = nil }
    var pieces = pieces
    var type = layout.type == 5 ? 4 : layout.type
    if pieces.isEmpty {
      // A triangle without extent: readers take a mesh without any for damaged.
      let vertex = Vertex(color: Array(repeating: 0, count: layout.parts))
      (pieces, type) = ([Piece(vertices: [vertex, vertex, vertex])], 4)
    }
    let coordinateBits = layout.coordinateBits % 8 == 0 ? layout.coordinateBits : 32
    let colorBits = layout.colorBits == 8 ? 8 : 16
    dictionary["ShadingType"] = .integer(type)
    dictionary["BitsPerFlag"] = .integer(8)
    dictionary["BitsPerCoordinate"] = .integer(coordinateBits)
    dictionary["BitsPerComponent"] = .integer(colorBits)
    var bytes: [UInt8] = []
    func write(_ value: UInt32, from bits: Int, to newBits: Int) {
      let (most, newMost) = ((UInt64(1) << UInt64(bits)) - 1, (UInt64(1) << UInt64(newBits)) - 1)
      let scaled = bits == newBits ? UInt64(value) : (UInt64(value) * newMost + most / 2) / most
      for shift in stride(from: newBits - 8, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: scaled >> UInt64(shift)))
      }
    }
    func writePoint(_ vertex: Vertex) {
      write(vertex.x, from: layout.coordinateBits, to: coordinateBits)
      write(vertex.y, from: layout.coordinateBits, to: coordinateBits)
    }
    func writeColor(_ vertex: Vertex) {
      for part in vertex.color { write(UInt32(part), from: layout.colorBits, to: colorBits) }
    }
    for piece in pieces {
      if type == 4 {
        for vertex in piece.vertices {
          bytes.append(0)
          writePoint(vertex)
          writeColor(vertex)
        }
      } else {
        bytes.append(0)
        for vertex in piece.vertices { writePoint(vertex) }
        for vertex in piece.vertices.prefix(4) { writeColor(vertex) }
      }
    }
    return Flate.stream(dictionary, bytes)
  }
}
