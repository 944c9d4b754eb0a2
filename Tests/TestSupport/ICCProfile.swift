import Foundation

/// Small profiles of version 2 (ICC.1:2001-04), made of what a test wants.
package enum ICCProfile {
  /// How bright a channel's levels are.
  package enum Curve {
    case gamma(Double)
    /// That of sRGB, in 1,024 steps.
    case sRGB
  }

  /// Curves and the colorants' coordinates, relative to D50.
  package static func matrix(_ curve: Curve, red: [Double], green: [Double], blue: [Double]) -> [UInt8] {
    let data = self.curve(curve)
    return profile(
      "RGB ", "XYZ ",
      [
        ("wtpt", xyz([0.9642, 1, 0.8249])), ("rXYZ", xyz(red)), ("gXYZ", xyz(green)), ("bXYZ", xyz(blue)),
        ("rTRC", data), ("gTRC", data), ("bTRC", data),
      ])
  }

  package static let sRGB = matrix(
    .sRGB, red: [0.4361, 0.2225, 0.0139], green: [0.3851, 0.7169, 0.0971], blue: [0.1431, 0.0606, 0.7142])
  /// The colorants of Adobe RGB, with another gamma.
  package static let wide = matrix(
    .gamma(1.8), red: [0.6097, 0.3111, 0.0195], green: [0.2053, 0.6257, 0.0609],
    blue: [0.1492, 0.0632, 0.7446])
  package static let gray = profile(
    "GRAY", "XYZ ", [("wtpt", xyz([0.9642, 1, 0.8249])), ("kTRC", curve(.gamma(1.4)))])

  /// A table of 9 steps for each of three or four channels (lut8Type) into Lab.
  package static func table(channels: Int) -> [UInt8] {
    let steps = 9
    var data = Array("mft1".utf8) + [0, 0, 0, 0, UInt8(channels), 3, UInt8(steps), 0]
    for index in 0..<9 { data += s15Fixed16(index % 4 == 0 ? 1 : 0) }
    for _ in 0..<channels { data += (0...255).map { UInt8($0) } }
    var count = 1
    for _ in 0..<channels { count *= steps }
    for entry in 0..<count {
      var rest = entry
      var colour: [Double] = []
      for _ in 0..<channels {
        colour.insert(Double(rest % steps) / Double(steps - 1), at: 0)
        rest /= steps
      }
      data += lab(colour)
    }
    for _ in 0..<3 { data += (0...255).map { UInt8($0) } }
    return profile(
      channels == 4 ? "CMYK" : "RGB ", "Lab ", [("wtpt", xyz([0.9642, 1, 0.8249])), ("A2B0", data)])
  }

  /// A smooth, made-up appearance: light falls off with ink, or rises with light.
  private static func lab(_ colour: [Double]) -> [UInt8] {
    let ink = colour.count == 4
    let light = colour.prefix(3).map { ink ? (1 - 0.85 * $0) * (1 - 0.9 * colour[3]) : $0 }
    let lightness = 0.3 * light[0] + 0.5 * light[1] + 0.2 * light[2]
    let a = 60 * (light[0] - light[1]), b = 50 * (0.5 * (light[0] + light[1]) - light[2])
    return [lightness * 255, a + 128, b + 128].map { UInt8(max(0, min(255, $0.rounded()))) }
  }

  private static func curve(_ curve: Curve) -> [UInt8] {
    let entries: [UInt16]
    switch curve {
    case .gamma(let value): entries = [UInt16(value * 256)]
    case .sRGB:
      entries = (0..<1024).map { index in
        let value = Double(index) / 1023
        let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        return UInt16((light * 65535).rounded())
      }
    }
    return Array("curv".utf8) + [0, 0, 0, 0] + bytes(UInt32(entries.count))
      + entries.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }

  private static func xyz(_ values: [Double]) -> [UInt8] {
    Array("XYZ ".utf8) + [0, 0, 0, 0] + values.flatMap(s15Fixed16)
  }

  private static func s15Fixed16(_ value: Double) -> [UInt8] { bytes(UInt32((value * 65536).rounded())) }

  private static func bytes(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func profile(_ space: String, _ connection: String, _ tags: [(String, [UInt8])]) -> [UInt8] {
    let deviceClass = space == "CMYK" ? "prtr" : "mntr"
    var table = bytes(UInt32(tags.count)), data: [UInt8] = []
    let start = 128 + 4 + 12 * tags.count
    for (name, content) in tags {
      table += Array(name.utf8) + bytes(UInt32(start + data.count)) + bytes(UInt32(content.count))
      data += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
    }
    let size = UInt32(start + data.count)
    var header =
      bytes(size) + [0, 0, 0, 0] + bytes(0x0210_0000) + Array((deviceClass + space + connection).utf8)
    header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 28) + [0.9642, 1, 0.8249].flatMap(s15Fixed16)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + data
  }
}
