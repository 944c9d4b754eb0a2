import PostilModel

/// The form that a reader shows for an annotation, and where (ISO 32000-2, 12.5.5).
struct AnnotationAppearance {
  /// The form XObject, as the annotation names it.
  let form: PDFObject
  /// From the form's space to the page, six numbers.
  let matrix: [Double]

  /// `nil` if nothing is shown: it is hidden, has no appearance, or no extent.
  init?(_ annotation: PDFDictionary, _ objects: any ObjectSource) {
    func resolve(_ object: PDFObject?) -> PDFObject { objects.resolve(object) }
    func numbers(_ object: PDFObject?, _ count: Int) -> [Double]? {
      let numbers = objects.numbers(object)
      return numbers?.count == count ? numbers : nil
    }
    let flags = AnnotationFlags(rawValue: resolve(annotation["F"]).integer ?? 0)
    guard flags.isDisjoint(with: [.hidden, .noView]), resolve(annotation["Subtype"]).name != "Popup",
      let rect = numbers(annotation["Rect"], 4)
    else { return nil }
    var form = resolve(annotation["AP"]).dictionary?["N"]
    if case .dictionary(let states) = resolve(form) {
      guard let state = resolve(annotation["AS"]).name else { return nil }
      form = states[state]
    }
    guard let form, case .stream(let dictionary, _) = resolve(form), let box = numbers(dictionary["BBox"], 4)
    else { return nil }
    // Algorithm 8: the box as the form's matrix transforms it is fitted to the rectangle.
    let m = numbers(dictionary["Matrix"], 6) ?? [1, 0, 0, 1, 0, 0]
    let corners = [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])].map { x, y in
      (x: m[0] * x + m[2] * y + m[4], y: m[1] * x + m[3] * y + m[5])
    }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let low = ys.min(), let high = ys.max(), right > left,
      high > low
    else { return nil }
    let (x, y) = (min(rect[0], rect[2]), min(rect[1], rect[3]))
    let (sx, sy) = (abs(rect[2] - rect[0]) / (right - left), abs(rect[3] - rect[1]) / (high - low))
    self.form = form
    matrix = [sx, 0, 0, sy, x - left * sx, y - low * sy]
    guard matrix.allSatisfy(\.isFinite) else { return nil }
  }
}
