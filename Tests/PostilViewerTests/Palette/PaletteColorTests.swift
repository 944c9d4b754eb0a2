import Foundation
@testable import PostilViewer
import Testing

/// Colours that can be told apart.
struct PaletteColorTests {
  @Test func haveNamesOfTheirOwn() {
    #expect(Set(PaletteColor.presets.map(\.name)).count == 12)
    for preset in PaletteColor.presets {
      #expect(PaletteColor.preset(of: preset.color) == preset)
      #expect(PaletteColor.preset(of: Color(hex: preset.color.hex) ?? .white) == preset)
    }
    #expect(PaletteColor.preset(of: .white) == nil)
  }

  /// Differences of 2 can just be seen side by side; markings on a page need far more.
  @Test(arguments: ColorVision.allCases)
  func differForAllKindsOfColorVision(_ vision: ColorVision) {
    let presets = PaletteColor.presets
    for (index, preset) in presets.enumerated() {
      for other in presets[..<index] {
        let difference = vision.difference(preset.color, other.color)
        #expect(difference > 15, "\(preset.name) and \(other.name)")
      }
      #expect(vision.difference(preset.color, .white) > 15, "\(preset.name) on paper")
    }
  }
}

/// What people with a kind of colour vision see (Machado, Oliveira and Fernandes 2009, at full severity).
enum ColorVision: CaseIterable {
  case usual, withoutRedCones, withoutGreenCones

  private var rows: [[Double]] {
    switch self {
    case .usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    case .withoutRedCones:
      [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    case .withoutGreenCones:
      [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
    }
  }

  /// The distance in CIELAB.
  func difference(_ a: Color, _ b: Color) -> Double {
    let squares = zip(lab(a), lab(b)).map { ($0 - $1) * ($0 - $1) }
    return squares.reduce(0, +).squareRoot()
  }

  private func lab(_ color: Color) -> [Double] {
    let light = [color.red, color.green, color.blue].map {
      $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
    }
    let seen = rows.map { row in min(max(zip(row, light).map(*).reduce(0, +), 0), 1) }
    let x = (0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.95047
    let y = 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]
    let z = (0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.08883
    let part = [x, y, z].map { $0 > 0.008856 ? pow($0, 1 / 3) : 7.787 * $0 + 16 / 116 }
    return [116 * part[1] - 16, 500 * (part[0] - part[1]), 200 * (part[1] - part[2])]
  }
}
