/// Signs that stand for their mirror images where a text runs from right to left (UAX 9, L4), and those that come in pairs.
enum PairedSigns {
  private static let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
    ("(", ")"), ("[", "]"), ("{", "}"), ("\u{F3A}", "\u{F3B}"), ("\u{F3C}", "\u{F3D}"),
    ("\u{169B}", "\u{169C}"), ("\u{2045}", "\u{2046}"), ("\u{207D}", "\u{207E}"), ("\u{208D}", "\u{208E}"),
    ("\u{2308}", "\u{2309}"), ("\u{230A}", "\u{230B}"), ("\u{2329}", "\u{232A}"), ("\u{2768}", "\u{2769}"),
    ("\u{276A}", "\u{276B}"), ("\u{276C}", "\u{276D}"), ("\u{276E}", "\u{276F}"), ("\u{2770}", "\u{2771}"),
    ("\u{2772}", "\u{2773}"), ("\u{2774}", "\u{2775}"), ("\u{27C5}", "\u{27C6}"), ("\u{27E6}", "\u{27E7}"),
    ("\u{27E8}", "\u{27E9}"), ("\u{27EA}", "\u{27EB}"), ("\u{27EC}", "\u{27ED}"), ("\u{27EE}", "\u{27EF}"),
    ("\u{2983}", "\u{2984}"), ("\u{2985}", "\u{2986}"), ("\u{2987}", "\u{2988}"), ("\u{2989}", "\u{298A}"),
    ("\u{2991}", "\u{2992}"), ("\u{2997}", "\u{2998}"), ("\u{29D8}", "\u{29D9}"), ("\u{29DA}", "\u{29DB}"),
    ("\u{29FC}", "\u{29FD}"), ("\u{2E22}", "\u{2E23}"), ("\u{2E24}", "\u{2E25}"), ("\u{2E26}", "\u{2E27}"),
    ("\u{2E28}", "\u{2E29}"), ("\u{3008}", "\u{3009}"), ("\u{300A}", "\u{300B}"), ("\u{300C}", "\u{300D}"),
    ("\u{300E}", "\u{300F}"), ("\u{3010}", "\u{3011}"), ("\u{3014}", "\u{3015}"), ("\u{3016}", "\u{3017}"),
    ("\u{3018}", "\u{3019}"), ("\u{301A}", "\u{301B}"), ("\u{FE59}", "\u{FE5A}"), ("\u{FE5B}", "\u{FE5C}"),
    ("\u{FE5D}", "\u{FE5E}"), ("\u{FF08}", "\u{FF09}"), ("\u{FF3B}", "\u{FF3D}"), ("\u{FF5B}", "\u{FF5D}"),
    ("\u{FF5F}", "\u{FF60}"), ("\u{FF62}", "\u{FF63}"),
  ]
  /// What is mirrored and opens or closes nothing for rule N0.
  private static let others: [(Unicode.Scalar, Unicode.Scalar)] = [
    ("<", ">"), ("\u{AB}", "\u{BB}"), ("\u{2039}", "\u{203A}"), ("\u{2264}", "\u{2265}"),
    ("\u{2266}", "\u{2267}"), ("\u{226A}", "\u{226B}"), ("\u{226E}", "\u{226F}"), ("\u{2270}", "\u{2271}"),
    ("\u{2208}", "\u{220B}"), ("\u{2209}", "\u{220C}"), ("\u{2282}", "\u{2283}"), ("\u{2286}", "\u{2287}"),
    ("\u{22A2}", "\u{22A3}"), ("\u{22D6}", "\u{22D7}"), ("\u{2A7D}", "\u{2A7E}"), ("\u{FF1C}", "\u{FF1E}"),
  ]

  private static let images = Dictionary(
    (pairs + others).flatMap { [($0.0, $0.1), ($0.1, $0.0)] }, uniquingKeysWith: { first, _ in first })
  private static let brackets = Set(pairs.flatMap { [$0.0, $0.1] })
  private static let openings = Set((pairs + others).map(\.0))

  /// The mirror image of a sign; `nil` for what has none.
  static func mirrored(_ sign: Unicode.Scalar) -> Unicode.Scalar? { images[sign] }
  /// Whether it is one of a pair that rule N0 tells of.
  static func isBracket(_ sign: Unicode.Scalar) -> Bool { brackets.contains(sign) }
  /// Whether it is the one that opens, where a text runs from left to right.
  static func isOpening(_ sign: Unicode.Scalar) -> Bool { openings.contains(sign) }
}
