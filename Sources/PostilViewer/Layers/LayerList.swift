import Foundation
import Observation

/// The layers of the document as rows with switches: what somebody shows and hides without changing the document.
///
/// They are read when the document is opened, and again after each edit that gives it others. What is switched counts for the pages and
/// their small pictures, and for the texts that are read, selected and searched.
@MainActor @Observable public final class LayerList {
  /// A layer, or a heading among them.
  public struct Row: Sendable, Hashable, Identifiable {
    /// Its place in the list, from 0.
    public let id: Int
    /// What the layer is named by; `nil` for headings, and layers that cannot be switched before the document was opened again.
    public let layer: LayerID?
    /// Its name.
    public let name: String
    /// How deep it lies below others, from 0.
    public let level: Int
    /// Whether it only heads others.
    public let isHeading: Bool
    /// Whether it is shown.
    public let isShown: Bool
    /// Whether showing it hides others.
    public let isExclusive: Bool
    /// Whether a layer above it is hidden, which mostly hides what is in this one too.
    public let isBelowHidden: Bool
    /// Why it cannot be switched; `nil` if it can.
    public let refusal: Refusal?
  }

  /// Why a layer cannot be switched.
  public enum Refusal: Sendable, Hashable {
    /// The author of the document has locked it (`/Locked`, ISO 32000-2, 8.11.4.3).
    case locked
    /// It came with pages of another document, and is known once this one was saved and opened again.
    case notSaved
  }

  /// The layers and headings, in order; empty if the document has no layers.
  public private(set) var rows: [Row] = []
  /// Whether some are not as the document says.
  public var isSwitched: Bool { !visibility.isEmpty }

  private var visibility = LayerVisibility()
  @ObservationIgnored private var layers: [DocumentLayer] = []
  @ObservationIgnored private var pixelRatio = 1.0
  private let editor: DocumentEditor
  private let viewer: PageViewer
  /// Called when pages look different.
  @ObservationIgnored var onSwitch: () -> Void = {}

  init(_ editor: DocumentEditor, _ viewer: PageViewer) { (self.editor, self.viewer) = (editor, viewer) }

  // MARK: - Switching

  /// Shows or hides a layer. One that is shown hides the others of its exclusive groups.
  ///
  /// - Returns: Whether that was done: layers that are locked are not switched, see ``Row/refusal``.
  @discardableResult
  public func set(_ row: Row.ID, isShown: Bool) -> Bool {
    guard rows.indices.contains(row), rows[row].refusal == nil, let id = rows[row].layer else { return false }
    guard rows[row].isShown != isShown else { return true }
    visibility.set(id, isShown: isShown, among: layers)
    show()
    return true
  }

  /// Shows all layers as the document says.
  public func reset() {
    guard isSwitched else { return }
    visibility = LayerVisibility()
    show()
  }

  /// Has the layers that are shown now shown when the document is opened from now on: an edit, as a step of undo.
  public func keep() {
    guard isSwitched else { return }
    let switched = visibility
    let edit = editor.edit(orElse: false) { document in
      try document.edit("Change Layers") { edit in
        try edit.setLayers(edit.pages.givenLayers.overlaid(by: switched))
      }
      return true
    }
    Task { [weak self] in
      guard await edit.value, let self else { return }
      read { list in
        // What was switched meanwhile stays so.
        for (id, isShown) in switched.states where list.visibility[id] == isShown {
          list.visibility[id] = nil
        }
        list.show()
      }
    }
  }

  /// Draws and reads pages with what is switched.
  private func show() {
    update()
    guard let renderer = viewer.renderer else { return }
    let (visibility, ratio) = (visibility, pixelRatio)
    // Pages are looked at again, which may read the file.
    editor.enqueue(.showing) {
      renderer.look.layers = visibility
      renderer.look.scaleOfPaper = ratio
      $0.document.readingLayers = visibility
    } then: { [weak self] _ in
      self?.onSwitch()
    }
  }

  // MARK: - Following

  /// Starts to read the layers of a document that was opened.
  func opened() {
    read { list in
      // The first pages were drawn before it was known what a screen is like.
      if !list.layers.isEmpty, list.pixelRatio != 1 { list.show() } else { list.update() }
    }
  }

  func closed() {
    (visibility, layers) = (LayerVisibility(), [])
    update()
  }

  /// Reads the layers again if others are shown when the document is opened, or pages brought some.
  func documentChanged(from old: DocumentState, to new: DocumentState) {
    guard old.parts.layers != new.parts.layers || old.pages != new.pages else { return }
    let areOthers = old.parts.layers != new.parts.layers
    read()
    if areOthers { onSwitch() }
  }

  /// Layers that come and go with the zoom are told how many pixels a point has on this screen.
  func screenChanged(pixelRatio: Double) {
    guard pixelRatio != self.pixelRatio else { return }
    self.pixelRatio = pixelRatio
    if !layers.isEmpty { show() }
  }

  /// Reads the layers, and does `then` with them: what is kept shows at no time as it was before.
  private func read(then: @escaping @MainActor (LayerList) -> Void = { $0.update() }) {
    editor.enqueue(.showing) {
      try $0.document.layers
    } then: { [weak self] result in
      guard let self, case .success(let layers) = result else { return }
      self.layers = layers
      then(self)
    }
  }

  private func update() {
    var rows: [Row] = []
    // Whether the last layer of each level is hidden, or below a hidden one.
    var hidden: [Bool] = []
    for (place, layer) in layers.enumerated() {
      hidden.removeLast(max(hidden.count - layer.level, 0))
      let isBelowHidden = hidden.contains(true)
      let isShown = layer.isHeading || visibility.shows(layer)
      while hidden.count < layer.level { hidden.append(false) }
      hidden.append(!isShown)
      rows.append(
        Row(
          id: place, layer: layer.id, name: layer.name, level: layer.level, isHeading: layer.isHeading,
          isShown: isShown,
          isExclusive: !layer.exclusiveGroups.isEmpty, isBelowHidden: isBelowHidden,
          refusal: Self.refusal(of: layer)))
    }
    if rows != self.rows { self.rows = rows }
  }

  private static func refusal(of layer: DocumentLayer) -> Refusal? {
    if layer.isHeading { return nil }
    return layer.isLocked ? .locked : layer.id == nil ? .notSaved : nil
  }
}
