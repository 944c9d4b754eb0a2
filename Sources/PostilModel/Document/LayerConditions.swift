/// What decides which layers are shown, besides the document.
package struct LayerConditions: Sendable, Hashable {
  /// The layers that were switched.
  package var visibility = LayerVisibility()
  package var purpose = DrawingPurpose.screen
  /// 1 is the size on paper; `nil`: no layer is shown or hidden by that.
  package var zoom: Double?
  /// The language of the reader, as in BCP 47; `nil`: no layer is shown or hidden by that.
  package var language: String?

  package init(
    _ visibility: LayerVisibility = LayerVisibility(), purpose: DrawingPurpose = .screen, zoom: Double? = nil,
    language: String? = nil
  ) {
    (self.visibility, self.purpose, self.zoom, self.language) = (visibility, purpose, zoom, language)
  }
}
