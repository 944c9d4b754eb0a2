import Foundation

/// ICC profiles (ICC.1:2022, clause 7), as far as it matters whether a file can have them, and whether they are that of sRGB.
enum ColorProfile {
  /// Colorants relative to D50, as profiles of sRGB have them.
  private static let colorants: [(tag: String, values: [Double])] = [
    ("rXYZ", [0.4361, 0.2225, 0.0139]), ("gXYZ", [0.3851, 0.7169, 0.0971]),
    ("bXYZ", [0.1431, 0.0606, 0.7141]),
  ]
  private static let largestDifference = 0.001
  /// Tables of colours, which count for more than colorants and curves.
  private static let tables = ["A2B0", "A2B1", "A2B2", "B2A0", "B2A1", "B2A2", "D2B0", "B2D0"]

  /// Whether a profile is made of the colorants and the curve of sRGB, so that colours come out within a level of 255.
  static func isSRGB(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 132, text(bytes, 36) == "acsp", text(bytes, 16) == "RGB ", text(bytes, 20) == "XYZ ",
      let tags = tags(bytes), !tables.contains(where: { tags[$0] != nil })
    else { return false }
    for (tag, expected) in colorants {
      guard let place = tags[tag], text(bytes, place.lowerBound) == "XYZ ", place.count >= 20 else {
        return false
      }
      for (index, value) in expected.enumerated() {
        let found = number(bytes, place.lowerBound + 8 + 4 * index)
        guard abs(found - value) < largestDifference else { return false }
      }
    }
    let curves = ["rTRC", "gTRC", "bTRC"].map { tags[$0] }
    return Set(curves).allSatisfy { $0.map { isCurveOfSRGB(bytes[$0]) } ?? false }
  }

  /// Kinds of devices of which images can be (ISO 32000-2, 8.6.5.5; ISO 19005-2, 6.2.4.2).
  private static let classes: Set<String> = ["scnr", "mntr", "prtr", "spac"]

  /// Whether a profile can be that of colors with so many parts.
  ///
  /// - Parameter newest: The highest version that it may have, as a whole number.
  static func isUsable(_ bytes: [UInt8], parts: Int, newest: UInt8) -> Bool {
    guard let space = [1: "GRAY", 3: "RGB ", 4: "CMYK"][parts], bytes.count > 132 else { return false }
    return integer(bytes, 0) == bytes.count && (2...max(newest, 2)).contains(bytes[8])
      && classes.contains(text(bytes, 12)) && text(bytes, 16) == space
      && ["XYZ ", "Lab "].contains(text(bytes, 20)) && text(bytes, 36) == "acsp"
      && tags(bytes)?.isEmpty == false
  }

  private static func tags(_ bytes: [UInt8]) -> [String: Range<Int>]? {
    let count = integer(bytes, 128)
    guard count <= 100, 132 + 12 * count <= bytes.count else { return nil }
    var result: [String: Range<Int>] = [:]
    for index in 0..<count {
      let entry = 132 + 12 * index
      let (start, length) = (integer(bytes, entry + 4), integer(bytes, entry + 8))
      guard start + length <= bytes.count, length >= 12 else { return nil }
      result[text(bytes, entry)] = start..<start + length
    }
    return result
  }

  /// Whether a curve, as a table or as a formula, is that of sRGB to half a level.
  private static func isCurveOfSRGB(_ slice: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(slice)
    func isRight(_ level: Double, _ light: Double) -> Bool {
      let encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
      return abs(encoded - level) < 0.002
    }
    switch text(bytes, 0) {
    case "curv":
      let count = integer(bytes, 8)
      guard count >= 256, bytes.count >= 12 + 2 * count else { return false }
      return (0..<count).allSatisfy { index in
        let value = Int(bytes[12 + 2 * index]) << 8 | Int(bytes[13 + 2 * index])
        return isRight(Double(index) / Double(count - 1), Double(value) / 65_535)
      }
    case "para":
      guard bytes.count >= 32, integer(bytes, 8) >> 16 == 3 else { return false }
      let (gamma, a, b) = (number(bytes, 12), number(bytes, 16), number(bytes, 20))
      let (slope, limit) = (number(bytes, 24), number(bytes, 28))
      return (0...255).allSatisfy { level in
        let x = Double(level) / 255
        return isRight(x, x >= limit ? pow(max(a * x + b, 0), gamma) : slope * x)
      }
    default: return false
    }
  }

  private static func text(_ bytes: [UInt8], _ start: Int) -> String {
    start + 4 <= bytes.count ? String(decoding: bytes[start..<start + 4], as: UTF8.self) : ""
  }

  /// Four bytes; 0 if there are fewer.
  private static func integer(_ bytes: [UInt8], _ start: Int) -> Int {
    guard start + 4 <= bytes.count else { return 0 }
    return bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number with 16 bits behind the point.
  private static func number(_ bytes: [UInt8], _ start: Int) -> Double {
    Double(Int32(truncatingIfNeeded: integer(bytes, start))) / 65_536
  }

  // MARK: - Writing

  /// A profile of sRGB (IEC 61966-2-1) for displays, of version 4: colorants, and the curve as a formula.
  static let sRGB: [UInt8] = {
    let formula = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    let curve = text("para") + bytes(0) + [0, 3, 0, 0] + formula.flatMap(fixed)
    let white = [0.9642, 1, 0.8249]
    // From the white of D65, which sRGB has, to that of D50, which profiles have (Bradford).
    let adaptation = [1.0479, 0.0229, -0.0502, 0.0296, 0.9904, -0.0171, -0.0092, 0.0151, 0.7519]
    var tags: [(String, [UInt8])] = [
      ("desc", description("sRGB")), ("cprt", description("CC0")), ("wtpt", place(white)),
      ("chad", text("sf32") + bytes(0) + adaptation.flatMap(fixed)),
    ]
    tags += colorants.map { ($0.tag, place($0.values)) }
    tags.append(("rTRC", curve))
    let tableLength = 4 + 12 * (tags.count + 2)
    var (table, data): ([UInt8], [UInt8]) = (bytes(tags.count + 2), [])
    for (tag, value) in tags {
      let start = 128 + tableLength + data.count
      // All three colors have the same curve.
      for name in tag == "rTRC" ? ["rTRC", "gTRC", "bTRC"] : [tag] {
        table += text(name) + bytes(start) + bytes(value.count)
      }
      data += value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    }
    var header = bytes(128 + table.count + data.count) + text("    ") + bytes(0x0430_0000) + text("mntr")
    header += text("RGB ") + text("XYZ ")
    // When it was made: what is in it is as old as the standard.
    for number in [1999, 10, 18, 0, 0, 0] { header += [UInt8(number >> 8), UInt8(number & 255)] }
    header += text("acsp") + [UInt8](repeating: 0, count: 28) + white.flatMap(fixed)
    return header + [UInt8](repeating: 0, count: 128 - header.count) + table + data
  }()

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func bytes(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func fixed(_ value: Double) -> [UInt8] { bytes(Int((value * 65_536).rounded())) }

  private static func place(_ values: [Double]) -> [UInt8] { text("XYZ ") + bytes(0) + values.flatMap(fixed) }

  private static func description(_ words: String) -> [UInt8] {
    let letters = words.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    return text("mluc") + bytes(0) + bytes(1) + bytes(12) + text("enUS") + bytes(letters.count) + bytes(28)
      + letters
  }
}
