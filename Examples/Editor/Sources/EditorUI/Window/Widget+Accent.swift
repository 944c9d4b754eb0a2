import GTKKit

extension Widget {
  /// The theme's colour of what is chosen, so that it is seen on a dark window too, where it is a dark blue.
  var accent: RGBA {
    let color = themeColor("theme_selected_bg_color") ?? RGBA(0.2, 0.5, 0.9)
    let text = foreground
    // Light text means a dark window.
    return text.red + text.green + text.blue > 1.5 ? color.mixed(with: text, 0.4) : color
  }
}

extension RGBA {
  /// The colour with some of another; all of that at 1.
  func mixed(with other: RGBA, _ share: Double) -> RGBA {
    func mix(_ own: Double, _ other: Double) -> Double { own + (other - own) * share }
    return RGBA(
      mix(red, other.red), mix(green, other.green), mix(blue, other.blue), mix(alpha, other.alpha))
  }
}
