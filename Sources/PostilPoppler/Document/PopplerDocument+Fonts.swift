import CPostilPoppler
import PostilRenderProtocol

extension PopplerDocument {
  /// What poppler takes in place of fonts that the file does not have, of the first pages: it looks through them in their order only.
  /// So pages are asked for in documents of their own.
  func fontSubstitutes(upToPage index: Int) -> [FontSubstitute] {
    withFonts(ofPages: index + 1) { fonts in
      var substitutes: [FontSubstitute] = []
      guard let fonts else { return [] }
      repeat {
        guard poppler_fonts_iter_is_embedded(fonts) == 0,
          let name = poppler_fonts_iter_get_full_name(fonts).map({ String(cString: $0) })
        else { continue }
        let family = poppler_fonts_iter_get_substitute_name(fonts).map { String(cString: $0) }
        let substitute = FontSubstitute(font: name, family: family)
        if !substitutes.contains(substitute) { substitutes.append(substitute) }
      } while poppler_fonts_iter_next(fonts) != 0 && substitutes.count < FontSubstitute.countLimit
      return substitutes
    }
  }
}
