import CPostilZlib
import Foundation
import PostilTestSupport

/// A page of 200 by 200 points that a remedy has work with.
struct RemedyPage: Sendable, CustomStringConvertible {
  let name: String
  /// The names of the remedies that must have done something, and how often at least.
  let uses: [String: Int]
  /// The largest difference in levels that no pixel may exceed; nil: few pixels may exceed 16.
  let limit: Int?
  let file: Data

  var description: String { name }

  static let all = [
    colours, images, largeImages, strips, imagesUnderMasks, steepImages, luminosityMasks, turnedMasks,
    radialShadings,
    maskedShading, text, compressedStreams,
  ]

  // MARK: Colours

  /// An image of each kind of profile, one pixel of the device for each of its own.
  static let colours = page("ICC profiles", uses: ["icc": 5, "icc-lines": 200], limit: 1) { page in
    let kinds: [(String, [UInt8], Int)] = [
      ("sRGB", ICCProfile.sRGB, 3), ("Wide", ICCProfile.wide, 3), ("Gray", ICCProfile.gray, 1),
      ("Table", ICCProfile.table(channels: 3), 3), ("Ink", ICCProfile.table(channels: 4), 4),
    ]
    var content = ""
    for (index, (name, profile, channels)) in kinds.enumerated() {
      let stream = page.stream(profile, "/N \(channels)")
      page.image(name, 100, 60, channels, "[/ICCBased \(stream) 0 R]") { x, y, channel in
        [x * 255 / 99, y * 255 / 59, (x + y) * 255 / 158, x * y % 97][channel]
      }
      let x = index % 2 * 60 + 10, y = index / 2 * 40 + 10
      content += "q 50 0 0 30 \(x) \(y) cm /\(name) Do Q\n"
    }
    return content
  }

  // MARK: Images

  static let images = page("Images drawn smaller", uses: ["images": 10], limit: nil) { page in
    page.picture("RGB")
    page.picture("Keyed", "/Mask [0 40 0 255 0 255]")
    page.stencil("Stencil")
    page.image("Soft", 130, 90, 1, "/DeviceGray") { x, y, _ in (x * 7 + y * 3) % 256 }
    page.picture("SoftMasked", "/SMask \(page.number("Soft")) 0 R")
    page.stencil("Hard")
    page.picture("Masked", "/Mask \(page.number("Hard")) 0 R")
    page.state("Half", "<</ca 0.5>>")
    return """
      q 60 0 0 45 10.3 140.7 cm /RGB Do Q
      q -60 0 0 45 135.2 140.1 cm /RGB Do Q
      q 0 45 -60 0 199.5 140.4 cm /RGB Do Q
      q 0 -45.3 60.6 0 4.4 130.8 cm /RGB Do Q
      q 1 0.3 0.2 rg 50 0 0 30 75.5 95.5 cm /Stencil Do Q
      q 0 0.3 1 rg 0 30 50 0 135.5 95.5 cm /Stencil Do Q
      q 50 0 0 40 10 40 cm /SoftMasked Do Q
      q 50 0 0 -40 70 80 cm /Masked Do Q
      q 50 0 0 40 130 40 cm /Keyed Do Q
      q /Half gs 40 0 0 30 10 5 cm /RGB Do Q
      q /Half gs 40 0 0 30 60 5 cm /SoftMasked Do Q
      q 110 0 40 30 re W n 150 0 0 130 80 -60 cm /RGB Do Q
      """
  }

