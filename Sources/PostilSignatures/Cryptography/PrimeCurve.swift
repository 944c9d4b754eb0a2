/// An elliptic curve over a prime field that GnuTLS does not know, to verify signatures on it. Its points are as many as a prime
/// number, so that every point of it will do.
struct PrimeCurve {
  private let field: OddModulus
  private let order: OddModulus
  private let a: OddModulus.Words
  private let b: OddModulus.Words
  private let generator: Point

  /// A point: its coordinates are x over the square of z and y over its cube; z is 0 of the point at infinity.
  private struct Point {
    let x: OddModulus.Words
    let y: OddModulus.Words
    let z: OddModulus.Words

    var isInfinite: Bool { z.allSatisfy { $0 == 0 } }
  }

  /// The curves of Germany's authorities (RFC 5639), as far as ISO/TS 32002 has them.
  init?(named name: String) {
    switch name {
    case "1.3.36.3.3.2.8.1.1.7":
      self.init(
        prime: "a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377",
        a: "7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9",
        b: "26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6",
        x: "8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262",
        y: "547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997",
        order: "a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7")
    case "1.3.36.3.3.2.8.1.1.11":
      self.init(
        prime:
          "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71874700133107ec53",
        a: "7bc382c63d8c150c3c72080ace05afa0c2bea28e4fb22787139165efba91f90f8aa5814a503ad4eb04a8c7dd22ce2826",
        b: "04a8c7dd22ce28268b39b55416f0447c2fb77de107dcd2a62e880ea53eeb62d57cb4390295dbc9943ab78696fa504c11",
        x: "1d1c64f068cf45ffa2a63a81b7c13f6b8847a3e77ef14fe3db7fcafe0cbd10e8e826e03436d646aaef87b2e247d4af1e",
        y: "8abe1d7520f9c2a45cb1eb8e95cfd55262b70b29feec5864e19c054ff99129280e4646217791811142820341263c5315",
        order:
          "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565")
    case "1.3.36.3.3.2.8.1.1.13":
      self.init(
        prime:
          "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca703308717d4d9b009bc66842aecda12ae6a380e6"
          + "2881ff2f2d82c68528aa6056583a48f3",
        a: "7830a3318b603b89e2327145ac234cc594cbdd8d3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b5"
          + "7f1117a72bf2c7b9e7c1ac4d77fc94ca",
        b: "3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94cadc083e67"
          + "984050b75ebae5dd2809bd638016f723",
        x: "81aee4bdd82ed9645a21322e9c4c6a9385ed9f70b5d916c1b43b62eef4d0098eff3b1f78e2d0d48d50d1687b93b97d5f"
          + "7c6d5047406a5e688b352209bcb9f822",
        y: "7dde385d566332ecc0eabfa9cf7822fdf209f70024a57b1aa000c55b881f8111b2dcde494a5f485e5bca4bd88a2763ae"
          + "d1ca2b2fa8f0540678cd1e0f3ad80892",
        order:
          "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870553e5c414ca92619418661197fac1047"
          + "1db1d381085ddaddb58796829ca90069")
    default: return nil
    }
  }

