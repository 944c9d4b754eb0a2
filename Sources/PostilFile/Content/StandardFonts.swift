/// What is known of the standard 14 fonts without a file: the widths of their Latin glyphs (Adobe's font metrics), and the
/// encodings that fonts name (ISO 32000-2, annex D).
enum StandardFonts {
  /// Their names (ISO 32000-1, 9.6.2.2).
  static let names: Set<PDFName> = [
    "Times-Roman", "Times-Bold", "Times-Italic", "Times-BoldItalic", "Helvetica", "Helvetica-Bold",
    "Helvetica-Oblique", "Helvetica-BoldOblique", "Courier", "Courier-Bold", "Courier-Oblique",
    "Courier-BoldOblique", "Symbol", "ZapfDingbats",
  ]

  /// The fonts whose widths are listed, in the order of the columns. Courier's glyphs are all 600 wide, and slanted Helvetica's
  /// are as wide as upright ones.
  private static let columns = [
    "Helvetica", "Helvetica-Bold", "Times-Roman", "Times-Bold", "Times-Italic", "Times-BoldItalic",
  ]

  /// The characters of a named encoding, from code 32 on; � where there is none. `nil` for other names.
  static func encoding(named name: PDFName?) -> [Unicode.Scalar]? {
    switch name {
    case "WinAnsiEncoding": winAnsi
    case "MacRomanEncoding": macRoman
    case "StandardEncoding": standard
    default: nil
    }
  }

  /// The character of the name of a Latin letter's glyph; `nil` for other names (``GlyphNames``).
  static func scalar(latin name: String) -> Unicode.Scalar? { glyphs[name]?.scalar }

  /// The widths of characters in thousandths of the font's size; `nil` for fonts that are none of the Latin standard fonts.
  static func widths(of font: String) -> ((Unicode.Scalar) -> Double?)? {
    if font.hasPrefix("Courier") { return { byScalar[$0] == nil ? nil : 600 } }
    let upright =
      font.hasPrefix("Helvetica")
      ? font.replacing("BoldOblique", with: "Bold").replacing("-Oblique", with: "") : font
    guard let column = columns.firstIndex(of: upright) else { return nil }
    return { byScalar[$0].map { Double($0[column]) } }
  }

  /// Letters' height above and below the baseline, as the font metrics have it.
  static func vertical(of font: String) -> (ascent: Double, descent: Double) {
    if font.hasPrefix("Courier") { return (0.629, -0.157) }
    return font.hasPrefix("Times") ? (0.683, -0.217) : (0.718, -0.207)
  }

  private static let glyphs: [String: (scalar: Unicode.Scalar, widths: [UInt16])] = table.split(
    separator: "\n"
  ).reduce(
    into: [:]
  ) { glyphs, line in
    let words = line.split(separator: " ")
    guard words.count == columns.count + 2, let value = UInt32(words[1], radix: 16),
      let scalar = Unicode.Scalar(value)
    else { return }
    glyphs[String(words[0])] = (scalar, words[2...].compactMap { UInt16($0) })
  }

  private static let byScalar: [Unicode.Scalar: [UInt16]] = {
    var widths = Dictionary(glyphs.values.map { ($0.scalar, $0.widths) }) { first, _ in first }
    // As WinAnsiEncoding has them.
    widths["\u{A0}"] = widths[" "]
    widths["\u{AD}"] = widths["-"]
    return widths
  }()

  private static let winAnsi = Array(
    (" !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVW"
      + "XYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~�€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž�"
      + "�‘’“”•–—˜™š›œ�žŸ\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇ"
      + "ÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ").unicodeScalars)

  private static let macRoman = Array(
    (" !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVW"
      + "XYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~�ÄÅÇÉÑÖÜáàâäãåçéè"
      + "êëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨�ÆØ�±��¥µ�����ªº�æø¿¡¬�ƒ��«"
      + "»… ÀÃÕŒœ–—“”‘’÷�ÿŸ⁄¤‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ�ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ").unicodeScalars)

