import Foundation
import PostilViewer
import Testing

/// What people are told.
struct ViewerMessageTests {
  private let file = URL(fileURLWithPath: "/books/a %@ story.pdf")

  /// The kinds of errors, as their source lists them: none may be forgotten.
  private static let codes: [PDFError.Code] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let source = try? String(
      contentsOf: root.appending(path: "Sources/PostilModel/Errors/PDFError.swift"), encoding: .utf8)
    return (source ?? "").matches(of: /Code\(rawValue: "(\w+)"\)/).map {
      .init(rawValue: String($0.output.1))
    } + [.unsavedChanges, .requiredFieldsEmpty]
  }()

  private static var all: [ViewerMessage] {
    let errors: [any Error] = codes.map { PDFError($0, "The message.", underlying: "a cause") } + [Unknown()]
    return ViewerMessage.Activity.allCases.flatMap { activity in
      errors.map { ViewerMessage($0, during: activity, file: URL(fileURLWithPath: "/books/one.pdf")) }
    }
  }

  private struct Unknown: Error {}

  @Test func allErrorsHaveWords() {
    #expect(Self.codes.count == 34 && Self.all.count == 35 * 13)
    let templates = Set(ViewerMessage.templates)
    for message in Self.all {
      let place = Comment("\(message.activity) \(message.code?.rawValue ?? "unknown")")
      for template in [message.titleTemplate, message.adviceTemplate] {
        #expect(!template.isEmpty, place)
        #expect(template.components(separatedBy: "%").count <= 2, place)
        #expect(template.components(separatedBy: "%@").count == template.components(separatedBy: "%").count)
        #expect(templates.contains(template), place)
      }
      #expect(message.adviceTemplate.hasSuffix("."), place)
      #expect(!message.titleTemplate.hasSuffix("."), place)
      #expect(!message.title.contains("%@") && !message.advice.contains("%@"), place)
      #expect(!message.detail.isEmpty, place)
      #expect(message.actions.last == .dismiss, place)
      #expect(Set(message.actions).count == message.actions.count, place)
    }
  }

  @Test func templatesHaveNoneThatCannotOccur() {
    let occurring = Self.all.flatMap { [$0.titleTemplate, $0.adviceTemplate] }
    let others = ViewerMessage.Action.allCases.map(\.label) + [ViewerMessage.untitled]
    #expect(ViewerMessage.templates == Set(occurring + others).sorted())
  }

  @Test func savingThatFailsTellsThatNothingIsLost() {
    for message in Self.all where message.activity == .saving && message.code != .noFile {
      let advice = message.adviceTemplate
      #expect(["still here", "is as it was", "keep both"].contains { advice.contains($0) }, "\(advice)")
    }
  }

  @Test(arguments: [
    (PDFError.Code.fileChanged, [ViewerMessage.Action.saveElsewhere, .overwrite, .dismiss]),
    (.diskFull, [.tryAgain, .saveElsewhere, .dismiss]),
    (.cannotWrite, [.saveElsewhere, .tryAgain, .dismiss]),
    (.wouldBreakSignature, [.saveUnsigned, .breakSignature, .dismiss]),
    (.noFile, [.saveElsewhere, .dismiss]),
    (.fileNotFound, [.saveElsewhere, .tryAgain, .dismiss]),
  ])
  func savingCanBeGoneOnWith(code: PDFError.Code, actions: [ViewerMessage.Action]) {
    #expect(ViewerMessage(PDFError(code, "x"), during: .saving, file: file).actions == actions)
  }

  @Test func onlyPasswordsAreAskedForWherePasswordsHelp() {
    for message in Self.all {
      let isAboutPassword = message.code == .passwordRequired || message.code == .wrongPassword
      let asks = message.actions.contains(.enterPassword)
      #expect(!asks || isAboutPassword)
      if isAboutPassword, message.activity == .opening { #expect(message.actions.first == .enterPassword) }
    }
  }

  @Test func theNameIsFilledInAsItIs() {
    let message = ViewerMessage(
      PDFError(.notPDF, "x", url: URL(fileURLWithPath: "/b.pdf")), during: .opening, file: file)
    #expect(message.title == "“a %@ story.pdf” is not a PDF document")
    let german = message.title { $0 == message.titleTemplate ? "Keine PDF-Datei: %@" : $0 }
    #expect(german == "Keine PDF-Datei: a %@ story.pdf")
  }

  @Test func whatWasWrittenToIsNamed() {
    let target = URL(fileURLWithPath: "/stick/copy.pdf")
    let full = ViewerMessage(PDFError(.diskFull, "x", url: target), during: .saving, file: file)
    #expect(full.title == "There is no space to save “copy.pdf”")
    #expect(ViewerMessage(PDFError(.diskFull, "x"), during: .saving, file: file).fileName == "a %@ story.pdf")
  }

  @Test func aDocumentWithoutAFileHasANameToo() {
    let message = ViewerMessage(PDFError(.noFile, "x"), during: .saving)
    #expect(message.title == "“Untitled” has no file yet")
    #expect(message.title { $0 == "Untitled" ? "Unbenannt" : $0 } == "“Unbenannt” has no file yet")
  }

  @Test func detailsAreTheErrorsOwnText() {
    let known = ViewerMessage(
      PDFError(.renderFailed, "It broke.", pageIndex: 4, underlying: "syntax"), during: .showing, file: file)
    #expect(known.detail == "It broke. (syntax)" && known.pageIndex == 4 && known.code == .renderFailed)
    let unknown = ViewerMessage(Unknown(), during: .opening, file: file)
    #expect(unknown.detail.contains("Unknown") && unknown.code == nil)
    let system = NSError(domain: "d", code: 3, userInfo: [NSLocalizedDescriptionKey: "It did not work."])
    #expect(ViewerMessage(system, during: .opening, file: file).detail == "It did not work.")
    let future = ViewerMessage(PDFError(.init(rawValue: "new"), "New."), during: .editing, file: file)
    #expect(future.title == "“a %@ story.pdf” could not be changed" && future.detail == "New.")
  }
}
