/// What is known of fonts of symbols without a file: the encodings that are built into them (ISO 32000-2, annex D.5 and D.6), and the
/// widths of their glyphs (Adobe's font metrics).
struct SymbolFonts {
  /// The characters of codes from 32 on; � where there is none.
  private(set) var characters = [Unicode.Scalar](repeating: "\u{FFFD}", count: 224)
  /// The widths of these glyphs in thousandths of the font's size; 0 where they are not known.
  private(set) var widths = [Double](repeating: 0, count: 224)
  /// The characters of names that no other font has, as `a20`.
  private(set) var names: [String: Unicode.Scalar] = [:]
  /// Whether it has no letters, whatever encoding is named for it.
  private var hasNoLetters = false

  /// The characters for private use that stand for the codes of such a font.
  private static let privateCharacters = UInt32(0xF000)...0xF0FF

  /// The font that a name means (without the tag of a subset); `nil` for other fonts.
  static func named(_ name: String) -> SymbolFonts? {
    switch name.prefix(while: { $0 != "," && $0 != "-" }) {
    case "Symbol", "SymbolMT", "SymbolPS", "StandardSymbolsPS", "StandardSymL": symbol
    case "ZapfDingbats", "ITCZapfDingbats", "ZapfDingbatsITC", "Dingbats": dingbats
    case "Wingdings": wingdings
    default: nil
    }
  }

  /// Whether the widths of its glyphs are known.
  var hasWidths: Bool { !hasNoLetters }

  /// The character of a code; `nil` if there is none.
  func character(of code: UInt32) -> Unicode.Scalar? {
    let index = Int(code) - 32
    return characters.indices.contains(index) && characters[index] != "\u{FFFD}" ? characters[index] : nil
  }

  /// What a character means that says no more than the code of a glyph: one for private use, or a letter in a font that has none. `nil` for
  /// others.
  func meaning(of text: Unicode.Scalar) -> Unicode.Scalar? {
    let isCode =
      Self.privateCharacters.contains(text.value) || hasNoLetters && (0x21...0xFF).contains(text.value)
    return isCode ? character(of: text.value & 0xFF) : nil
  }

  /// - Parameters:
  ///   - table: Rows of the glyphs of codes that follow each other; a code that does not is named, behind `@`.
  ///   - columns: How many words a row has.
  private init(
    _ table: String, columns: Int, _ read: ([Substring]) -> (character: Unicode.Scalar?, width: Double)
  ) {
    let words = table.split { $0 == " " || $0 == "\n" }
    var (code, place) = (32, 0)
    while place < words.count {
      if words[place].hasPrefix("@") {
        code = Int(words[place].dropFirst()) ?? code
        place += 1
      }
      guard place + columns <= words.count, characters.indices.contains(code - 32) else { return }
      let row = Array(words[place..<place + columns])
      let (character, width) = read(row)
      (characters[code - 32], widths[code - 32]) = (character ?? "\u{FFFD}", width)
      if columns == 3 { names[String(row[0])] = character }
      (code, place) = (code + 1, place + columns)
    }
  }

  private static func scalar(_ number: Substring) -> Unicode.Scalar? {
    UInt32(number, radix: 16).flatMap(Unicode.Scalar.init)
  }

  private static let symbol = SymbolFonts(symbolTable, columns: 2) {
    (GlyphNames.scalar(exactly: String($0[0])), Double($0[1]) ?? 0)
  }

  private static let dingbats = SymbolFonts(dingbatsTable, columns: 3) { (scalar($0[1]), Double($0[2]) ?? 0) }

  private static let wingdings: SymbolFonts = {
    var font = SymbolFonts(wingdingsTable, columns: 1) { (scalar($0[0]), 0) }
    font.hasNoLetters = true
    return font
  }()

