import EditorTestSupport
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class MessageBarTests: WindowTestCase {
  private func buttons(_ widget: Widget) -> [String] {
    WidgetNames.all(in: widget).map(\.name).filter { $0.hasPrefix("message.") }
  }

  func testAMessageHasAButtonForEveryAction() throws {
    try withDocument { window in
      window.session.message = ViewerMessage(PDFError(.fileChanged, "It was."), during: .saving)
      wait(for: "message") { window.messages.isRevealed }
      XCTAssertEqual(
        buttons(window.messages), ["message.saveElsewhere", "message.overwrite", "message.dismiss"])
      let dismiss = WidgetNames.all(in: window.messages).last?.widget as? Button
      try XCTUnwrap(dismiss).press()
      wait(for: "end") { !window.messages.isRevealed }
      XCTAssertNil(window.session.message)
    }
  }

  func testClosingTheMessageIsToldFromClosingTheWindow() throws {
    try withDocument { window in
      @MainActor func dismiss() -> Button? {
        WidgetNames.all(in: window.messages).first { $0.name == "message.dismiss" }?.widget as? Button
      }
      window.session.message = ViewerMessage(PDFError(.fileChanged, "It was."), during: .saving)
      wait(for: "message") { window.messages.isRevealed }
      XCTAssertEqual(dismiss()?.text, tr("Close"))
      window.messages.offersDiscard = true
      XCTAssertEqual(dismiss()?.text, tr("Cancel"))
    }
  }

  func testWhatMustBeAskedIsLeftToTheWindow() throws {
    let session = emptySession()
    let bar = MessageBar(session)
    var asked: [ViewerMessage.Action] = []
    bar.onAsk = { asked.append($0) }
    session.message = ViewerMessage(PDFError(.cannotWrite, "No."), during: .saving)
    wait(for: "message") { bar.isRevealed }
    let elsewhere = WidgetNames.all(in: bar).first { $0.name == "message.saveElsewhere" }?.widget as? Button
    try XCTUnwrap(elsewhere).press()
    XCTAssertEqual(asked, [.saveElsewhere])
  }

  func testButtonsGoToFurtherRows() {
    let row = FlowRow(spacing: 8)
    for text in ["A button", "Another button", "A third button"] { row.add(Button(text)) }
    let wide = row.preferredSize(.horizontal).natural
    let single = row.preferredSize(.vertical, for: Double(wide)).natural
    XCTAssertGreaterThan(row.preferredSize(.vertical, for: Double(wide) / 2).natural, single)
    let narrowest = row.children.map { $0.preferredSize(.horizontal).natural }.max()
    XCTAssertEqual(row.preferredSize(.horizontal).minimum, narrowest)
  }
}