  /// Rows of such are averaged as they come. Of grey levels, of a palette, with several channels, with a color that is
  /// transparent, under a soft mask of their own, turned, clipped, and with rows that are missing.
  static let largeImages = page("Large images drawn smaller", uses: ["images": 9], limit: nil) { page in
    let (width, height) = (640, 480)
    let level: (Int, Int, Int) -> Int = { x, y, channel in (x * (channel + 3) + y * 5 + x * y / 90) % 256 }
    page.image("Grey", width, height, 1, "/DeviceGray", "", level)
    page.image("Colour", width, height, 3, "/DeviceRGB", "", level)
    let palette = (0..<256).map { String(format: "%02x%02x%02x", $0, 255 - $0, $0 * 7 % 256) }.joined()
    page.image("Palette", width, height, 1, "[/Indexed/DeviceRGB 255<\(palette)>]", "", level)
    page.image("Keyed", width, height, 3, "/DeviceRGB", "/Mask [0 90 0 255 0 255]", level)
    page.image("Soft", width, height, 1, "/DeviceGray", "", level)
    page.image("Masked", width, height, 3, "/DeviceRGB", "/SMask \(page.number("Soft")) 0 R", level)
    let bytes = (0..<width * height / 2).map { UInt8(truncatingIfNeeded: $0 * 11) }
    page.compressedImage("Short", width, height, Builder.compressed(bytes), parameters: "null")
    page.state("Half", "<</ca 0.5>>")
    return """
      q 60 0 0 45 5.3 150.7 cm /Grey Do Q
      q 60 0 0 45 70.1 150.2 cm /Colour Do Q
      q 60 0 0 45 135.4 150 cm /Palette Do Q
      q 60 0 0 45 5 100 cm /Keyed Do Q
      q 60 0 0 45 70 100 cm /Masked Do Q
      q 60 0 0 45 135 100 cm /Short Do Q
      q 0 45 -60 0 65.5 50.4 cm /Grey Do Q
      q /Half gs -60 0 0 -45 130 95 cm /Palette Do Q
      q 150 60 40 20 re W n 120 0 0 90 120 5 cm /Colour Do Q
      """
  }

  /// As drivers of printers write pages: images of a few rows, each less than two pixels of the device high. Nearly all pixels
  /// are at an edge.
  static let strips = page("Strips of images", uses: ["images": 60], limit: 8) { page in
    page.image("Strip", 400, 16, 3, "/DeviceRGB") { x, y, channel in
      channel == 0 ? y * 17 : channel == 1 ? x * 255 / 399 : (x / 20 + y / 4) % 2 * 255
    }
    return (0..<60).map { "q 150 0 0 0.64 20.4 \(180 - Double($0) * 0.64) cm /Strip Do Q\n" }.joined()
  }

  /// The context's matrix is not that of the image when such a one is drawn.
  static let imagesUnderMasks = page("Images under soft masks", uses: ["images": 3], limit: nil) { page in
    page.picture("RGB")
    page.stencil("Stencil")
    page.state(
      "Mask",
      "<</SMask<</S/Luminosity/G \(page.group("1 g 20 20 120 120 re f 0.4 g 60 60 60 60 re f")) 0 R>>>>")
    return """
      q /Mask gs 95 0 0 70 10 30 cm /RGB Do Q
      q /Mask gs 0 100 -60 0 190 80 cm /RGB Do Q
      q /Pattern cs /Stripes scn 40 0 0 50 150 10 cm /Stencil Do Q
      """
  }

  /// More than 16 to 1, where cairo leaves pixels out; and turned by any angle or drawn larger, which is left to cairo.
  static let steepImages = page(
    "Images drawn much smaller, turned and larger", uses: ["images": 2], limit: nil
  ) {
    page in
    page.picture("RGB")
    page.stencil("Stencil")
    page.image("Small", 12, 9, 3, "/DeviceRGB") { x, y, channel in [x * 21, y * 28, 128][channel] }
    return """
      q 8 0 0 6.5 10 10 cm /RGB Do Q
      q 8 0 0 6.5 30.3 10.2 cm /Stencil Do Q
      q 60 20 -15 45 40 40 cm /RGB Do Q
      q 90 0 0 70 100 100 cm /Small Do Q
      """
  }

  // MARK: Masks and shadings

  private static let maskedContent = """
    q 0.1 0.5 0.9 rg 5 5 190 190 re f Q
    q /Plain gs 0.9 0.2 0.1 rg 0 0 200 200 re f Q
    q /Backdrop gs 0.2 0.6 0.1 rg 0 100 200 100 re f Q
    q /Inverted gs 0.6 0.1 0.6 rg 100 0 100 100 re f Q
    q 20 20 60 40 re W n /Outside gs 0 g 0 0 200 200 re f Q
    q /Alpha gs 1 1 0 rg 0 0 200 200 re f Q
    """

