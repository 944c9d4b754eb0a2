import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct ColorProfileTests {
  @Test func theProfileOfSRGBIsKnownByItsColorantsAndCurves() {
    #expect(ColorProfile.isSRGB(ICCProfile.sRGB))
    for other in [
      ICCProfile.wide, ICCProfile.gray, ICCProfile.table(channels: 3), ICCProfile.table(channels: 4),
    ] {
      #expect(!ColorProfile.isSRGB(other))
    }
    let gamma = ICCProfile.matrix(
      .gamma(2.2), red: [0.4361, 0.2225, 0.0139], green: [0.3851, 0.7169, 0.0971],
      blue: [0.1431, 0.0606, 0.7141])
    #expect(!ColorProfile.isSRGB(gamma))
  }

  @Test func damagedProfilesAreNone() {
    let profile = ICCProfile.sRGB
    for count in stride(from: 0, to: profile.count - 4, by: 7) {
      #expect(!ColorProfile.isSRGB(Array(profile.prefix(count))))
    }
    // Whatever stands in the table of tags, nothing is read beyond the end.
    for position in 128..<220 {
      var damaged = profile
      damaged[position] = 0xFF
      _ = ColorProfile.isSRGB(damaged)
    }
  }
}
