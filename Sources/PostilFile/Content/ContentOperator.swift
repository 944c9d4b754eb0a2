/// The operators of content streams (ISO 32000-2, annex A). The value is the operator's bytes, the last one lowest.
enum ContentOperator: UInt32 {
  /// `m`
  case moveTo = 0x6D
  /// `l`
  case lineTo = 0x6C
  /// `c`
  case curveTo = 0x63
  /// `v`
  case curveFromCurrent = 0x76
  /// `y`
  case curveToEnd = 0x79
  /// `h`
  case closePath = 0x68
  /// `re`
  case rectangle = 0x7265
  /// `W`
  case clip = 0x57
  /// `W*`
  case clipEvenOdd = 0x572A
  /// `S`
  case stroke = 0x53
  /// `s`
  case closeAndStroke = 0x73
  /// `f`
  case fill = 0x66
  /// `F`
  case fillOld = 0x46
  /// `f*`
  case fillEvenOdd = 0x662A
  /// `B`
  case fillAndStroke = 0x42
  /// `B*`
  case fillEvenOddAndStroke = 0x422A
  /// `b`
  case closeFillAndStroke = 0x62
  /// `b*`
  case closeFillEvenOddAndStroke = 0x622A
  /// `n`
  case endPath = 0x6E
  /// `q`
  case save = 0x71
  /// `Q`
  case restore = 0x51
  /// `cm`
  case concatenate = 0x636D
  /// `w`
  case lineWidth = 0x77
  /// `J`
  case lineCap = 0x4A
  /// `j`
  case lineJoin = 0x6A
  /// `M`
  case miterLimit = 0x4D
  /// `d`
  case dash = 0x64
  /// `ri`
  case renderingIntent = 0x7269
  /// `i`
  case flatness = 0x69
  /// `gs`
  case graphicsState = 0x6773
  /// `BT`
  case beginText = 0x4254
  /// `ET`
  case endText = 0x4554
  /// `Tc`
  case characterSpacing = 0x5463
  /// `Tw`
  case wordSpacing = 0x5477
  /// `Tz`
  case horizontalScale = 0x547A
  /// `TL`
  case leading = 0x544C
  /// `Tf`
  case font = 0x5466
  /// `Tr`
  case renderingMode = 0x5472
  /// `Ts`
  case rise = 0x5473
  /// `Td`
  case moveLine = 0x5464
  /// `TD`
  case moveLineSettingLeading = 0x5444
  /// `Tm`
  case textMatrix = 0x546D
  /// `T*`
  case nextLine = 0x542A
  /// `Tj`
  case show = 0x546A
  /// `TJ`
  case showList = 0x544A
  /// `'`
  case showOnNextLine = 0x27
  /// `"`
  case showOnNextLineSpaced = 0x22
  /// `d0`
  case glyphWidth = 0x6430
  /// `d1`
  case glyphWidthAndBox = 0x6431
  /// `cs`
  case fillSpace = 0x6373
  /// `CS`
  case strokeSpace = 0x4353
  /// `sc`
  case fillColor = 0x7363
  /// `scn`
  case fillColorOrPattern = 0x73636E
  /// `SC`
  case strokeColor = 0x5343
  /// `SCN`
  case strokeColorOrPattern = 0x53434E
  /// `g`
  case fillGray = 0x67
  /// `G`
  case strokeGray = 0x47
  /// `rg`
  case fillRGB = 0x7267
  /// `RG`
  case strokeRGB = 0x5247
  /// `k`
  case fillCMYK = 0x6B
  /// `K`
  case strokeCMYK = 0x4B
  /// `sh`
  case shade = 0x7368
  /// `BI`
  case inlineImage = 0x4249
  /// `Do`
  case paintObject = 0x446F
  /// `MP`
  case markPoint = 0x4D50
  /// `DP`
  case markPointWithProperties = 0x4450
  /// `BMC`
  case beginMark = 0x424D43
  /// `BDC`
  case beginMarkWithProperties = 0x424443
  /// `EMC`
  case endMark = 0x454D43
  /// `BX`
  case beginCompatibility = 0x4258
  /// `EX`
  case endCompatibility = 0x4558

  /// The operator that some bytes are; `nil` if they are none.
  init?(_ word: UnsafeRawBufferPointer) {
    guard (1...3).contains(word.count) else { return nil }
    self.init(rawValue: word.reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// The operator as it is written.
  var name: String {
    var bytes: [UInt8] = []
    for shift in [16, 8, 0] as [UInt32] where rawValue >> shift > 0 {
      bytes.append(UInt8(truncatingIfNeeded: rawValue >> shift))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