  private static func addMasks(to page: inout Builder) {
    let shape = "0.8 g 70 70 30 30 re f 1 g 80 80 40 20 re f"
    let group = page.group(shape, bounds: "70 70 120 100")
    // Half outside of the page.
    let corner = page.group("1 g 150 -20 80 60 re f", bounds: "150 -20 230 40")
    let far = page.group("1 g 150 150 20 20 re f", bounds: "150 150 170 170")
    page.state("Plain", "<</SMask<</S/Luminosity/G \(group) 0 R>>>>")
    page.state("Backdrop", "<</SMask<</S/Luminosity/G \(group) 0 R/BC[0.5]>>>>")
    page.state(
      "Inverted",
      "<</SMask<</S/Luminosity/G \(corner) 0 R/TR<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>>>>>")
    page.state("Outside", "<</SMask<</S/Luminosity/G \(far) 0 R/BC[0.7]>>>>")
    page.state("Alpha", "<</SMask<</S/Alpha/G \(group) 0 R>>>>")
  }

  static let luminosityMasks = page("Masks of luminosity", uses: ["soft-masks": 3], limit: 0) { page in
    addMasks(to: &page)
    return maskedContent
  }

  /// Turned by a quarter, where the clip's extents lie crosswise, and by any angle, where nothing can be said of them;
  /// and within a group.
  static let turnedMasks = page(
    "Masks of luminosity, turned and within a group", uses: ["soft-masks": 6], limit: 0
  ) {
    page in
    addMasks(to: &page)
    page.form("Form", maskedContent)
    return """
      q 0 0.5 -0.5 0 100 0 cm \(maskedContent) Q
      q 0.35 0.3 -0.3 0.35 150 20 cm \(maskedContent) Q
      q /Plain gs Q
      q 0.5 0 0 0.5 100 100 cm /Form Do Q
      """
  }

  /// Concentric and not, one extend and both, growing and shrinking. Where rings shrink, poppler leaves them empty; cairo
  /// draws the edges of the first and the last a little differently without those between.
  static let radialShadings = page("Radial shadings", uses: ["radial-shadings": 5], limit: 16) { page in
    var content = ""
    let circles = ["50 50 5 50 50 40", "50 50 40 50 50 5", "45 52 8 50 50 38", "20 20 10 75 75 20"]
    for (row, coordinates) in circles.enumerated() {
      for (column, extend) in ["true false", "false true", "true true", "false false"].enumerated() {
        let name = "S\(row)\(column)"
        page.shading(
          name,
          """
          <</ShadingType 3/ColorSpace/DeviceRGB/Coords[\(coordinates)]/Extend[\(extend)]\
          /Function<</FunctionType 2/Domain[0 1]/C0[1 0.8 0]/C1[0 0.1 0.7]/N 1>>>>
          """)
        content += "q 0.45 0 0 0.45 \(column * 50 + 2) \(row * 50 + 2) cm 0 0 100 100 re W n /\(name) sh Q\n"
      }
    }
    return content
  }

  /// Then poppler clips to the path, and cairo intersects it with the other clip: otherwise for a rectangle.
  static let maskedShading = page(
    "A radial shading under a mask", uses: ["radial-shadings": 1, "soft-masks": 1], limit: nil
  ) { page in
    page.shading(
      "Shading",
      """
      <</ShadingType 3/ColorSpace/DeviceRGB/Coords[50 50 5 50 50 40]/Extend[true false]\
      /Function<</FunctionType 2/Domain[0 1]/C0[1 0.8 0]/C1[0 0.1 0.7]/N 1>>>>
      """)
    let group = page.group("0.5 g 0 0 150 200 re f", bounds: "0 0 150 200")
    page.state("Mask", "<</SMask<</S/Luminosity/G \(group) 0 R>>>>")
    return "q 1 0 0 1 60 60 cm /Mask gs 10 50 m 50 95 l 90 50 l 50 5 l h W n /Shading sh Q\n"
  }

  static let text = page("Text", uses: ["text-layout": 1], limit: 0) { _ in
    var content = "BT /F 9 Tf 12 TL 10 185 Td\n"
    for line in 1...14 { content += "(Line \(line) of text that nobody asked for, fi and fl) Tj T*\n" }
    return content + "ET\n/Span <</ActualText (other words)>> BDC BT /F 9 Tf 10 10 Td (Word) Tj ET EMC\n"
  }

