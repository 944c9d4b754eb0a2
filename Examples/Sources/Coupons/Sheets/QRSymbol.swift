import CQREncode
import Foundation

/// A QR code (ISO/IEC 18004): a square of dark and light modules, as libqrencode lays them out.
public struct QRSymbol: Sendable, Hashable {
  /// How much of a code may be unreadable (ISO/IEC 18004, 6.5.1).
  public enum Level: String, Sendable, Hashable, Decodable {
    /// 7 %.
    case low = "L"
    /// 15 %.
    case medium = "M"
    /// 25 %.
    case quartile = "Q"
    /// 30 %.
    case high = "H"
  }

  /// How many light modules there have to be at each side (the quiet zone).
  public static let quietZone = 4

  /// How many modules there are in a row, without the quiet zone.
  public let width: Int
  private let modules: [Bool]

  /// Encodes a text, in the smallest symbol that holds it. Text that is not ASCII is in UTF-8, as readers expect it.
  ///
  /// - Throws: ``CouponError`` if the text is empty or too long: about 2,900 bytes at level L, 1,200 at level H.
  public init(_ text: String, level: Level = .medium) throws {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { throw CouponError("A QR code needs a text: there is none.") }
    let code = Self.isPlain(bytes) ? text.withCString { Self.encode($0, level) } : Self.encode(bytes, level)
    guard let code else {
      guard errno == ERANGE else { throw CouponError("There is not enough memory for a QR code.") }
      throw CouponError("A text of \(bytes.count) bytes is too long for a QR code: make it shorter.")
    }
    defer { QRcode_free(code) }
    width = Int(code.pointee.width)
    guard let data = code.pointee.data else { throw CouponError("There is not enough memory for a QR code.") }
    // The lowest bit says whether a module is dark.
    modules = UnsafeBufferPointer(start: data, count: width * width).map { $0 & 1 == 1 }
  }

  /// Whether a module is dark. Outside of the symbol none is.
  ///
  /// - Parameters:
  ///   - column: From 0, from the left.
  ///   - row: From 0, from the top.
  public func isDark(_ column: Int, _ row: Int) -> Bool {
    (0..<width).contains(column) && (0..<width).contains(row) && modules[row * width + column]
  }

  /// ASCII is divided by libqrencode into numbers, capitals and bytes, which makes smaller symbols.
  private static func isPlain(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { (1..<128).contains($0) } }

  private static func encode(_ text: UnsafePointer<CChar>, _ level: Level) -> UnsafeMutablePointer<QRcode>? {
    QRcode_encodeString(text, 0, level.value, QR_MODE_8, 1)
  }

  private static func encode(_ bytes: [UInt8], _ level: Level) -> UnsafeMutablePointer<QRcode>? {
    QRcode_encodeData(Int32(clamping: bytes.count), bytes, 0, level.value)
  }
}

extension QRSymbol.Level {
  fileprivate var value: QRecLevel {
    switch self {
    case .low: QR_ECLEVEL_L
    case .medium: QR_ECLEVEL_M
    case .quartile: QR_ECLEVEL_Q
    case .high: QR_ECLEVEL_H
    }
  }
}
