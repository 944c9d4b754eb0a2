import Foundation
import Postil
import PostilTestSupport
import Testing

/// What the author of an encrypted document allows is kept to, unless it was opened by its owner, or ignoring permissions.
struct PermissionTests {
  private static let every: [PDFPermissions] = [
    .printing, .changing, .copying, .annotating, .fillingForms, .assembling,
  ]

  /// A document with a form and an annotation, encrypted with the passwords "user" and "owner".
  private func file(_ permissions: PDFPermissions) throws -> Data {
    let document = try PDFDocument()
    let page = try document.insertBlankPage(width: 300, height: 300, at: 0)
    try document.insertBlankPage(width: 200, height: 200, at: 1)
    try document.addField(
      NewFormField(.text, named: "name", on: page, in: PageRect(x: 20, y: 20, width: 100, height: 20)))
    try document.add(Annotation(.rectangle(PageRect(x: 50, y: 100, width: 80, height: 40))), to: page)
    return try document.dataRepresentationAndWait(
      .rewrite(
        RewriteOptions(
          encryption: .aes256(userPassword: "user", ownerPassword: "owner", permissions: permissions))))
  }

  /// Everything that a permission may be needed for, and which permissions are enough.
  private struct Operation: CustomTestStringConvertible {
    let name: String
    let needs: [PDFPermissions]
    let body: @Sendable (PDFDocument, PageID) async throws -> Void
    var testDescription: String { name }

    init(
      _ name: String, _ needs: PDFPermissions...,
      body: @escaping @Sendable (PDFDocument, PageID) async throws -> Void
    ) {
      (self.name, self.needs, self.body) = (name, needs, body)
    }
  }

  private static let operations: [Operation] = [
    Operation("add an annotation", .annotating) { document, page in
      try document.add(Annotation(.rectangle(PageRect(x: 1, y: 1, width: 9, height: 9))), to: page)
    },
    Operation("remove an annotation", .annotating) { document, page in
      let rectangle = try #require(try document.page(page).annotations.first { $0.subtype == "Square" })
      try document.remove(rectangle.id, from: page)
    },
    Operation("in a transaction", .annotating) { document, page in
      try document.edit("Mark") {
        try $0.add(Annotation(.rectangle(PageRect(x: 1, y: 1, width: 9, height: 9))), to: page)
      }
    },
    Operation("fill in", .annotating, .fillingForms) { document, _ in
      try document.fill(["name": "Ada"])
    },
    Operation("add a field", [.annotating, .changing]) { document, page in
      try document.addField(
        NewFormField(.text, named: "new", on: page, in: PageRect(x: 20, y: 60, width: 100, height: 20)))
    },
    Operation("remove a field", [.annotating, .changing]) { document, _ in
      try document.removeFieldAndWait(named: "name")
    },
    Operation("rotate", .assembling, .changing) { document, page in
      try document.rotatePages([page], by: .clockwise90)
    },
    Operation("delete a page", .assembling, .changing) { document, page in
      try document.removePages([page])
    },
    Operation("insert a page", .assembling, .changing) { document, _ in
      try document.insertBlankPage(width: 100, height: 100, at: 0)
    },
    Operation("change the outline", .assembling, .changing) { document, page in
      try document.setOutline(Outline([OutlineItem("Start", target: .page(page))]))
    },
    Operation("change the information", .changing) { document, _ in
      var information = document.information
      information.title = "Other"
      try document.setInformation(information)
    },
    Operation("crop", .changing) { document, page in
      try document.cropPages([page], to: PageRect(x: 10, y: 10, width: 100, height: 100))
    },
    Operation("flatten", .changing) { document, page in
      let rectangle = try #require(try document.page(page).annotations.first { $0.subtype == "Square" })
      try document.flatten([rectangle.id], on: page)
    },
    Operation("extract", .copying) { document, page in
      let extracted = try document.extractPagesAndWait([page])
      #expect(extracted.pageCount == 1)
    },
    Operation("insert into another", .copying) { document, page in
      let other = try PDFDocument()
      try other.insertPagesAndWait(of: document, [page], at: 0)
    },
    Operation("remove the encryption", .all) { document, _ in
      _ = try document.dataRepresentationAndWait(.rewrite(RewriteOptions(encryption: .remove)))
    },
    Operation("redact", .all) { document, page in
      let folder = try TemporaryFolder()
      let area = Redaction.Area(PageRect(x: 0, y: 0, width: 9, height: 9), on: page)
      _ = try await document.redact(
        Redaction([area]), to: folder.url.appending(path: "redacted.pdf"),
        RedactionOptions(encryption: .remove))
    },
    Operation("print", [.printing, .highQualityPrinting]) { document, page in
      let folder = try TemporaryFolder()
      try await document.writePrintCopy(to: folder.url.appending(path: "all.pdf"))
      try await document.writePrintCopy(of: [page], to: folder.url.appending(path: "page.pdf"))
      #expect(try PDFDocument.openAndWait(folder.url.appending(path: "all.pdf")).isEncrypted == false)
    },
  ]