  // MARK: Streams

  /// Sound and damaged ones, which stop at the same byte.
  static let compressedStreams = page("Compressed streams", uses: ["flate": 7], limit: 0) { page in
    let (width, height) = (96, 120)
    let rows: [[UInt8]] = (0..<height).map { y in
      (0..<3 * width).map { UInt8(truncatingIfNeeded: ($0 * 7 + y * 13) ^ ($0 * y / 37)) }
    }
    let bytes: [UInt8] = Array(rows.joined())
    // Each byte of a row under one of the row before it, whose first byte says so.
    let above: [[UInt8]] = [[UInt8](repeating: 0, count: 3 * width)] + rows
    let up: [UInt8] = zip(rows, above).flatMap { row, above in [2] + zip(row, above).map { $0 &- $1 } }
    let left: [UInt8] = rows.flatMap { row in row.indices.map { $0 < 3 ? row[$0] : row[$0] &- row[$0 - 3] } }
    let sound = Builder.compressed(bytes)
    var (damaged, header, checksum) = (sound, sound, sound)
    for place in damaged.count / 2..<damaged.count / 2 + 40 { damaged[place] ^= 0x5a }
    header[0] = 0
    checksum[checksum.count - 1] ^= 1
    let predictor: (Int) -> String = { "<</Predictor \($0)/Colors 3/Columns \(width)>>" }
    let streams: [(name: String, bytes: [UInt8], parameters: String)] = [
      ("Sound", sound, "null"), ("Up", Builder.compressed(up), predictor(15)),
      ("Left", Builder.compressed(left), predictor(2)),
      ("Stored", Builder.compressed(bytes, level: 0), "null"),
      ("Cut", Array(sound.prefix(sound.count / 2)), "null"), ("Damaged", damaged, "null"),
      ("DamagedUp", Array(Builder.compressed(up).prefix(9_000)), predictor(15)),
      ("Header", header, "null"), ("Checksum", checksum, "null"), ("Empty", [], "null"),
    ]
    var content = ""
    for (index, stream) in streams.enumerated() {
      page.compressedImage(stream.name, width, height, stream.bytes, parameters: stream.parameters)
      // A pixel of the device for each of the image: no other remedy changes it.
      content += "q 48 0 0 60 \(index % 4 * 50) \(index / 4 * 65) cm /\(stream.name) Do Q\n"
    }
    let small = Builder.hexadecimal(Builder.compressed((0..<200).map { UInt8($0) }))
    content += "q 40 0 0 30 105 140 cm BI /W 20 /H 10 /CS /G /BPC 8 /F [/AHx /Fl] ID \(small)>\nEI Q\n"
    return content + "q 1 0 0 rg 150 140 30 30 re f Q\n"
  }

  // MARK: Building

  private static func page(
    _ name: String, uses: [String: Int], limit: Int?, _ content: (inout Builder) -> String
  ) -> RemedyPage {
    var builder = Builder()
    let text = content(&builder)
    return RemedyPage(name: name, uses: uses, limit: limit, file: builder.file(text))
  }
}

/// A page's resources while its content is being written.
struct Builder {
  private var pdf = PDFBuilder()
  private var objects: [String: Int] = [:]
  private var images = "", states = "", shadings = ""
  private let catalog: Int, pages: Int, page: Int, resources: Int

  init() {
    catalog = pdf.reserve()
    pages = pdf.reserve()
    page = pdf.reserve()
    resources = pdf.reserve()
  }

  func number(_ name: String) -> Int { objects[name] ?? 0 }

