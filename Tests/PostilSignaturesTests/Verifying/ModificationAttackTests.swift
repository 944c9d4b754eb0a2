import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilSignatures

/// Updates that change what a signed document shows, and say that they change something else. None may be called permitted.
@Suite struct ModificationAttackTests {
  typealias Document = AttackedDocument

  struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The certifications that it is tried with; without one in any case.
    var levels: [PermittedChanges?] = [nil]
    /// Objects of the document before it is signed.
    var prepared: [Int: String] = [:]
    let update: @Sendable (inout Document) -> Void
  }

  private static let page = "<</Type/Page/Parent 2 0 R/Contents 60 0 R/Resources 9 0 R/Annots[11 0 R]>>"
  private static let all: [PermittedChanges?] = [nil, PermittedChanges.none, .formFilling, .annotations]

  /// A page with other contents, and what names it.
  private static func naming(_ name: String, _ change: @escaping @Sendable (Document) -> [Int: String])
    -> Attack
  {
    Attack(testDescription: name, levels: all) { document in
      var objects = change(document)
      objects[3] = document.text(3, "/Contents 4 0 R", "/Contents 60 0 R")
      objects[60] = Document.evil
      document.append(objects)
    }
  }

  /// A field, object 149, below a hundred that have one kid each, and a signature that locks all fields.
  private static let deepField: [Int: String] = {
    var objects = [
      10: "<</Fields[11 0 R 12 0 R 13 0 R 49 0 R]>>",
      11:
        "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/Rect[300 10 390 40]/F 4/P 3 0 R/Lock<</Type/SigFieldLock/Action/All>>>>",
      149:
        "<</Type/Annot/Subtype/Widget/FT/Tx/V(100)/T(x)/Parent 148 0 R/Rect[40 90 200 99]/F 4/P 3 0 R>>",
    ]
    for number in 49..<149 {
      let above = number == 49 ? "" : "/Parent \(number - 1) 0 R"
      objects[number] = "<</T(a)/Kids[\(number + 1) 0 R]\(above)>>"
    }
    return objects
  }()

  static let attacks: [Attack] = [
    naming("a page that the security store names") { [1: $0.text(1, "", "/DSS<</Certs[3 0 R]>>")] },
    naming("a page that is said to be metadata") { [1: $0.text(1, "", "/Metadata 3 0 R")] },
    naming("a page that is said to be an extension") { [1: $0.text(1, "", "/Extensions 3 0 R")] },
    naming("a page in the form's resources") { [10: $0.text(10, "/DR<<", "/DR<</XObject<</X 3 0 R>>")] },
    naming("a page as a field's value") { [12: $0.text(12, "/V()", "/V 3 0 R")] },
    naming("a page as a field's appearance") { [12: $0.text(12, "/N 16 0 R", "/N 3 0 R")] },
    naming("a page as the kid of a field for a signature") { [13: $0.text(13, "", "/Kids 3 0 R")] },
    naming("a page in the list of fields") { [10: $0.text(10, "/Fields[", "/Fields[3 0 R ")] },
    naming("a page in the structure tree") { [26: $0.text(26, "/K[]", "/K[3 0 R]")] },
    Attack(
      testDescription: "resources behind an object that is a reference", levels: all,
      prepared: [9: "50 0 R", 50: "<</Font<</F1 5 0 R>>/XObject<</Im 15 0 R>>>>"]
    ) { document in document.append([50: "<</Font<</F1 61 0 R>>/XObject<</Im 15 0 R>>>>", 61: Document.font])
    },
    Attack(
      testDescription: "a field that is no object of its own", levels: all,
      prepared: [10: "<</Fields[11 0 R 12 0 R 13 0 R <</FT/Tx/T(d)/V(100)>>]>>"]
    ) { document in document.append([10: document.text(10, "/V(100)", "/V(9000)")]) },
    Attack(
      testDescription: "a field that is no object of its own, in a list that is one", levels: all,
      prepared: [10: "<</Fields 50 0 R>>", 50: "[11 0 R 12 0 R 13 0 R <</FT/Tx/T(d)/V(100)>>]"]
    ) { document in document.append([50: "[11 0 R 12 0 R 13 0 R <</FT/Tx/T(d)/V(9000)>>]"]) },
    Attack(
      testDescription: "what a locked field has from the one above it",
      prepared: [
        10: "<</Fields[11 0 R 12 0 R 13 0 R 50 0 R]>>", 50: "<</T(a)/FT/Tx/V(100)/Kids[51 0 R]>>",
        51: "<</Type/Annot/Subtype/Widget/T(b)/Parent 50 0 R/Rect[40 90 200 99]/F 4/P 3 0 R>>",
        11:
          "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/Rect[300 10 390 40]/F 4/P 3 0 R/Lock<</Type/SigFieldLock/Action/Include/Fields[(a.b)]>>>>",
      ]
    ) { document in document.append([50: document.text(50, "/V(100)", "/V(9000)")]) },
    Attack(testDescription: "a locked field with a hundred others above it", prepared: deepField) {
      document in
      document.append([149: document.text(149, "/V(100)", "/V(9000)")])
    },
    Attack(testDescription: "contents that the security store names", levels: all) { document in
      document.append([1: document.text(1, "", "/DSS<</Certs[4 0 R]>>"), 4: Document.evil])
    },
    Attack(testDescription: "a font among the annotations", levels: all) { document in
      document.append([3: document.text(3, "14 0 R]", "14 0 R 5 0 R]"), 5: Document.font])
    },
    Attack(testDescription: "contents that are an annotation's appearance", levels: all) { document in
      document.append([14: document.text(14, "/N 17 0 R", "/N 4 0 R"), 4: Document.evil])
    },
    Attack(testDescription: "information that is a page's resources", levels: all) { document in
      document.append([9: "<</Font<</F1 61 0 R>>>>", 61: Document.font], .init(trailer: "/Info 9 0 R"))
    },
    Attack(
      testDescription: "the length of a page's contents", levels: all,
      prepared: [4: Document.stream("(Pay 9000) Tj (Pay 100) Tj", length: "50 0 R"), 50: "26"]
    ) { document in
      document.append([1: document.text(1, "", "/DSS<</Certs[50 0 R]>>"), 50: "13"])
    },
    Attack(testDescription: "a page tree in the security store", levels: all) { document in
      document.append([
        1: document.text(1, "", "/DSS<</Certs[2 0 R]>>"),
        2: "<</Type/Pages/Kids[6 0 R]/Count 1/MediaBox[0 0 400 300]>>",
      ])
    },
    Attack(
      testDescription: "a reference that led nowhere, to what is called a cross-reference stream",
      levels: all,
      prepared: [
        3:
          "<</Type/Page/Parent 2 0 R/Contents[4 0 R 99 0 R]/Resources 9 0 R/Annots[11 0 R 12 0 R 13 0 R 14 0 R]>>"
      ]
    ) { document in document.append([99: Document.stream("(Pay 9000) Tj", "/Type/XRef")]) },
    Attack(
      testDescription: "a reference that led nowhere, to a certificate", levels: all,
      prepared: [9: "<</Font<</F1 5 0 R>>/XObject<</Im 99 0 R>>>>"]
    ) { document in
      document.append([1: document.text(1, "", "/DSS<</Certs[99 0 R]>>"), 99: Document.evil])
    },
    Attack(
      testDescription: "a reference that led nowhere, to a new annotation's appearance", levels: all,
      prepared: [9: "<</Font<</F1 5 0 R>>/XObject<</Im 99 0 R>>>>"]
    ) { document in
      document.append([
        3: document.text(3, "14 0 R]", "14 0 R 98 0 R]"),
        98: "<</Type/Annot/Subtype/Square/Rect[1 1 2 2]/AP<</N 99 0 R>>>>",
        99: Document.stream("(Pay 9000) Tj", Document.form),
      ])
    },
    Attack(
      testDescription: "a page that is dressed as an annotation", levels: all,
      prepared: [
        3:
          "<</Type/Page/Subtype/X/Rect[0 0 0 0]/Parent 2 0 R/Contents 4 0 R/Resources 9 0 R/Annots[3 0 R 11 0 R 12 0 R 13 0 R 14 0 R]>>"
      ]
    ) { document in
      document.append([3: document.text(3, "/Contents 4 0 R", "/Contents 60 0 R"), 60: Document.evil])
    },
    Attack(
      testDescription: "a font that is dressed as an annotation, and listed as one", levels: all,
      prepared: [
        5: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Rect[0 0 0 0]>>",
        3:
          "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources 9 0 R/Annots[5 0 R 11 0 R 12 0 R 13 0 R 14 0 R]>>",
      ]
    ) { document in document.append([5: Document.font]) },
    Attack(
      testDescription: "a page's form that is dressed as a field, and listed as one", levels: all,
      prepared: [
        10: "<</Fields[11 0 R 12 0 R 13 0 R 15 0 R]>>",
        15: Document.stream("(within 30 days) Tj", Document.form + "/FT/Tx/T(x)"),
      ]
    ) { document in
      document.append([15: Document.stream("(within 90 days) Tj", Document.form + "/FT/Tx/T(x)/V(1)")])
    },
    Attack(testDescription: "a page in two steps: first it is named, then replaced", levels: all) {
      document in
      document.append([12: document.text(12, "/N 16 0 R", "/N 4 0 R")])
      document.append([4: Document.evil])
    },
    Attack(testDescription: "another generation of the contents", levels: all) { document in
      document.append([4: Document.stream("% nothing")], .init(generation: [4: 1]))
    },
    Attack(testDescription: "another generation, as a certificate", levels: all) { document in
      document.append(
        [1: document.text(1, "", "/DSS<</Certs[4 1 R]>>"), 4: Document.stream("% nothing")],
        .init(generation: [4: 1]))
    },
    Attack(testDescription: "a row that leads to another object", levels: all) { document in
      let offset = document.data.range(of: Data("\n7 0 obj".utf8))?.upperBound ?? 0
      document.append([:], .init(rows: [4: offset - 7]))
    },
    Attack(testDescription: "objects that no table lists", levels: all) { document in
      document.append([4: Document.evil], .init(hasTable: false))
    },
    Attack(testDescription: "an object beside its table, in a comment", levels: all) { document in
      document.append([8: document.text(8, "Contract", "Paper")])
      document.append([:], .init(trailer: "/Info 8 0 R>>\n%4 0 obj\n<</A 1"))
    },
    Attack(testDescription: "a table without the older ones", levels: all) { document in
      let places = (1...27).compactMap { number in
        document.data.range(of: Data("\n\(number) 0 obj".utf8), options: .backwards).map {
          (number, $0.lowerBound + 1)
        }
      }
      document.append(
        [4: Document.evil], .init(rows: Dictionary(uniqueKeysWithValues: places), previous: false))
    },
    Attack(testDescription: "a key twice, of which readers take either", levels: all) { document in
      document.append([
        3: document.text(3, "/Contents 4 0 R", "/Contents 60 0 R/Contents 4 0 R"), 60: Document.evil,
      ])
    },
    Attack(testDescription: "what covers something is freed", levels: all) { document in
      document.append([:], .init(free: [15]))
    },
    Attack(testDescription: "layers", levels: all) { document in
      document.append([1: document.text(1, "", "/OCProperties<</OCGs[]/D<</BaseState/OFF>>>>")])
    },
    Attack(testDescription: "a script", levels: all) { document in
      document.append([1: document.text(1, "", "/OpenAction<</S/JavaScript/JS(1)>>")])
    },
    Attack(testDescription: "a field that becomes as large as the page", levels: all) { document in
      document.append([12: document.text(12, "[40 60 200 80]", "[0 0 400 300]")])
    },
    Attack(testDescription: "a field that does not grow with the page", levels: all) { document in
      document.append([12: document.text(12, "/F 4", "/F 12")])
    },
    Attack(testDescription: "a stamp", levels: [PermittedChanges.none, .formFilling]) { document in
      document.append([
        3: document.text(3, "14 0 R]", "14 0 R 81 0 R]"), 81: Document.stamp,
        82: Document.stream("(Pay 9000) Tj", Document.form),
      ])
    },
    Attack(testDescription: "a stamp that is a widget of no field", levels: all) { document in
      document.append([
        3: document.text(3, "14 0 R]", "14 0 R 81 0 R]"),
        81: Document.stamp.replacingOccurrences(of: "/Stamp", with: "/Widget"),
        82: Document.stream("(Pay 9000) Tj", Document.form),
      ])
    },
    Attack(testDescription: "a new field for a signature, which nobody signed", levels: all) { document in
      document.append([
        3: document.text(3, "14 0 R]", "14 0 R 81 0 R]"), 10: document.text(10, "13 0 R]", "13 0 R 81 0 R]"),
        81: Document.stamp.replacingOccurrences(of: "/Stamp", with: "/Widget/FT/Sig/T(S9)"),
        82: Document.stream("(Pay 9000) Tj", Document.form),
      ])
    },
    Attack(testDescription: "a new field for a signature, with a value that is none", levels: all) {
      document in
      document.append([
        3: document.text(3, "14 0 R]", "14 0 R 81 0 R]"), 10: document.text(10, "13 0 R]", "13 0 R 81 0 R]"),
        81: Document.stamp.replacingOccurrences(of: "/Stamp", with: "/Widget/FT/Sig/T(S9)/V 83 0 R"),
        82: Document.stream("(Pay 9000) Tj", Document.form),
        83: "<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>",
      ])
    },
    Attack(testDescription: "the appearance of a signature that was made", levels: all) { document in
      document.append([
        11: document.text(11, "/N \(document.appearance(of: 11)) 0 R", "/N 82 0 R"),
        82: Document.stream("(signed: Eve) Tj", Document.form),
      ])
    },
    Attack(testDescription: "an existing stream as the appearance of a signature that was made", levels: all)
    { document in
      document.append([11: document.text(11, "/N \(document.appearance(of: 11)) 0 R", "/N 15 0 R")])
    },
    Attack(testDescription: "the stream of a signature's appearance", levels: all) { document in
      document.append([document.appearance(of: 11): Document.stream("(signed: Eve) Tj", Document.form)])
    },
    Attack(testDescription: "a signature that was made is hidden", levels: all) { document in
      document.append([11: document.text(11, "/F 4", "/F 2")])
    },
    Attack(testDescription: "an empty field looks signed", levels: all) { document in
      document.append([13: document.text(13, "", "/AP<</N 19 0 R>>")])
    },
    Attack(testDescription: "a signature with another name", levels: all) { document in
      document.append([11: document.text(11, "(Sig1)", "(Boss)")])
    },
    Attack(
      testDescription: "a made-up certification, and a stamp", levels: [PermittedChanges.none, .formFilling]
    ) { document in
      document.append([
        3: document.text(3, "14 0 R]", "14 0 R 81 0 R]"),
        10: document.text(10, "/Fields[", "/Fields[40 0 R "),
        81: Document.stamp, 82: Document.stream("(Pay 9000) Tj", Document.form),
        40: "<</FT/Sig/T(Old)/V 41 0 R>>",
        41:
          "<</Type/Sig/SubFilter/adbe.pkcs7.detached/ByteRange[0 1 2 9223372036854775807]/Contents<00>/Reference[<</TransformMethod/DocMDP>>]>>",
      ])
    },
    Attack(testDescription: "the certification is taken out", levels: [PermittedChanges.none]) { document in
      document.append([
        1: "<</Type/Catalog/Pages 2 0 R/AcroForm 10 0 R/StructTreeRoot 25 0 R>>",
        3: document.text(3, "14 0 R]", "14 0 R 81 0 R]"), 81: Document.stamp,
        82: Document.stream("(Pay 9000) Tj", Document.form),
      ])
    },
    Attack(testDescription: "a font of the form's resources", levels: all) { document in
      document.append([10: document.text(10, "/Helv 5 0 R", "/Helv 61 0 R"), 61: Document.font])
    },
    Attack(
      testDescription: "an extension is lowered", levels: all,
      prepared: [
        1:
          "<</Type/Catalog/Pages 2 0 R/AcroForm 10 0 R/StructTreeRoot 25 0 R/Extensions<</ADBE<</BaseVersion/1.7/ExtensionLevel 8>>>>>>"
      ]
    ) { document in document.append([1: document.text(1, "ExtensionLevel 8", "ExtensionLevel 3")]) },
    Attack(testDescription: "structure of what is old", levels: all) { document in
      document.append([
        26: document.text(26, "/K[]", "/K[40 0 R]"),
        40: "<</S/P/P 26 0 R/Pg 3 0 R/K[0]/ActualText(Pay 9000)>>",
      ])
    },
    Attack(testDescription: "structure of nothing that says something", levels: all) { document in
      document.append([
        26: document.text(26, "/K[]", "/K[40 0 R]"), 40: "<</S/P/P 26 0 R/ActualText(Pay 9000)>>",
      ])
    },
    Attack(
      testDescription: "a node of the page tree that is a page's resources", levels: all,
      prepared: [
        2:
          "<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2/MediaBox[0 0 400 300]/Font<</F1 5 0 R>>/XObject<</Im 15 0 R>>>>",
        3: page.replacing("/Contents 60 0 R/Resources 9 0 R", with: "/Contents 4 0 R/Resources 2 0 R"),
      ]
    ) { document in
      document.append([2: document.text(2, "/Im 15 0 R", "/Im 60 0 R"), 60: paintsOver])
    },
    Attack(
      testDescription: "a page that is its own resources", levels: all,
      prepared: [
        3: page.replacing(
          "/Contents 60 0 R/Resources 9 0 R", with: "/Contents 4 0 R/Resources 3 0 R/Font<</F1 5 0 R>>")
      ]
    ) { document in
      document.append([3: document.text(3, "", "/XObject<</Im 60 0 R>>"), 60: paintsOver])
    },
    Attack(
      testDescription: "an annotation that is drawn with a page as its resources",
      levels: [PermittedChanges.none, .formFilling],
      prepared: [17: Document.stream("/Im Do", Document.form + "/Resources 6 0 R")]
    ) { document in
      document.append([6: document.text(6, "", "/XObject<</Im 60 0 R>>"), 60: paintsOver])
    },
    Attack(
      testDescription: "a node of the page tree that is a page's contents", levels: all,
      prepared: [
        2: Document.stream("(Pay 100) Tj", "/Type/Pages/Kids[3 0 R 6 0 R]/Count 2/MediaBox[0 0 400 300]"),
        3: page.replacing("/Contents 60 0 R", with: "/Contents 2 0 R"),
      ]
    ) { document in document.append([2: document.text(2, "(Pay 100)", "(Pay 900)")]) },
    Attack(
      testDescription: "what a page inherits from outside the tree", levels: all,
      prepared: [
        3: page.replacing("/Parent 2 0 R/Contents 60 0 R", with: "/Parent 50 0 R/Contents 4 0 R"),
        50: "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 400 300]>>",
      ]
    ) { document in document.append([50: document.text(50, "", "/Rotate 180")]) },
    Attack(
      testDescription: "what the page tree inherits from nowhere", levels: all,
      prepared: [2: "<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2/MediaBox[0 0 400 300]/Parent 50 0 R>>"]
    ) { document in document.append([50: "<</Type/Pages/Rotate 180>>"]) },
    Attack(
      testDescription: "what a field inherits from outside the form", levels: all,
      prepared: [
        12: "<</Type/Annot/Subtype/Widget/FT/Tx/T(amount)/Rect[40 60 200 80]/F 4/P 3 0 R/Parent 50 0 R>>",
        50: "<</V(100)>>",
      ]
    ) { document in document.append([50: "<</V(9000)>>"]) },
    // Ghostscript takes the first.
    Attack(testDescription: "another catalog before the same one in the trailer", levels: all) { document in
      document.append(
        [
          70: document.text(1, "/Pages 2 0 R", "/Pages 71 0 R"), 71: "<</Type/Pages/Count 1/Kids[72 0 R]>>",
          72: page.replacing("/Parent 2 0 R", with: "/Parent 71 0 R/MediaBox[0 0 400 300]"),
          60: Document.evil,
        ], .init(trailer: "/Info 8 0 R/Root 1 0 R", root: 70))
    },
    Attack(
      testDescription: "an image that has the name of private data", levels: all,
      prepared: [
        4: Document.stream("(Pay 100) Tj /PieceInfo Do"),
        9: "<</Font<</F1 5 0 R>>/XObject<</PieceInfo 15 0 R>>>>",
      ]
    ) { document in document.append([15: document.text(15, "30 days", "90 days")]) },
  ]

  private static let paintsOver = Document.stream("1 1 0 rg 0 0 400 300 re f (Pay 9000) Tj", Document.form)

  static func signed(
    _ document: AttackedDocument, _ level: PermittedChanges? = nil, field: String = "Sig1",
    key: String = "ec",
    timeStamp: Bool = false
  ) async throws -> AttackedDocument {
    var options = SigningOptions(.field(field))
    options.certifies = level
    return document.with(
      try await PDFDocument(data: document.data).signedData(with: TestKeys.identity(key), options))
  }

  @Test(arguments: attacks) func attacksAreNoticed(attack: Attack) async throws {
    for level in attack.levels {
      var document = try await Self.signed(AttackedDocument(attack.prepared), level)
      let before = try #require(await PDFDocument(data: document.data).verifySignatures().first)
      #expect(before.isValid)
      attack.update(&document)
      let reports = try await PDFDocument(data: document.data).verifySignatures()
      let first = reports.first { $0.integrity == .intact }
      let isNoticed = reports.isEmpty || first?.isValid == false
      #expect(isNoticed, "\(level.map { "\($0)" } ?? "approval"): \(first?.laterChanges.changes ?? [])")
    }
  }

  /// Fields that come with a later signature, changed to show or do what such a field does not, which also breaks that signature. The first
  /// is hidden, as it should be.
  @Test(
    arguments: [
      (["/Rect [0 0 0 0]": "/Rect [0 0 9 9]", "/F 132/": "/F 2/"], nil),
      (["/Rect [0 0 0 0]": "/Rect [0 0 9 9]"], "that shows something"),
      (["/Rect [0 0 0 0]": "/Rect [0 0 9 9]", "/F 132/": "/F 2.0/"], "that shows something"),
      (["/Rect [0 0 0 0]": "/Rect [0 0 9 9]", "/F 132/": "/F 4294967298/"], "that shows something"),
      (["/Subtype /Widget": "/Subtype /Square"], "an annotation of another kind"),
      (["/NM (": "/AA<</E<</S/JavaScript>>>>/NM ("], "that has actions"),
      (["/NM (": "/A<</S/X>>/NM ("], "that has actions"),
    ] as [([String: String], String?)])
  func aLaterFieldShowsAndDoesNothing(changes: [String: String], remark: String?) async throws {
    let first = try await Self.signed(AttackedDocument([:]), .formFilling)
    let document = try PDFDocument(data: first.data)
    var data = try await document.signedData(
      with: TestKeys.identity("rsa"), SigningOptions(.invisible(on: document.pageIDs[0])))
    for (old, new) in changes {
      let place = try #require(data.range(of: Data(old.utf8), in: first.data.count..<data.count))
      // What is taken from the name of the annotation keeps all in its place.
      data.replaceSubrange(place, with: Data(new.utf8))
      let name = try #require(data.range(of: Data("/NM (".utf8), in: first.data.count..<data.count))
        .upperBound
      let more = new.utf8.count - old.utf8.count
      if more > 0 { data.removeSubrange(name..<name + more) }
      if more < 0 { data.insert(contentsOf: Data(repeating: 32, count: -more), at: name) }
    }
    let report = try #require(await PDFDocument(data: data).verifySignatures().first)
    let told = report.refusals.map { "\($0)" }
    let remarks = ["that shows something", "an annotation of another kind", "that has actions"]
    for known in remarks { #expect(told.contains { $0.contains(known) } == (known == remark), "\(told)") }
  }
}
