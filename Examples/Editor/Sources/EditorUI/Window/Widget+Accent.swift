import GTKKit

extension Widget {
  /// The theme's colour of selections; lightened in a dark window, in which it would hardly be visible.
  var accent: RGBA {
    let color = themeColor("theme_selected_bg_color") ?? RGBA(0.2, 0.5, 0.9)
    let text = foreground
    // Light text means a dark window.
    return text.red + text.green + text.blue > 1.5 ? color.mixed(with: text, 0.4) : color
  }
}

extension RGBA {
  /// The colour mixed with a share of another, 0…1.
  func mixed(with other: RGBA, _ share: Double) -> RGBA {
    func mix(_ own: Double, _ other: Double) -> Double { own + (other - own) * share }
    return RGBA(
      mix(red, other.red), mix(green, other.green), mix(blue, other.blue), mix(alpha, other.alpha))
  }
}