  /// The glyphs' names and widths.
  private static let symbolTable = """
    @32 space 250 exclam 333 universal 713 numbersign 500 existential 549 percent 833 ampersand 778 suchthat 439 parenleft 333
    parenright 333 asteriskmath 500 plus 549 comma 250 minus 549 period 250 slash 278 zero 500 one 500 two 500 three 500 four 500
    five 500 six 500 seven 500 eight 500 nine 500 colon 278 semicolon 278 less 549 equal 549 greater 549 question 444 congruent
    549 Alpha 722 Beta 667 Chi 722 Delta 612 Epsilon 611 Phi 763 Gamma 603 Eta 722 Iota 333 theta1 631 Kappa 722 Lambda 686 Mu 889
    Nu 722 Omicron 722 Pi 768 Theta 741 Rho 556 Sigma 592 Tau 611 Upsilon 690 sigma1 439 Omega 768 Xi 645 Psi 795 Zeta 611
    bracketleft 333 therefore 863 bracketright 333 perpendicular 658 underscore 500 radicalex 500 alpha 631 beta 549 chi 549 delta
    494 epsilon 439 phi 521 gamma 411 eta 603 iota 329 phi1 603 kappa 549 lambda 549 mu 576 nu 521 omicron 549 pi 549 theta 521
    rho 549 sigma 603 tau 439 upsilon 576 omega1 713 omega 686 xi 493 psi 686 zeta 494 braceleft 480 bar 200 braceright 480
    similar 549 @160 Euro 750 Upsilon1 620 minute 247 lessequal 549 fraction 167 infinity 713 florin 500 club 753 diamond 753
    heart 753 spade 753 arrowboth 1042 arrowleft 987 arrowup 603 arrowright 987 arrowdown 603 degree 400 plusminus 549 second 411
    greaterequal 549 multiply 549 proportional 713 partialdiff 494 bullet 460 divide 549 notequal 549 equivalence 549 approxequal
    549 ellipsis 1000 arrowvertex 603 arrowhorizex 1000 carriagereturn 658 aleph 823 Ifraktur 686 Rfraktur 795 weierstrass 987
    circlemultiply 768 circleplus 768 emptyset 823 intersection 768 union 768 propersuperset 713 reflexsuperset 713 notsubset 713
    propersubset 713 reflexsubset 713 element 713 notelement 713 angle 768 gradient 713 registerserif 790 copyrightserif 790
    trademarkserif 890 product 823 radical 549 dotmath 250 logicalnot 713 logicaland 603 logicalor 603 arrowdblboth 1042
    arrowdblleft 987 arrowdblup 603 arrowdblright 987 arrowdbldown 603 lozenge 494 angleleft 329 registersans 790 copyrightsans
    790 trademarksans 786 summation 713 parenlefttp 384 parenleftex 384 parenleftbt 384 bracketlefttp 384 bracketleftex 384
    bracketleftbt 384 bracelefttp 494 braceleftmid 494 braceleftbt 494 braceex 494 @241 angleright 329 integral 274 integraltp 686
    integralex 686 integralbt 686 parenrighttp 384 parenrightex 384 parenrightbt 384 bracketrighttp 384 bracketrightex 384
    bracketrightbt 384 bracerighttp 494 bracerightmid 494 bracerightbt 494
    """