  private init?(prime: String, a: String, b: String, x: String, y: String, order: String) {
    guard let field = OddModulus(Self.bytes(prime)), let order = OddModulus(Self.bytes(order)),
      let a = field.kept(Self.bytes(a)), let b = field.kept(Self.bytes(b)), let x = field.kept(Self.bytes(x)),
      let y = field.kept(Self.bytes(y))
    else { return nil }
    (self.field, self.order, self.a, self.b) = (field, order, a, b)
    generator = Point(x: x, y: y, z: field.one)
  }

  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(16 * digits[$0] + digits[$0 + 1]) }
  }

  /// Whether a signature with ECDSA is that of a digest (FIPS 186-5, 6.4.2).
  ///
  /// - Parameters:
  ///   - r: The signature's first number, the highest byte first.
  ///   - s: Its second number.
  ///   - key: The public key, a point with both coordinates.
  /// - Returns: `nil` if the key is not one that is read.
  func isSignature(r: [UInt8], s: [UInt8], of digest: [UInt8], key: [UInt8]) -> Bool? {
    guard let point = point(key) else { return nil }
    let zero = OddModulus.Words(repeating: 0, count: order.words.count)
    guard let first = order.kept(r), let second = order.kept(s), first != zero, second != zero,
      let message = order.reduced(Array(digest.prefix(order.bitCount / 8)))
    else { return false }
    let inverse = order.inverse(of: second)
    let sum = sum(
      order.bytes(order.product(message, inverse)), generator, order.bytes(order.product(first, inverse)),
      point)
    guard !sum.isInfinite else { return false }
    let z = field.inverse(of: sum.z)
    return order.reduced(field.bytes(field.product(sum.x, field.product(z, z)))) == first
  }

  /// A point of the curve as keys have it (SEC 1, 2.3.4); `nil` of one that is compressed or not on the curve.
  private func point(_ key: [UInt8]) -> Point? {
    let size = (field.bitCount + 7) / 8
    guard key.count == 1 + 2 * size, key[0] == 4, let x = field.kept(Array(key[1...size])),
      let y = field.kept(Array(key[(1 + size)...]))
    else { return nil }
    let right = field.sum(field.product(field.sum(field.product(x, x), a), x), b)
    return field.product(y, y) == right ? Point(x: x, y: y, z: field.one) : nil
  }

  /// The sum of two multiples.
  private func sum(_ m: [UInt8], _ p: Point, _ n: [UInt8], _ q: Point) -> Point {
    let both = sum(p, q)
    var result = Point(
      x: field.one, y: field.one, z: OddModulus.Words(repeating: 0, count: field.words.count))
    for (left, right) in zip(m, n) {
      for bit in (0..<8 as Range<UInt8>).reversed() {
        result = double(result)
        switch (left >> bit & 1, right >> bit & 1) {
        case (1, 1): result = sum(result, both)
        case (1, _): result = sum(result, p)
        case (_, 1): result = sum(result, q)
        default: break
        }
      }
    }
    return result
  }

  private func twice(_ number: OddModulus.Words) -> OddModulus.Words { field.sum(number, number) }

  private func double(_ p: Point) -> Point {
    // A point whose y is 0 would be of order 2, which the curve does not have.
    guard !p.isInfinite else { return p }
    let y2 = field.product(p.y, p.y)
    let z2 = field.product(p.z, p.z)
    let s = twice(twice(field.product(p.x, y2)))
    let x2 = field.product(p.x, p.x)
    let m = field.sum(field.sum(twice(x2), x2), field.product(a, field.product(z2, z2)))
    let x = field.difference(field.product(m, m), twice(s))
    let y4 = twice(twice(twice(field.product(y2, y2))))
    let y = field.difference(field.product(m, field.difference(s, x)), y4)
    return Point(x: x, y: y, z: twice(field.product(p.y, p.z)))
  }

  private func sum(_ p: Point, _ q: Point) -> Point {
    if p.isInfinite { return q }
    if q.isInfinite { return p }
    let pz2 = field.product(p.z, p.z)
    let qz2 = field.product(q.z, q.z)
    let u = field.product(p.x, qz2)
    let s = field.product(p.y, field.product(qz2, q.z))
    let h = field.difference(field.product(q.x, pz2), u)
    let r = field.difference(field.product(q.y, field.product(pz2, p.z)), s)
    guard h.contains(where: { $0 != 0 }) else {
      if r.allSatisfy({ $0 == 0 }) { return double(p) }
      return Point(x: field.one, y: field.one, z: h)
    }
    let h2 = field.product(h, h)
    let h3 = field.product(h2, h)
    let uh2 = field.product(u, h2)
    let x = field.difference(field.difference(field.product(r, r), h3), twice(uh2))
    let y = field.difference(field.product(r, field.difference(uh2, x)), field.product(s, h3))
    return Point(x: x, y: y, z: field.product(h, field.product(p.z, q.z)))
  }
}
