import PostilZintBridge

/// A kind of barcode.
public enum BarcodeKind: String, Sendable, Hashable, CaseIterable {
  /// QR code: squares, for cameras; up to 2,953 bytes.
  case qr
  /// Micro QR code: a small one, of up to 35 digits.
  case microQR
  /// Data Matrix: squares, for small parts; up to 1,555 bytes.
  case dataMatrix
  /// Aztec: squares, for tickets; up to 1,914 bytes.
  case aztec
  /// PDF417: rows of bars; up to 1,108 bytes.
  case pdf417
  /// Code 128: bars, for ASCII and Latin letters.
  case code128
  /// GS1-128: Code 128 of fields, each behind its number in parentheses: `(01)09521234543213(10)A1`.
  case gs1_128
  /// Code 39: bars, for capital letters and digits.
  case code39
  /// Code 93: the same, shorter.
  case code93
  /// Codabar: digits between two of the letters A to D.
  case codabar
  /// Interleaved 2 of 5: digits, in pairs.
  case interleaved2of5
  /// ITF-14: the number of a box, 13 digits; the last is made.
  case itf14
  /// EAN-13: the number of an article, 12 digits and the last, which is made if it is missing.
  case ean13
  /// EAN-8: a short one, 7 digits and the last.
  case ean8
  /// UPC-A: the number of an article in America, 11 digits and the last.
  case upcA
  /// UPC-E: a short one, 6 or 7 digits and the last.
  case upcE
  /// ISBN: that of a book, of 10 or 13 digits, with hyphens or without.
  case isbn

  /// Whether it consists of bars that are equally high, and has a text below them.
  public var isLinear: Bool {
    switch self {
    case .qr, .microQR, .dataMatrix, .aztec, .pdf417: false
    default: true
    }
  }

  /// What it is called.
  public var name: String {
    switch self {
    case .qr: "QR code"
    case .microQR: "Micro QR code"
    case .dataMatrix: "Data Matrix code"
    case .aztec: "Aztec code"
    case .pdf417: "PDF417 code"
    case .code128: "Code 128 barcode"
    case .gs1_128: "GS1-128 barcode"
    case .code39: "Code 39 barcode"
    case .code93: "Code 93 barcode"
    case .codabar: "Codabar barcode"
    case .interleaved2of5: "Interleaved 2 of 5 barcode"
    case .itf14: "ITF-14 barcode"
    case .ean13: "EAN-13 barcode"
    case .ean8: "EAN-8 barcode"
    case .upcA: "UPC-A barcode"
    case .upcE: "UPC-E barcode"
    case .isbn: "ISBN barcode"
    }
  }

  var kind: postil_barcode_kind {
    switch self {
    case .qr: POSTIL_BARCODE_QR
    case .microQR: POSTIL_BARCODE_MICRO_QR
    case .dataMatrix: POSTIL_BARCODE_DATA_MATRIX
    case .aztec: POSTIL_BARCODE_AZTEC
    case .pdf417: POSTIL_BARCODE_PDF417
    case .code128: POSTIL_BARCODE_CODE_128
    case .gs1_128: POSTIL_BARCODE_GS1_128
    case .code39: POSTIL_BARCODE_CODE_39
    case .code93: POSTIL_BARCODE_CODE_93
    case .codabar: POSTIL_BARCODE_CODABAR
    case .interleaved2of5: POSTIL_BARCODE_INTERLEAVED
    case .itf14: POSTIL_BARCODE_ITF_14
    case .ean13, .ean8: POSTIL_BARCODE_EAN
    case .upcA: POSTIL_BARCODE_UPC_A
    case .upcE: POSTIL_BARCODE_UPC_E
    case .isbn: POSTIL_BARCODE_ISBN
    }
  }

  /// How many digits it has; `nil` for any number. zint would take fewer, and fill them up with zeros or make another kind.
  var digitCounts: ClosedRange<Int>? {
    switch self {
    case .ean13: 12...13
    case .ean8: 7...8
    case .upcA: 11...12
    case .upcE: 6...8
    case .itf14: 13...14
    default: nil
    }
  }

  /// How wide a module is unless somebody says so, in points: what cameras and scanners read at hand's reach.
  var usualModule: Double {
    switch self {
    case .qr, .microQR, .dataMatrix, .aztec: .mm(0.6)
    case .itf14: .mm(0.5)
    default: .mm(0.33)
    }
  }
}
