import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// A form that is filled in with mouse and keyboard: what has the focus, what is entered, and what is in the file then.
@MainActor @Suite struct FormFillingTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }
  private var filling: FormFilling { session.formFilling }

  init() async throws { viewer = try await Self.viewer(FormDocument().data) }

  private static func viewer(_ data: Data) async throws -> Viewer {
    let viewer = try Viewer(data: data)
    await viewer.open()
    await viewer.isFormRead()
    return viewer
  }

  private func value(_ name: String) async throws -> FormValue? {
    await session.idle()
    return try session.document?.form?[name]?.value
  }

  /// Focuses a field and gives it a text.
  private func type(_ text: String, into name: String) {
    #expect(filling.moveFocus(toField: name), "\(name)")
    filling.text = text
    #expect(filling.commit(), "\(name)")
  }

  // MARK: - The focus

  @Test func theTabKeyGoesThroughAllFieldsInTheirOrder() async throws {
    var names: [String] = []
    while filling.focusNext() { names.append(try #require(filling.focus?.name)) }
    #expect(
      names == [
        "name", "story", "code", "person.secret", "language", "tags", "member", "color", "color", "color",
        "price", "tax", "born", "turned",
      ])
    #expect(filling.focus == nil && filling.entry == nil)
    var back: [String] = []
    while filling.focusNext(-1) { back.append(try #require(filling.focus?.name)) }
    #expect(back == names.reversed())
    await session.idle()
    #expect(!session.status.hasUnsavedChanges && session.message == nil)
  }

  @Test func theTabKeyGoesOnToOtherPagesAndScrollsThere() async throws {
    let viewer = try await Self.viewer(TwoPageForm.data)
    let (session, filling) = (viewer.session, viewer.session.formFilling)
    session.viewport.zoom(to: 4)
    session.viewport.go(to: 0)
    var names: [String] = []
    while filling.focusNext() {
      let focus = try #require(filling.focus)
      names.append(focus.name)
      #expect(session.viewport.currentPage == focus.page)
      let frame = try #require(filling.frame)
      #expect(frame.x >= 0 && frame.y >= 0 && frame.x < 800 && frame.y + frame.height <= 1000)
    }
    // What is hidden is passed over.
    #expect(names == ["first", "agree", "second", "city"])
    // From the page in view on.
    session.viewport.go(to: 1)
    #expect(filling.focusNext() && filling.focus?.name == "second")
    #expect(filling.focusNext(-1) && filling.focus?.name == "agree" && session.viewport.currentIndex == 0)
  }

  @Test func whatIsTypedIsCommittedWhenItsPageGoesOutOfView() async throws {
    let viewer = try await Self.viewer(TwoPageForm.data)
    let (session, filling) = (viewer.session, viewer.session.formFilling)
    #expect(filling.moveFocus(toField: "first"))
    filling.text = "kept"
    session.viewport.go(to: 1)
    #expect(filling.entry == nil)
    await session.idle()
    #expect(try session.document?.form?["first"]?.value == "kept")
  }

  @Test func clicksFocusTypeAndToggle() async throws {
    let name = try #require(filling.widget(at: viewer.point(of: "name")))
    #expect(filling.click(name) && filling.entry?.kind == .text && filling.text == "Grace")
    filling.text = "Ada"
    // A click elsewhere commits.
    let member = try #require(filling.widget(at: viewer.point(of: "member", rect: [20, 120, 40, 140])))
    #expect(filling.click(member) && filling.entry == nil && filling.focus?.name == "member")
    #expect(try await value("name") == "Ada")
    #expect(try await value("member") == true)
    #expect(filling.click(member))
    #expect(try await value("member") == false)
    #expect(session.status.undoName == "Fill In Form")
    let green = try #require(filling.widget(at: viewer.point(of: "color", rect: [90, 120, 110, 140])))
    #expect(filling.click(green))
    #expect(try await value("color") == "green")
    #expect(filling.selectNextButton(-1))
    #expect(try await value("color") == "red")
    #expect(filling.widget(at: viewer.point(of: "none", rect: [300, 20, 302, 22])) == nil)
  }

  @Test func everyValueIsAStepOfUndo() async throws {
    type("Ada", into: "name")
    type("3", into: "tax")
    await session.idle()
    session.undo()
    #expect(try await value("tax") == "")
    #expect(try await value("name") == "Ada")
    await viewer.isFormRead()
    #expect(filling.form?["tax"]?.value == "" && filling.form?["name"]?.value == "Ada")
    session.undo()
    #expect(try await value("name") == "Grace")
    #expect(!session.status.hasUnsavedChanges)
    session.redo()
    #expect(try await value("name") == "Ada")
  }

  // MARK: - What is entered

  @Test func textIsHeldToWhatTheFieldTakes() throws {
    #expect(filling.moveFocus(toField: "code") && filling.entry?.kind == .text)
    filling.text = "123456"
    filling.text = "1234567"
    #expect(filling.text == "123456")
    // What was there stays; what was inserted is shortened.
    filling.text = "12xy3456"
    #expect(filling.text == "123456")
    filling.text = "1256"
    filling.text = "12abcd56"
    #expect(filling.text == "12ab56")
    filling.text = "1\n2"
    #expect(filling.text == "1 2")
    #expect(filling.moveFocus(toField: "story") && filling.entry?.kind == .paragraph)
    filling.text = "one\r\ntwo"
    #expect(filling.text == "one\ntwo")
    #expect(filling.moveFocus(toField: "person.secret") && filling.entry?.kind == .password)
  }

  @Test func whatCannotBeShownStaysAndIsTold() async throws {
    #expect(filling.moveFocus(toField: "name"))
    filling.text = "\u{10FFFD}"
    #expect(!filling.focusNext() || filling.focus?.name == "name")
    #expect(filling.text == "\u{10FFFD}" && session.message?.code == .missingGlyphs)
    // What it is entered with is to have the keyboard focus again.
    #expect(filling.refusalCount == 1)
    #expect(!filling.leave() && filling.refusalCount == 2)
    #expect(session.message?.title == "Some characters cannot be shown")
    // The window stays open for it.
    #expect(await session.done() == false && filling.text == "\u{10FFFD}")
    filling.cancel()
    #expect(filling.entry == nil && filling.focus?.name == "name" && session.message == nil)
    filling.cancel()
    #expect(filling.focus == nil)
    #expect(try await value("name") == "Grace")
  }

  @Test func listsAreChosenFrom() async throws {
    #expect(filling.moveFocus(toField: "language") && filling.entry == nil)
    #expect(filling.activate() && filling.entry?.kind == .comboBox && filling.entry?.isListOpen == true)
    #expect(filling.entry?.chosenIndex == 1)
    filling.choose(7)
    filling.choose(0)
    #expect(filling.entry == nil && filling.focus?.name == "language")
    #expect(try await value("language") == "de")
    #expect(filling.activate() && filling.text == "Deutsch")
    filling.setListOpen(false)
    #expect(filling.entry == nil)
    #expect(filling.focusNext() && filling.entry?.kind == .listBox && filling.entry?.allowsSeveral == true)
    for index in [6, 1, 3, 3] { filling.choose(index) }
    #expect(filling.entry?.choices == ["two", "seven"])
    #expect(filling.focusNext())
    #expect(try await value("tags") == ["two", "seven"])
  }

  @Test func lettersFindOptions() async throws {
    #expect(filling.moveFocus(toField: "language") && filling.entry == nil)
    // Without a list a space is not part of a word.
    #expect(!filling.findOption(typing: " ", at: 0) && filling.entry == nil)
    #expect(filling.findOption(typing: "d", at: 0))
    #expect(filling.entry?.isListOpen == true && filling.entry?.foundIndex == 0)
    #expect(!filling.findOption(typing: "x", at: 5) && filling.entry?.foundIndex == 0)
    #expect(filling.activate() && filling.entry == nil)
    #expect(try await value("language") == "de")
    // Of a list that takes several options none is chosen by its letters.
    #expect(filling.moveFocus(toField: "tags") && filling.findOption(typing: "t", at: 10))
    #expect(filling.entry?.foundIndex == 1)
    #expect(filling.findOption(typing: "h", at: 10.5) && filling.entry?.foundIndex == 2)
    #expect(filling.findOption(typing: "s", at: 20, from: 5) && filling.entry?.foundIndex == 6)
    #expect(filling.entry?.choices == [])
    // Choosing ends the word.
    filling.choose(6)
    #expect(filling.findOption(typing: "f", at: 20.1, from: 6) && filling.entry?.foundIndex == 3)
    #expect(filling.entry?.choices == ["seven"])
    // Into a text letters are typed.
    #expect(filling.moveFocus(toField: "name") && !filling.findOption(typing: "G", at: 30))
  }

  @Test func lettersChooseInAListThatTakesOneOption() async throws {
    let document = try #require(session.document)
    try document.addField(
      NewFormField(
        .listBox, named: "city", on: session.pages[0], in: PageRect(x: 300, y: 20, width: 60, height: 60),
        options: [.init("Oslo"), .init("Rome"), .init("Riga")]))
    await wait(until: { filling.form?["city"] != nil }, "the field is not read")
    #expect(filling.moveFocus(toField: "city"))
    #expect(filling.findOption(typing: "r", at: 0) && filling.entry?.choices == ["Rome"])
    #expect(filling.findOption(typing: "i", at: 0.5) && filling.entry?.choices == ["Riga"])
    #expect(filling.commit())
    #expect(try await value("city") == ["Riga"])
  }

  @Test func theValueOfWhatIsNotTypedCanBeTakenAway() async throws {
    #expect(filling.moveFocus(toField: "language"))
    filling.clear()
    #expect(try await value("language") == "")
    #expect(filling.moveFocus(toField: "color"))
    filling.toggle()
    #expect(try await value("color") == "red")
    filling.clear()
    #expect(try await value("color") == false)
    // A text is cleared by typing.
    #expect(filling.moveFocus(toField: "name"))
    filling.clear()
    #expect(filling.text == "Grace")
  }

  @Test func comboBoxesTakeTextToo() async throws {
    let viewer = try await Self.viewer(TwoPageForm.data)
    let (session, filling) = (viewer.session, viewer.session.formFilling)
    #expect(filling.moveFocus(toField: "city") && filling.entry?.kind == .editableComboBox)
    filling.setListOpen(true)
    #expect(filling.entry?.isListOpen == true)
    filling.choose(1)
    #expect(filling.text == "Rome" && filling.entry?.isListOpen == false && filling.commit())
    await session.idle()
    #expect(try session.document?.form?["city"]?.value == "r")
    #expect(filling.begin() && filling.text == "Rome")
    filling.text = "Oslo"
    #expect(filling.commit())
    await session.idle()
    #expect(try session.document?.form?["city"]?.value == "Oslo")
  }

  @Test func datesAreChosenFromACalendar() async throws {
    #expect(filling.moveFocus(toField: "born") && filling.entry?.kind == .date && filling.day == nil)
    filling.setListOpen(true)
    filling.choose(DateComponents(year: 2026, month: 13, day: 1))
    #expect(filling.text == "")
    filling.choose(DateComponents(year: 1815, month: 12, day: 10))
    #expect(filling.text == "10 Dec 1815" && filling.entry?.isListOpen == false)
    #expect(filling.day == DateComponents(year: 1815, month: 12, day: 10))
    filling.text = "2026-05-04"
    #expect(filling.day?.day == 4 && filling.commit())
    #expect(try await value("born") == "2026-05-04")
  }

  @Test func calculatedFieldsFollow() async throws {
    type("1200", into: "price")
    type("34.5", into: "tax")
    #expect(try await value("total") == "1234.5")
    await viewer.isFormRead()
    #expect(filling.form?["total"]?.value == "1234.5")
  }

  @Test func whatWasEnteredIsPaintedUntilTheTilesShowIt() async throws {
    await wait(until: { session.pageDisplay.isComplete }, "the page is not shown")
    for (name, text) in [("name", "Ada"), ("code", "1234"), ("person.secret", "hunter"), ("story", "a\nb")] {
      type(text, into: name)
      let live = try #require(session.drawing.settling.last, "\(name)")
      let bounds = try #require(live.tool.draw().box, "\(name)")
      let sides = try #require(FormDocument.rects[name])
      #expect(bounds.minX >= sides[0] && bounds.maxX <= sides[2], "\(name)")
      #expect(bounds.minY >= sides[1] && bounds.maxY <= sides[3], "\(name)")
      #expect(live.tool.draw().items.count == (name == "code" ? 5 : 2), "\(name)")
    }
    await wait(until: { session.drawing.settling.isEmpty }, "it is painted for ever")
  }

  @Test func textHasAboutTheSizeThatItWillHave() throws {
    #expect(filling.moveFocus(toField: "name") && filling.entry?.fontSize == 12)
    #expect(filling.moveFocus(toField: "story"))
    filling.text = "short"
    #expect(filling.entry?.fontSize == 12)
    filling.text = String(repeating: "a long story ", count: 60)
    let size = try #require(filling.entry?.fontSize)
    #expect(size < 12 && size >= 4)
  }

  // MARK: - What cannot be filled in

  @Test func readOnlyFieldsSayWhyTheyAreNotFocused() throws {
    #expect(!filling.moveFocus(toField: "fixed") && filling.focus == nil)
    #expect(session.message?.code == .notEditable && session.message?.detail.contains("read-only") == true)
    #expect(filling.moveFocus(toField: "name") && session.message == nil)
  }

  @Test func certifiedDocumentsAndLockedFieldsAreNotFilledIn() async throws {
    func certified(_ level: Int, _ more: String = "") -> Data {
      var form = FormDocument()
      form.catalog =
        "/Perms<</DocMDP<</Type/Sig/Reference[<</TransformMethod/DocMDP/TransformParams<</P \(level)>>>>"
        + "\(more)]>>>>"
      return form.data
    }
    let closed = try await Self.viewer(certified(1)).session
    #expect(!closed.formFilling.moveFocus(toField: "name") && !closed.formFilling.focusNext())
    #expect(closed.message?.code == .wouldBreakSignature && closed.message?.activity == .filling)
    #expect(closed.formFilling.highlights(on: closed.pages[0]).isEmpty)
    let lock = "<</TransformMethod/FieldMDP/TransformParams<</Action/Include/Fields[(name)]>>>>"
    let locked = try await Self.viewer(certified(2, lock)).session
    #expect(!locked.formFilling.moveFocus(toField: "name"))
    #expect(locked.message?.detail.contains("locks") == true)
    #expect(locked.formFilling.focusNext() && locked.formFilling.focus?.name == "story")
  }

  @Test func formsInXMLAloneAreNotFilledIn() async throws {
    var form = FormDocument()
    form.form = "/XFA[(template)4 0 R]"
    form.catalog = "/NeedsRendering true"
    let session = try await Self.viewer(form.data).session
    #expect(!session.formFilling.moveFocus(toField: "name") && session.message?.code == .unsupported)
  }

  @Test func aDocumentWithoutAFormHasNothingToFocus() async throws {
    let viewer = try Viewer()
    await viewer.open()
    await viewer.session.formFilling.idle()
    let filling = viewer.session.formFilling
    #expect(filling.form == nil && !filling.focusNext() && !filling.activate() && filling.commit())
    #expect(filling.highlights(on: viewer.page).isEmpty)
  }

  // MARK: - Required fields

  @Test func requiredFieldsThatAreEmptyAreToldOnceSomethingIsFilledIn() async throws {
    let viewer = try await Self.viewer(TwoPageForm.data)
    let (session, filling) = (viewer.session, viewer.session.formFilling)
    let marked = filling.highlights(on: session.pages[0])
    #expect(marked.map { $0.isMissing } == [false, true])
    session.save()
    await session.idle()
    #expect(session.message == nil)
    #expect(filling.moveFocus(toField: "first"))
    filling.text = "Ada"
    session.save()
    await session.idle()
    #expect(!session.status.hasUnsavedChanges && session.message?.code == .requiredFieldsEmpty)
    #expect(session.message?.detail == "Not filled in: I agree.")
    #expect(session.message?.actions.first == .showMissingField)
    #expect(session.perform(.showMissingField) && filling.focus?.name == "agree" && session.message == nil)
    let copy = viewer.folder.url.appending(path: "print.pdf")
    try await session.writePrintCopy(to: copy)
    #expect(session.message?.code == .requiredFieldsEmpty)
    filling.toggle()
    try await session.writePrintCopy(to: copy)
    #expect(session.message == nil)
    #expect(try PDFDocument.openAndWait(copy).form?["agree"]?.value == true)
  }

  @Test func highlightsCanBeSwitchedOff() {
    let page = session.pages[0]
    #expect(filling.highlights(on: page).count == 14)
    filling.highlightsFields = false
    #expect(filling.highlights(on: page).isEmpty)
  }

  @Test func whetherFieldsAreHighlightedIsRemembered() async throws {
    let folder = try TemporaryFolder()
    let first = Viewer.session(in: folder)
    first.formFilling.highlightsFields = false
    await first.flushSettings()
    let second = Viewer.session(in: folder)
    await second.flushSettings()
    #expect(!second.formFilling.highlightsFields)
    // What is chosen before the settings are read stays.
    let third = Viewer.session(in: folder)
    third.formFilling.highlightsFields = false
    third.formFilling.highlightsFields = true
    await third.flushSettings()
    #expect(third.formFilling.highlightsFields)
    let fourth = Viewer.session(in: folder)
    await fourth.flushSettings()
    #expect(fourth.formFilling.highlightsFields)
  }

  @Test func fieldsThatAreAddedHaveTheirLookAtOnce() async throws {
    let look = FormFieldLook(
      font: .courierBold, size: 20, color: Color(red: 1, green: 0, blue: 0), alignment: .right)
    try session.document?.addField(
      NewFormField(
        .text, named: "new", on: session.pages[0], in: PageRect(x: 300, y: 20, width: 80, height: 30),
        look: look))
    await wait(until: { filling.form?["new"] != nil }, "the field is not read")
    #expect(filling.moveFocus(toField: "new"))
    let entry = try #require(filling.entry)
    #expect(entry.fontSize == 20 && entry.font.isBold && entry.color == Color(red: 1, green: 0, blue: 0))
    #expect(entry.alignment == .right)
  }

  // MARK: - What the document refuses

  /// Enters a text into a field that other code removes before the document gets the text.
  private func enterIntoRemovedField(_ text: String) throws {
    #expect(filling.moveFocus(toField: "name"))
    filling.text = text
    try session.document?.removeFieldAndWait(named: "name")
    #expect(filling.commit())
  }

  @Test func whatTheDocumentRefusesIsOfferedWhenItsFieldIsBack() async throws {
    try enterIntoRemovedField("Ada")
    await wait(until: { session.message?.code == .noSuchField }, "nothing is said")
    await wait(until: { filling.form?["name"] == nil && filling.focus == nil }, "the field is still there")
    try session.document?.undo()
    await wait(until: { filling.form?["name"] != nil }, "the field is not back")
    #expect(filling.moveFocus(toField: "name") && filling.text == "Ada" && filling.commit())
    #expect(try await value("name") == "Ada")
    // Once.
    #expect(filling.begin() && filling.text == "Ada" && filling.entry?.isChanged == false)
  }

  @Test func whatTheDocumentRefusesDoesNotInterruptTyping() async throws {
    try enterIntoRemovedField("Ada")
    #expect(filling.moveFocus(toField: "tax"))
    filling.text = "5"
    await wait(until: { session.message?.code == .noSuchField }, "nothing is said")
    await wait(until: { filling.form?["name"] == nil }, "the field is still there")
    #expect(filling.focus?.name == "tax" && filling.text == "5")
    try session.document?.undo()
    await wait(until: { filling.form?["name"] != nil }, "the field is not back")
    #expect(filling.moveFocus(toField: "name") && filling.text == "Ada")
    #expect(try await value("tax") == "5")
    filling.cancel()
    #expect(try await value("name") == "Grace")
  }

  // MARK: - Together with others

  @Test func savingTakesWhatIsBeingTypedAlong() async throws {
    #expect(filling.moveFocus(toField: "name"))
    filling.text = "Ada"
    session.save()
    await session.idle()
    // Typing goes on.
    #expect(filling.text == "Ada" && filling.entry?.isChanged == false && !session.status.hasUnsavedChanges)
    #expect(try PDFDocument.openAndWait(viewer.file).form?["name"]?.value == "Ada")
  }

  @Test func anInvalidTextIsNotLostByASave() async throws {
    type("3", into: "tax")
    #expect(filling.moveFocus(toField: "name"))
    filling.text = "\u{10FFFD}"
    session.save()
    await session.idle()
    #expect(filling.text == "\u{10FFFD}" && session.message?.code == .missingGlyphs)
    #expect(try PDFDocument.openAndWait(viewer.file).form?["tax"]?.value == "3")
  }

  @Test func otherCodeMayFillInMeanwhile() async throws {
    let document = try #require(session.document)
    #expect(filling.moveFocus(toField: "name"))
    try document.fill(["name": "Other", "tax": "5"])
    await wait(until: { filling.text == "Other" }, "the entry does not follow")
    filling.text = "Mine"
    try document.fill(["name": "Third", "tax": "6"])
    await wait(until: { filling.form?["tax"]?.value == "6" }, "the form does not follow")
    #expect(filling.text == "Mine" && filling.commit())
    #expect(try await value("name") == "Mine")
  }

  @Test func aFieldThatIsRemovedLosesTheFocus() async throws {
    let document = try #require(session.document)
    #expect(filling.moveFocus(toField: "name"))
    let widget = try #require(filling.focus)
    try document.remove(widget.place.annotation, from: widget.page)
    await wait(until: { filling.focus == nil }, "the focus stays")
    #expect(filling.entry == nil && filling.form?["name"] == nil)
  }

  @Test func closingForgetsTheForm() async throws {
    #expect(filling.moveFocus(toField: "name"))
    session.close()
    #expect(filling.form == nil && filling.entry == nil && filling.focus == nil)
    #expect(filling.commit() && !filling.focusNext())
  }
}

extension Viewer {
  /// Waits until the form, as it is now, has been read.
  func isFormRead() async {
    await session.idle()
    await session.formFilling.idle()
    await wait(until: { session.formFilling.form != nil }, "the form is not read")
  }

  /// The middle of a field of ``FormDocument`` in the view.
  func point(of name: String, rect: [Double]? = nil) -> ViewPoint {
    guard let sides = rect ?? FormDocument.rects[name] else { return ViewPoint(x: -1, y: -1) }
    let middle = PagePoint(x: (sides[0] + sides[2]) / 2, y: (sides[1] + sides[3]) / 2)
    return session.viewPoint(middle, on: page) ?? ViewPoint(x: -1, y: -1)
  }
}
