import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilSignatures

/// Updates that programs append to signed documents, and that signatures permit.
@Suite struct HonestUpdateTests {
  typealias Document = AttackedDocument

  struct Update: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var levels: [PermittedChanges?] = [nil]
    var prepared: [Int: String] = [:]
    var kinds: Set<LaterChanges.Kind>
    let update: @Sendable (inout Document) -> Void
  }

  private static let forms: [PermittedChanges?] = [nil, .formFilling, .annotations]
  private static let all: [PermittedChanges?] = [nil, PermittedChanges.none, .formFilling, .annotations]

  private static func fill(_ document: inout Document, _ value: String, _ appearance: Int) {
    let now = document.text(12)
    let field =
      "<</Type/Annot/Subtype/Widget/FT/Tx/T(amount)/Rect[40 60 200 80]/F 4/P 3 0 R/V(\(value))/AP<</N \(appearance) 0 R>>>>"
    precondition(now.contains("(amount)"))
    document.append([
      12: field,
      appearance: Document.stream("(\(value)) Tj", Document.form + "/Resources<</Font<</F 5 0 R>>>>"),
    ])
  }

  static let updates: [Update] = [
    Update(testDescription: "a field is filled in twice", levels: forms, kinds: [.formValues]) { document in
      fill(&document, "42", 40)
      fill(&document, "43", 41)
    },
    Update(testDescription: "a value that is an object", levels: forms, kinds: [.formValues]) { document in
      document.append([12: document.text(12, "/V()", "/V 40 0 R"), 40: "(42)"])
    },
    Update(testDescription: "resources of the form with a font more", levels: forms, kinds: [.formValues]) {
      document in
      document.append([
        10: document.text(10, "/DR<</Font<</Helv 5 0 R>>>>", "/DR 40 0 R"),
        40: "<</Font<</Helv 5 0 R/ZaDb 41 0 R>>>>", 41: "<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>",
      ])
    },
    Update(testDescription: "a security store, and then another one", levels: all, kinds: [.validationData]) {
      document in
      let catalog = document.text(1)
      document.append([
        1: document.text(1, "", "/DSS 70 0 R"), 70: "<</Certs[71 0 R]>>", 71: Document.stream("certificate"),
      ])
      document.append([
        1: String(catalog.dropLast(2)) + "/DSS 72 0 R>>", 72: "<</Certs[71 0 R 73 0 R]>>",
        73: Document.stream("certificate"),
      ])
    },
    Update(testDescription: "a title that is an object", levels: all, kinds: [.information]) { document in
      document.append([40: "<</Title 41 0 R>>", 41: "(New)"], .init(trailer: "/Info 40 0 R"))
    },
    Update(testDescription: "objects as they were", levels: all, kinds: []) { document in
      document.append([3: document.text(3), 4: document.text(4), 12: document.text(12)])
    },
    Update(testDescription: "numbers and names written otherwise", levels: all, kinds: []) { document in
      document.append([
        2: document.text(2, "[0 0 400 300]", "[0 0.0 400.00 +300]"),
        3: document.text(3, "/Contents", "/Con#74ents"),
        8: document.text(8, "(Contract)", "<436F6E7472616374>"),
      ])
    },
    Update(testDescription: "what means nothing to readers", levels: all, kinds: []) { document in
      document.append([2: document.text(2, "", "/ITXT(5.5.0)")])
    },
    Update(testDescription: "an object that nothing uses", levels: all, kinds: []) { document in
      document.append([80: "<</A 1>>"])
    },
    Update(testDescription: "white space before the table", levels: all, kinds: []) { document in
      document.append([8: document.text(8)], .init(lead: 1))
    },
    Update(testDescription: "an annotation", levels: [nil, .annotations], kinds: [.annotations]) { document in
      document.append([
        3: document.text(3, "14 0 R]", "14 0 R 81 0 R]"), 81: Document.stamp,
        82: Document.stream("(Draft) Tj", Document.form),
      ])
    },
    Update(
      testDescription: "an annotation is changed, another one removed", levels: [nil, .annotations],
      kinds: [.annotations]
    ) { document in
      document.append([
        14: document.text(14, "", "/C[0 1 0]"), 17: Document.stream("0 1 0 RG", Document.form),
      ])
      document.append([3: document.text(3, " 14 0 R]", "]")], .init(free: [14]))
    },
    Update(testDescription: "another catalog of the same entries", levels: all, kinds: []) { document in
      document.append([90: document.text(1)], .init(root: 90))
    },
  ]

  @Test(arguments: updates) func updatesArePermitted(update: Update) async throws {
    for level in update.levels {
      var document = try await ModificationAttackTests.signed(AttackedDocument(update.prepared), level)
      update.update(&document)
      let report = try #require(await PDFDocument(data: document.data).verifySignatures().first)
      let changes = report.laterChanges
      #expect(report.isValid, "\(level.map { "\($0)" } ?? "approval"): \(report.refusals)")
      #expect(changes.kinds == update.kinds, "\(changes.changes)")
    }
  }

  /// Three signatures, the second in a field that was there, the third in a new one.
  @Test(arguments: [nil, PermittedChanges.formFilling, .annotations])
  func furtherSignatures(level: PermittedChanges?) async throws {
    var document = try await ModificationAttackTests.signed(AttackedDocument(), level)
    document = try await ModificationAttackTests.signed(document, field: "Sig2", key: "rsa")
    let open = try PDFDocument(data: document.data)
    let data = try await open.signedData(
      with: TestKeys.identity("ec"), SigningOptions(.invisible(on: try open.page(at: 1).id)))
    let reports = try await PDFDocument(data: data).verifySignatures()
    #expect(reports.count == 3)
    for report in reports { #expect(report.isValid, "\(report.refusals)") }
    #expect(reports.first { $0.info.fieldName == "Sig1" }?.laterChanges.kinds == [.signatures])
  }

  /// A field for a signature in a tagged document has an element of the structure, as others write it.
  @Test func theStructureGrowsWithAnnotations() async throws {
    var document = try await ModificationAttackTests.signed(AttackedDocument(), .annotations)
    document.append([
      3: document.text(3, "14 0 R]", "14 0 R 81 0 R]"),
      81: "<</Type/Annot/Subtype/Square/Rect[1 1 9 9]/StructParent 1>>",
      25: document.text(25, "NextKey 1", "NextKey 2"), 26: document.text(26, "/K[]", "/K[40 0 R]"),
      27: "<</Nums[1 40 0 R]>>", 40: "<</S/Annot/P 26 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 81 0 R>>>>",
    ])
    let report = try #require(await PDFDocument(data: document.data).verifySignatures().first)
    #expect(report.isValid && report.laterChanges.kinds == [.annotations], "\(report.refusals)")
  }

  /// Where a change is, and why it is not permitted.
  @Test func changesAreToldWithTheirPlaces() async throws {
    var document = try await ModificationAttackTests.signed(AttackedDocument(), .formFilling)
    Self.fill(&document, "42", 40)
    document.append([7: Document.evil, 14: document.text(14, "", "/C[0 1 0]")])
    let report = try #require(await PDFDocument(data: document.data).verifySignatures().first)
    let changes = report.laterChanges.changes
    #expect(
      changes.contains {
        $0.kind == .formValues && $0.field == "amount" && $0.pageIndex == 0 && $0.revision == 3
      })
    #expect(changes.contains { $0.kind == .pages && $0.pageIndex == 1 && $0.revision == 4 })
    #expect(changes.contains { $0.kind == .annotations && $0.pageIndex == 0 && $0.revision == 4 })
    #expect(Set(report.refusals.map(\.change.kind)) == [.pages, .annotations])
    #expect(report.refusals.allSatisfy { !$0.reason.isEmpty })
  }
}
