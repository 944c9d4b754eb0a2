extension Edit {
  /// The memory that the edit takes, estimated: what counts is how many points its annotations have, and what files those
  /// hold that it brings back. A change shares the files with the document.
  package var byteCount: Int {
    let own = 128
    return switch kind {
    case .addAnnotations(let added, _):
      added.reduce(own) { $0 + $1.annotation.byteCount + $1.annotation.content.value.heldByteCount }
    case .replaceAnnotations(let annotations, _): annotations.reduce(own) { $0 + $1.byteCount }
    case .restoreFlattened(let added, _): added.reduce(own) { $0 + $1.annotation.byteCount }
    case .removeAnnotations(let ids, _), .flattenAnnotations(let ids, _, _): own + 64 * ids.count
    case .setMarks(let marks, _):
      marks.reduce(own) { $0 + 128 + $1.key.utf8.count + ($1.value?.mark.map { $0.stamp.byteCount } ?? 0) }
    case .placeAnnotations(let placements, _): own + 72 * placements.count
    case .rotatePages(let pages, _), .movePages(let pages, _), .removePages(let pages): own + 8 * pages.count
    case .placePages(let placements): own + 16 * placements.count
    case .insertPages(let pages):
      pages.reduce(own) { sum, page in
        sum + 256 + (page.state.annotations?.items.reduce(0) { $0 + $1.byteCount } ?? 0)
      }
    case .setBoxes(let boxes): own + 512 * boxes.count
    case .placeContent(let content):
      own + 96
        + (content.annotations + Array((content.flattenedValues ?? [:]).values)).reduce(0) {
          $0 + $1.byteCount
        }
    case .replaceContent: own
    case .setPart(let part): own + part.byteCount
    case .setFormValues(let values):
      values.reduce(own) { $0 + 192 + $1.key.utf8.count + ($1.value?.value.description.utf8.count ?? 0) }
    case .setEntries(let entries, _):
      entries.reduce(own) { $0 + 64 + $1.key.utf8.count + ($1.value?.byteCount ?? 0) }
    case .setStream(let data, _): own + (data?.count ?? 0)
    }
  }
}

extension [Edit] {
  package var byteCount: Int { reduce(0) { $0 + $1.byteCount } }
}

extension Annotation {
  /// The memory that the annotation takes, estimated.
  package var byteCount: Int {
    let texts = (contents?.utf8.count ?? 0) + (author?.utf8.count ?? 0)
    return 512 + texts + content.value.points.count * 16 + (dictionary?.byteCount ?? 0)
  }
}
