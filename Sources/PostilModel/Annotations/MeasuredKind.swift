/// A kind of shape that may be a measurement: of a distance, a length or an area.
package protocol MeasuredKind: AnnotationKind {
  /// What is measured, in words; empty if nothing is.
  var value: String { get }
}

extension MeasuredKind {
  package var capabilities: AnnotationCapabilities { Self.capabilities.ofMeasured(measurement) }
  package var isPathsOnly: Bool { measurement?.isCaptionShown != true }
  package var shownText: String? { measurement?.text(value) }
  package mutating func setShownText(_ text: String) {
    let value = value
    measurement?.setText(text, value: value)
  }
  package func requireUsable() throws { try measurement?.requireUsable(value) }
}
