import CPostilPoppler
import PostilRenderProtocol

extension PopplerDocument {
  /// Hides annotations of a page, and shows the others as the file says, by setting the flags of poppler's
  /// annotations in memory.
  func show(_ page: OpaquePointer, index: Int, hiding marks: [HiddenAnnotation]) {
    let old = hidden[index] ?? []
    guard old.map(\.mark) != marks else { return }
    let annotations = PopplerAnnotations(page)
    // In reverse: two locators may lead to one annotation, and the first one found its original flags.
    for entry in old.reversed() { annotations.setFlags(entry.flags, at: entry.place) }
    hidden[index] = marks.compactMap { mark in
      guard let place = annotations.place(of: mark) else { return nil }
      let flags = annotations.flags(at: place)
      annotations.setFlags(flags | POPPLER_ANNOT_FLAG_HIDDEN.rawValue, at: place)
      return HiddenEntry(mark: mark, place: place, flags: flags)
    }
  }
}

/// A hidden annotation, and its original flags.
struct HiddenEntry {
  let mark: HiddenAnnotation
  let place: Int
  let flags: UInt32
}

/// Poppler's list of a page's annotations.
private final class PopplerAnnotations {
  private let list: UnsafeMutablePointer<GList>?
  private let annotations: [OpaquePointer]
  private let corner: (x: Double, y: Double)

  init(_ page: OpaquePointer) {
    list = poppler_page_get_annot_mapping(page)
    var crop = PopplerRectangle()
    poppler_page_get_crop_box(page, &crop)
    corner = (crop.x1, crop.y1)
    var annotations: [OpaquePointer] = []
    var item = list
    while let entry = item {
      let mapping = entry.pointee.data?.assumingMemoryBound(to: PopplerAnnotMapping.self)
      if let annotation = mapping?.pointee.annot { annotations.append(annotation) }
      item = entry.pointee.next
    }
    self.annotations = annotations
  }

  deinit { poppler_page_free_annot_mapping(list) }

  func flags(at place: Int) -> UInt32 { poppler_annot_get_flags(annotations[place]).rawValue }

  func setFlags(_ flags: UInt32, at place: Int) {
    guard annotations.indices.contains(place) else { return }
    poppler_annot_set_flags(annotations[place], PopplerAnnotFlag(rawValue: flags))
  }

  /// Poppler skips annotations that it considers broken, so that indices may differ by a few: searches for the
  /// nearest one with the same rectangle.
  func place(of mark: HiddenAnnotation) -> Int? {
    if annotations.indices.contains(mark.place), matches(annotations[mark.place], mark.rect) {
      return mark.place
    }
    return annotations.indices.filter { matches(annotations[$0], mark.rect) }
      .min { abs($0 - mark.place) < abs($1 - mark.place) }
  }

  private func matches(_ annotation: OpaquePointer, _ rect: [Double]?) -> Bool {
    guard let rect else { return false }
    var found = PopplerRectangle()
    poppler_annot_get_rectangle(annotation, &found)
    let own = [
      min(found.x1, found.x2) + corner.x, min(found.y1, found.y2) + corner.y,
      max(found.x1, found.x2) + corner.x,
      max(found.y1, found.y2) + corner.y,
    ]
    return zip(own, rect).allSatisfy { abs($0 - $1) < 0.01 }
  }
}