  @Test(arguments: operations) private func needsThePermission(_ operation: Operation) async throws {
    // None of them, each alone, and what is enough with nothing else.
    for permissions in [PDFPermissions()] + Self.every + operation.needs {
      let data = try file(permissions)
      let user = try PDFDocument(data: data, password: "user")
      #expect(
        user.effectivePermissions == user.permissions && user.effectivePermissions != .all
          || permissions == .all)
      let isEnough = operation.needs.contains { permissions.isSuperset(of: $0) }
      if isEnough {
        try await operation.body(user, user.pageIDs[0])
      } else {
        let error = await #expect(throws: PDFError.self) { try await operation.body(user, user.pageIDs[0]) }
        #expect(error?.code == .notPermitted, "\(operation.name) with \(permissions.rawValue)")
        #expect(!user.hasUnsavedChanges)
      }
    }
  }

  @Test(arguments: operations) private func theOwnerMayDoAll(_ operation: Operation) async throws {
    let data = try file([])
    let owner = try PDFDocument(data: data, password: "owner")
    #expect(owner.effectivePermissions == .all && owner.permissions != .all)
    try await operation.body(owner, owner.pageIDs[0])
    let program = try PDFDocument(data: data, password: "user", ignoringPermissions: true)
    #expect(program.effectivePermissions == .all && !program.isOpenedByOwner)
    try await operation.body(program, program.pageIDs[0])
  }

  @Test func whatIsPermittedIsSavedAndUndone() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "form.pdf")
    try file([.fillingForms]).write(to: url)
    let original = try Data(contentsOf: url)
    let document = try await PDFDocument.open(url, password: "user")
    try document.fill(["name": "Ada"])
    try await document.save()
    #expect(try Data(contentsOf: url).starts(with: original))
    // Undo is not an edit of its own: what was permitted can be taken back.
    #expect(try document.undo())
    try await document.save()
    let again = try await PDFDocument.open(url, password: "user")
    #expect(try again.form?.field(named: "name").value != .text("Ada"))
  }

  @Test func restoringARevisionNeedsChanging() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "notes.pdf")
    try file([.annotating]).write(to: url)
    let document = try await PDFDocument.open(url, password: "user")
    try document.add(
      Annotation(.rectangle(PageRect(x: 1, y: 1, width: 9, height: 9))), to: document.pageIDs[0])
    try await document.save()
    let saved = try Data(contentsOf: url)
    let error = #expect(throws: PDFError.self) {
      try PDFDocument.restoreRevisionAndWait(1, of: url, password: "user")
    }
    #expect(error?.code == .notPermitted)
    #expect(try Data(contentsOf: url) == saved)
    try PDFDocument.restoreRevisionAndWait(
      1, of: url, password: "user", openingOptions: OpenOptions(ignoresPermissions: true))
    #expect(try PDFDocument.openAndWait(url, password: "user").revisionCount == 3)
  }

  @Test func aRevisionIsOpenedAsTheDocumentWas() throws {
    let data = try file([])
    #expect(try PDFDocument(data: data, password: "user").revision(1).effectivePermissions != .all)
    let program = try PDFDocument(data: data, password: "user", ignoringPermissions: true)
    #expect(try program.revision(1).effectivePermissions == .all)
  }

  @Test func aJournalIsReplayedWhateverIsPermitted() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "form.pdf")
    let journal = folder.url.appending(path: "journal")
    try file([]).write(to: url)
    do {
      let program = try await PDFDocument.open(
        url, password: "user", options: OpenOptions(journalFolder: journal, ignoresPermissions: true))
      try program.rotatePages([program.pageIDs[0]], by: .clockwise90)
    }
    let found = try #require(PDFDocument.recoverable(url, in: journal).first)
    let recovered = try await found.recover(password: "user")
    #expect(try recovered.page(at: 0).rotation == .clockwise90 && recovered.effectivePermissions != .all)
  }
}