  private static let standard = Array(
    (" !\"#$%&’()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVW"
      + "XYZ[\\]^_‘abcdefghijklmnopqrstuvwxyz{|}~�����������������"
      + "�����������������¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ�–†‡·�¶•‚„”»…‰�¿�`´ˆ˜¯˘˙"
      + "¨�˚¸�˝˛ˇ—����������������Æ�ª����ŁØŒº�����æ���ı��łøœß����").unicodeScalars)

  /// The glyph's name, its character, and its width in each of the fonts.
  private static let table = """
    A 0041 667 722 722 722 611 667
    AE 00C6 1000 1000 889 1000 889 944
    Aacute 00C1 667 722 722 722 611 667
    Acircumflex 00C2 667 722 722 722 611 667
    Adieresis 00C4 667 722 722 722 611 667
    Agrave 00C0 667 722 722 722 611 667
    Aring 00C5 667 722 722 722 611 667
    Atilde 00C3 667 722 722 722 611 667
    B 0042 667 722 667 667 611 667
    C 0043 722 722 667 722 667 667
    Ccedilla 00C7 722 722 667 722 667 667
    D 0044 722 722 722 722 722 722
    E 0045 667 667 611 667 611 667
    Eacute 00C9 667 667 611 667 611 667
    Ecircumflex 00CA 667 667 611 667 611 667
    Edieresis 00CB 667 667 611 667 611 667
    Egrave 00C8 667 667 611 667 611 667
    Eth 00D0 722 722 722 722 722 722
    Euro 20AC 556 556 500 500 500 500
    F 0046 611 611 556 611 611 667
    G 0047 778 778 722 778 722 722
    H 0048 722 722 722 778 722 778
    I 0049 278 278 333 389 333 389
    Iacute 00CD 278 278 333 389 333 389
    Icircumflex 00CE 278 278 333 389 333 389
    Idieresis 00CF 278 278 333 389 333 389
    Igrave 00CC 278 278 333 389 333 389
    J 004A 500 556 389 500 444 500
    K 004B 667 722 722 778 667 667
    L 004C 556 611 611 667 556 611
    Lslash 0141 556 611 611 667 556 611
    M 004D 833 833 889 944 833 889
    N 004E 722 722 722 722 667 722
    Ntilde 00D1 722 722 722 722 667 722
    O 004F 778 778 722 778 722 722
    OE 0152 1000 1000 889 1000 944 944
    Oacute 00D3 778 778 722 778 722 722
    Ocircumflex 00D4 778 778 722 778 722 722
    Odieresis 00D6 778 778 722 778 722 722
    Ograve 00D2 778 778 722 778 722 722
    Oslash 00D8 778 778 722 778 722 722
    Otilde 00D5 778 778 722 778 722 722
    P 0050 667 667 556 611 611 611
    Q 0051 778 778 722 778 722 722
    R 0052 722 722 667 722 611 667
    S 0053 667 667 556 556 500 556
    Scaron 0160 667 667 556 556 500 556
    T 0054 611 611 611 667 556 611
    Thorn 00DE 667 667 556 611 611 611
    U 0055 722 722 722 722 722 722
    Uacute 00DA 722 722 722 722 722 722
    Ucircumflex 00DB 722 722 722 722 722 722
    Udieresis 00DC 722 722 722 722 722 722
    Ugrave 00D9 722 722 722 722 722 722
    V 0056 667 667 722 722 611 667
    W 0057 944 944 944 1000 833 889
    X 0058 667 667 722 722 611 667
    Y 0059 667 667 722 722 556 611
    Yacute 00DD 667 667 722 722 556 611
    Ydieresis 0178 667 667 722 722 556 611
    Z 005A 611 611 611 667 556 611
    Zcaron 017D 611 611 611 667 556 611
    a 0061 556 556 444 500 500 500
    aacute 00E1 556 556 444 500 500 500
    acircumflex 00E2 556 556 444 500 500 500
    acute 00B4 333 333 333 333 333 333
    adieresis 00E4 556 556 444 500 500 500
    ae 00E6 889 889 667 722 667 722
    agrave 00E0 556 556 444 500 500 500
    ampersand 0026 667 722 778 833 778 778
    aring 00E5 556 556 444 500 500 500
    asciicircum 005E 469 584 469 581 422 570
    asciitilde 007E 584 584 541 520 541 570
    asterisk 002A 389 389 500 500 500 500
    at 0040 1015 975 921 930 920 832
    atilde 00E3 556 556 444 500 500 500
    b 0062 556 611 500 556 500 500
    backslash 005C 278 278 278 278 278 278
    bar 007C 260 280 200 220 275 220
    braceleft 007B 334 389 480 394 400 348
    braceright 007D 334 389 480 394 400 348
    bracketleft 005B 278 333 333 333 389 333
    bracketright 005D 278 333 333 333 389 333
    breve 02D8 333 333 333 333 333 333
    brokenbar 00A6 260 280 200 220 275 220
    bullet 2022 350 350 350 350 350 350
    c 0063 500 556 444 444 444 444
    caron 02C7 333 333 333 333 333 333
    ccedilla 00E7 500 556 444 444 444 444
    cedilla 00B8 333 333 333 333 333 333
    cent 00A2 556 556 500 500 500 500
    circumflex 02C6 333 333 333 333 333 333
    colon 003A 278 333 278 333 333 333
    comma 002C 278 278 250 250 250 250
    copyright 00A9 737 737 760 747 760 747
    currency 00A4 556 556 500 500 500 500
    d 0064 556 611 500 556 500 500
    dagger 2020 556 556 500 500 500 500
    daggerdbl 2021 556 556 500 500 500 500
    degree 00B0 400 400 400 400 400 400
    dieresis 00A8 333 333 333 333 333 333
    divide 00F7 584 584 564 570 675 570
    dollar 0024 556 556 500 500 500 500
    dotaccent 02D9 333 333 333 333 333 333
    dotlessi 0131 278 278 278 278 278 278
    e 0065 556 556 444 444 444 444
    eacute 00E9 556 556 444 444 444 444
    ecircumflex 00EA 556 556 444 444 444 444
    edieresis 00EB 556 556 444 444 444 444
    egrave 00E8 556 556 444 444 444 444
    eight 0038 556 556 500 500 500 500
    ellipsis 2026 1000 1000 1000 1000 889 1000
    emdash 2014 1000 1000 1000 1000 889 1000
    endash 2013 556 556 500 500 500 500
    equal 003D 584 584 564 570 675 570
    eth 00F0 556 611 500 500 500 500
    exclam 0021 278 333 333 333 333 389
    exclamdown 00A1 333 333 333 333 389 389
    f 0066 278 333 333 333 278 333
    fi FB01 500 611 556 556 500 556
    five 0035 556 556 500 500 500 500
    fl FB02 500 611 556 556 500 556
    florin 0192 556 556 500 500 500 500
    four 0034 556 556 500 500 500 500
    fraction 2044 167 167 167 167 167 167
    g 0067 556 611 500 500 500 500
    germandbls 00DF 611 611 500 556 500 500
    grave 0060 333 333 333 333 333 333
    greater 003E 584 584 564 570 675 570
    guillemotleft 00AB 556 556 500 500 500 500
    guillemotright 00BB 556 556 500 500 500 500
    guilsinglleft 2039 333 333 333 333 333 333
    guilsinglright 203A 333 333 333 333 333 333
    h 0068 556 611 500 556 500 556
    hungarumlaut 02DD 333 333 333 333 333 333
    hyphen 002D 333 333 333 333 333 333
    i 0069 222 278 278 278 278 278
    iacute 00ED 278 278 278 278 278 278
    icircumflex 00EE 278 278 278 278 278 278
    idieresis 00EF 278 278 278 278 278 278
    igrave 00EC 278 278 278 278 278 278
    j 006A 222 278 278 333 278 278
    k 006B 500 556 500 556 444 500
    l 006C 222 278 278 278 278 278
    less 003C 584 584 564 570 675 570
    logicalnot 00AC 584 584 564 570 675 606
    lslash 0142 222 278 278 278 278 278
    m 006D 833 889 778 833 722 778
    macron 00AF 333 333 333 333 333 333
    minus 2212 584 584 564 570 675 606
    mu 00B5 556 611 500 556 500 576
    multiply 00D7 584 584 564 570 675 570
    n 006E 556 611 500 556 500 556
    nine 0039 556 556 500 500 500 500
    ntilde 00F1 556 611 500 556 500 556
    numbersign 0023 556 556 500 500 500 500
    o 006F 556 611 500 500 500 500
    oacute 00F3 556 611 500 500 500 500
    ocircumflex 00F4 556 611 500 500 500 500
    odieresis 00F6 556 611 500 500 500 500
    oe 0153 944 944 722 722 667 722
    ogonek 02DB 333 333 333 333 333 333
    ograve 00F2 556 611 500 500 500 500
    one 0031 556 556 500 500 500 500
    onehalf 00BD 834 834 750 750 750 750
    onequarter 00BC 834 834 750 750 750 750
    onesuperior 00B9 333 333 300 300 300 300
    ordfeminine 00AA 370 370 276 300 276 266
    ordmasculine 00BA 365 365 310 330 310 300
    oslash 00F8 611 611 500 500 500 500
    otilde 00F5 556 611 500 500 500 500
    p 0070 556 611 500 556 500 500
    paragraph 00B6 537 556 453 540 523 500
    parenleft 0028 333 333 333 333 333 333
    parenright 0029 333 333 333 333 333 333
    percent 0025 889 889 833 1000 833 833
    period 002E 278 278 250 250 250 250
    periodcentered 00B7 278 278 250 250 250 250
    perthousand 2030 1000 1000 1000 1000 1000 1000
    plus 002B 584 584 564 570 675 570
    plusminus 00B1 584 584 564 570 675 570
    q 0071 556 611 500 556 500 500
    question 003F 556 611 444 500 500 500
    questiondown 00BF 611 611 444 500 500 500
    quotedbl 0022 355 474 408 555 420 555
    quotedblbase 201E 333 500 444 500 556 500
    quotedblleft 201C 333 500 444 500 556 500
    quotedblright 201D 333 500 444 500 556 500
    quoteleft 2018 222 278 333 333 333 333
    quoteright 2019 222 278 333 333 333 333
    quotesinglbase 201A 222 278 333 333 333 333
    quotesingle 0027 191 238 180 278 214 278
    r 0072 333 389 333 444 389 389
    registered 00AE 737 737 760 747 760 747
    ring 02DA 333 333 333 333 333 333
    s 0073 500 556 389 389 389 389
    scaron 0161 500 556 389 389 389 389
    section 00A7 556 556 500 500 500 500
    semicolon 003B 278 333 278 333 333 333
    seven 0037 556 556 500 500 500 500
    six 0036 556 556 500 500 500 500
    slash 002F 278 278 278 278 278 278
    space 0020 278 278 250 250 250 250
    sterling 00A3 556 556 500 500 500 500
    t 0074 278 333 278 333 278 278
    thorn 00FE 556 611 500 556 500 500
    three 0033 556 556 500 500 500 500
    threequarters 00BE 834 834 750 750 750 750
    threesuperior 00B3 333 333 300 300 300 300
    tilde 02DC 333 333 333 333 333 333
    trademark 2122 1000 1000 980 1000 980 1000
    two 0032 556 556 500 500 500 500
    twosuperior 00B2 333 333 300 300 300 300
    u 0075 556 611 500 556 500 556
    uacute 00FA 556 611 500 556 500 556
    ucircumflex 00FB 556 611 500 556 500 556
    udieresis 00FC 556 611 500 556 500 556
    ugrave 00F9 556 611 500 556 500 556
    underscore 005F 556 556 500 500 500 500
    v 0076 500 556 500 500 444 444
    w 0077 722 778 722 722 667 667
    x 0078 500 556 500 500 444 500
    y 0079 500 556 500 500 444 444
    yacute 00FD 500 556 500 500 444 444
    ydieresis 00FF 500 556 500 500 444 444
    yen 00A5 556 556 500 500 500 500
    z 007A 500 500 444 444 389 389
    zcaron 017E 500 500 444 444 389 389
    zero 0030 556 556 500 500 500 500
    """
}