  mutating func stream(_ bytes: [UInt8], _ dictionary: String) -> Int {
    pdf.addStream(Self.hexadecimal(bytes) + ">", dictionary: "\(dictionary)/Filter/ASCIIHexDecode")
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Bytes as zlib compresses them.
  static func compressed(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
    var count = compressBound(UInt(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(count))
    guard compress2(&result, &count, bytes, UInt(bytes.count), level) == Z_OK else { return [] }
    return Array(result.prefix(Int(count)))
  }

  /// An image in RGB, of compressed bytes.
  mutating func compressedImage(
    _ name: String, _ width: Int, _ height: Int, _ bytes: [UInt8], parameters: String
  ) {
    let dictionary = """
      \(header(width, height))/ColorSpace/DeviceRGB/BitsPerComponent 8\
      /Filter[/ASCIIHexDecode/FlateDecode]/DecodeParms[null \(parameters)]
      """
    addImage(name, pdf.addStream(Self.hexadecimal(bytes) + ">", dictionary: dictionary))
  }

  /// An image of 8 bits, whose levels a function of column, row and channel tells.
  mutating func image(
    _ name: String, _ width: Int, _ height: Int, _ channels: Int, _ space: String, _ entries: String = "",
    _ level: (Int, Int, Int) -> Int
  ) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * channels)
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<channels { bytes.append(UInt8(max(0, min(255, level(x, y, channel))))) }
      }
    }
    addImage(name, stream(bytes, "\(header(width, height))/ColorSpace \(space)/BitsPerComponent 8\(entries)"))
  }

  /// A picture of 300 by 220 pixels with edges, single bright pixels and slopes.
  mutating func picture(_ name: String, _ entries: String = "") {
    image(name, 300, 220, 3, "/DeviceRGB", entries) { x, y, channel in
      if (x / 9 + y / 13) % 5 == 0 { return channel == 0 ? 255 : 20 }
      if (x * 31 + y * 17) % 61 == 0 { return 255 }
      return [x * 255 / 299, y * 255 / 219, (x * x / 90 + y) % 256][channel]
    }
  }

  /// A stencil of 400 by 300 bits.
  mutating func stencil(_ name: String) {
    var bytes: [UInt8] = []
    for y in 0..<300 {
      for byte in 0..<50 {
        var bits: UInt8 = 0
        for x in byte * 8..<byte * 8 + 8 {
          let isSet = (x / 11 + y / 7) % 3 == 0
          bits = bits << 1 | (isSet ? 1 : 0)
        }
        bytes.append(bits)
      }
    }
    addImage(name, stream(bytes, "\(header(400, 300))/ImageMask true/BitsPerComponent 1"))
  }

  private func header(_ width: Int, _ height: Int) -> String {
    "/Type/XObject/Subtype/Image/Width \(width)/Height \(height)"
  }

  private mutating func addImage(_ name: String, _ number: Int) {
    objects[name] = number
    images += "/\(name) \(number) 0 R"
  }

  mutating func group(_ content: String, bounds: String = "0 0 200 200") -> Int {
    pdf.addStream(
      content,
      dictionary: "/Type/XObject/Subtype/Form/BBox[\(bounds)]/Group<</S/Transparency/CS/DeviceGray/I true>>")
  }

  mutating func form(_ name: String, _ content: String) {
    addImage(
      name,
      pdf.addStream(
        content,
        dictionary:
          "/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Group<</S/Transparency>>/Resources \(resources) 0 R"))
  }

  mutating func state(_ name: String, _ dictionary: String) { states += "/\(name) \(dictionary)" }

  mutating func shading(_ name: String, _ dictionary: String) { shadings += "/\(name) \(dictionary)" }

  /// The file, with what all pages have: a font, and a pattern of stripes.
  func file(_ content: String) -> Data {
    var pdf = pdf
    let stripes = pdf.addStream(
      "1 0 0 rg 0 0 3 6 re f 0 0.5 0 rg 3 0 3 6 re f",
      dictionary: "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 6 6]/XStep 6/YStep 6/Resources<<>>")
    let stream = pdf.addStream(content)
    pdf.add("<</Type/Catalog/Pages \(pages) 0 R>>", as: catalog)
    pdf.add("<</Type/Pages/Kids[\(page) 0 R]/Count 1>>", as: pages)
    pdf.add(
      """
      <</Type/Page/Parent \(pages) 0 R/MediaBox[0 0 200 200]/Contents \(stream) 0 R/Resources \(resources) 0 R>>
      """, as: page)
    pdf.add(
      """
      <</XObject<<\(images)>>/ExtGState<<\(states)>>/Shading<<\(shadings)>>/Pattern<</Stripes \(stripes) 0 R>>\
      /Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>
      """, as: resources)
    return pdf.data()
  }
}
