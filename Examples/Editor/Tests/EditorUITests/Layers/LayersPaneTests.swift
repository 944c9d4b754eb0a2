import EditorTestSupport
import Foundation
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class LayersPaneTests: WindowTestCase {
  /// A document of one page with a layer, one below it, two of which one is shown, and a locked one.
  private static let document: Data = {
    var text = "%PDF-1.7\n"
    var offsets: [Int] = []
    let objects =
      [
        "<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R 6 0 R 7 0 R 8 0 R 9 0 R]/D<</OFF[8 0 R]/Locked[9 0 R]"
          + "/RBGroups[[7 0 R 8 0 R]]/Order[5 0 R[6 0 R][(Colors)7 0 R 8 0 R]9 0 R]>>>>>>",
        "<</Type/Pages/Count 1/Kids[3 0 R]>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Properties<</L 5 0 R>>>>>>",
        "<</Length 47>>\nstream\n/OC /L BDC 0 g 20 20 100 100 re f EMC         \nendstream",
      ] + ["Walls", "Doors", "Red", "Green", "Frame"].map { "<</Type/OCG/Name(\($0))>>" }
    for (number, object) in objects.enumerated() {
      offsets.append(text.utf8.count)
      text += "\(number + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets { text += String(format: "%010d 00000 n \n", offset) }
    return Data(
      (text + "trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n").utf8)
  }()

  private func withLayers(_ body: (EditorWindow, LayersPane) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "layers.pdf")
    try Self.document.write(to: file)
    let session = emptySession()
    try withWindow(session) { window in
      session.open(file)
      wait(for: "layers") { session.layers.rows.count == 6 && window.document.canvas.isMapped }
      wait(for: "button") { window.header.layers.isVisible }
      window.commands.toggle(.layers)
      wait(for: "rows") { self.rows(window.document.layers).count == 6 }
      try body(window, window.document.layers)
    }
  }

  /// The rows from top to bottom.
  private func rows(_ pane: LayersPane) -> [LayerRow] {
    pane.descendants.compactMap { $0 as? LayerRow }.filter(\.isMapped)
      .sorted { ($0.frameInWindow?.y ?? 0) < ($1.frameInWindow?.y ?? 0) }
  }

  func testLayersAreSwitched() throws {
    try withLayers { window, pane in
      let session = window.session
      XCTAssertEqual(self.rows(pane).map(\.text), ["Walls", "Doors", "Colors", "Red", "Green", "Frame"])
      XCTAssertFalse(pane.keep.isEnabled)
      self.rows(pane)[4].check.isActive = true
      self.wait(for: "the other of the group") {
        !self.rows(pane)[3].check.isActive && self.rows(pane)[4].check.isActive
      }
      XCTAssertFalse(self.rows(pane)[5].check.isEnabled)
      self.rows(pane)[0].check.isActive = false
      self.wait(for: "dimmed") { self.rows(pane)[1].check.opacity < 1 && self.rows(pane)[1].check.isActive }
      XCTAssertFalse(session.status.canUndo)
      pane.keep.press()
      self.wait(for: "edit") { session.status.canUndo && !session.layers.isSwitched }
      self.wait(for: "kept") { session.layers.rows.map(\.isShown) == [false, true, true, false, true, true] }
      session.undo()
      self.wait(for: "undo") { session.layers.rows.map(\.isShown) == [true, true, true, true, false, true] }
      window.commands.toggle(.layers)
      self.wait(for: "pages alone") { !pane.isVisible }
    }
  }
}
