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

  /// Poppler skips annotations that it considers broken, so that indices may differ by a few: searches for the nearest one with the
  /// same rectangle.
  func place(of mark: HiddenAnnotation) -> Int? {
    mark.place(amongst: annotations.indices) { place in
      var found = PopplerRectangle()
      poppler_annot_get_rectangle(annotations[place], &found)
      return [
        min(found.x1, found.x2) + corner.x, min(found.y1, found.y2) + corner.y,
        max(found.x1, found.x2) + corner.x, max(found.y1, found.y2) + corner.y,
      ]
    }
  }
}

extension HiddenAnnotation {
  /// The place of the annotation in poppler's list.
  ///
  /// - Parameter rect: The rectangle of the annotation at a place, in page space.
  func place(amongst places: Range<Int>, rect: (Int) -> [Double]) -> Int? {
    if places.contains(place), matches(rect(place)) { return place }
    return places.filter { matches(rect($0)) }.min { abs($0 - place) < abs($1 - place) }
  }

  private func matches(_ other: [Double]) -> Bool {
    guard let rect else { return false }
    return zip(other, rect).allSatisfy { abs($0 - $1) < 0.01 }
  }
}