  /// The glyphs' names, characters and widths.
  private static let dingbatsTable = """
    @32 space 0020 278 a1 2701 974 a2 2702 961 a202 2703 974 a3 2704 980 a4 260E 719 a5 2706 789 a119 2707 790 a118 2708 791 a117
    2709 690 a11 261B 960 a12 261E 939 a13 270C 549 a14 270D 855 a15 270E 911 a16 270F 933 a105 2710 911 a17 2711 945 a18 2712 974
    a19 2713 755 a20 2714 846 a21 2715 762 a22 2716 761 a23 2717 571 a24 2718 677 a25 2719 763 a26 271A 760 a27 271B 759 a28 271C
    754 a6 271D 494 a7 271E 552 a8 271F 537 a9 2720 577 a10 2721 692 a29 2722 786 a30 2723 788 a31 2724 788 a32 2725 790 a33 2726
    793 a34 2727 794 a35 2605 816 a36 2729 823 a37 272A 789 a38 272B 841 a39 272C 823 a40 272D 833 a41 272E 816 a42 272F 831 a43
    2730 923 a44 2731 744 a45 2732 723 a46 2733 749 a47 2734 790 a48 2735 792 a49 2736 695 a50 2737 776 a51 2738 768 a52 2739 792
    a53 273A 759 a54 273B 707 a55 273C 708 a56 273D 682 a57 273E 701 a58 273F 826 a59 2740 815 a60 2741 789 a61 2742 789 a62 2743
    707 a63 2744 687 a64 2745 696 a65 2746 689 a66 2747 786 a67 2748 787 a68 2749 713 a69 274A 791 a70 274B 785 a71 25CF 791 a72
    274D 873 a73 25A0 761 a74 274F 762 a203 2750 762 a75 2751 759 a204 2752 759 a76 25B2 892 a77 25BC 892 a78 25C6 788 a79 2756
    784 a81 25D7 438 a82 2758 138 a83 2759 277 a84 275A 415 a97 275B 392 a98 275C 392 a99 275D 668 a100 275E 668 @128 a89 2768 390
    a90 2769 390 a93 276A 317 a94 276B 317 a91 276C 276 a92 276D 276 a205 276E 509 a85 276F 509 a206 2770 410 a86 2771 410 a87
    2772 234 a88 2773 234 a95 2774 334 a96 2775 334 @161 a101 2761 732 a102 2762 544 a103 2763 544 a104 2764 910 a106 2765 667
    a107 2766 760 a108 2767 760 a112 2663 776 a111 2666 595 a110 2665 694 a109 2660 626 a120 2460 788 a121 2461 788 a122 2462 788
    a123 2463 788 a124 2464 788 a125 2465 788 a126 2466 788 a127 2467 788 a128 2468 788 a129 2469 788 a130 2776 788 a131 2777 788
    a132 2778 788 a133 2779 788 a134 277A 788 a135 277B 788 a136 277C 788 a137 277D 788 a138 277E 788 a139 277F 788 a140 2780 788
    a141 2781 788 a142 2782 788 a143 2783 788 a144 2784 788 a145 2785 788 a146 2786 788 a147 2787 788 a148 2788 788 a149 2789 788
    a150 278A 788 a151 278B 788 a152 278C 788 a153 278D 788 a154 278E 788 a155 278F 788 a156 2790 788 a157 2791 788 a158 2792 788
    a159 2793 788 a160 2794 894 a161 2192 838 a163 2194 1016 a164 2195 458 a196 2798 748 a165 2799 924 a192 279A 748 a166 279B 918
    a167 279C 927 a168 279D 928 a169 279E 928 a170 279F 834 a171 27A0 873 a172 27A1 828 a173 27A2 924 a162 27A3 924 a174 27A4 917
    a175 27A5 930 a176 27A6 931 a177 27A7 463 a178 27A8 883 a179 27A9 836 a193 27AA 836 a180 27AB 867 a199 27AC 867 a181 27AD 696
    a200 27AE 696 a182 27AF 874 @241 a201 27B1 874 a183 27B2 760 a184 27B3 946 a197 27B4 771 a185 27B5 865 a194 27B6 771 a198 27B7
    888 a186 27B8 967 a195 27B9 888 a187 27BA 831 a188 27BB 873 a189 27BC 927 a190 27BD 970 a191 27BE 918
    """

  /// The glyphs' characters, as far as Unicode has the same sign or one that looks so.
  private static let wingdingsTable = """
    @32 0020 270F 2702 2701 @40 260E 2706 2709 @62 2707 270D @65 270C @69 261C 261E 261D 261F @74 263A @76 2639 @84 2744 @108 25CF
    274D 25A0 25A1 @113 2751 2752 2B27 29EB 25C6 2756 2B25 2327 @123 2740 273F @128 24EA 2460 2461 2462 2463 2464 2465 2466 2467
    2468 2469 24FF 2776 2777 2778 2779 277A 277B 277C 277D 277E 277F @158 00B7 2022 @161 25CB @164 25C9 25CE @167 25AA 25FB @170
    2726 2605 2736 2734 2739 2735 @177 2316 @181 272A 2730 @213 232B 2326 @216 27A2 @220 27B2 @223 2190 2192 2191 2193 @232 2794
    @239 21E6 21E8 21E7 21E9 @244 21F3 @251 2717 2713 2612 2611
    """
}
