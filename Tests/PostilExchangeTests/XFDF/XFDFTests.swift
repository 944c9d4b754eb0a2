import Foundation
import PostilExchange
import PostilModel
import Testing

@Suite struct XFDFTests {
  private func file(_ annotations: String, besides: String = "") -> Data {
    Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><f href="a.pdf"/>\(besides)<annots>
      \(annotations)
      </annots></xfdf>
      """.utf8)
  }

  private func entries(_ annotation: String) throws -> [String: PDFValue] {
    let read = try XFDF.annotations(in: file(annotation))
    if let failure = read.failures.first { throw failure.error }
    return try #require(read.annotations.first).entries
  }

  private func numbers(_ value: PDFValue?) -> [Double]? { value?.array?.compactMap(\.number) }

  // MARK: - Reading what others write

  @Test func attributesOfTheStandardAreRead() throws {
    let text = """
      <square page="2" rect="10,20.5,110,70" color="#FF8000" interior-color="#00FF00" flags="print,locked" name="s"
        title="Ада" subject="About" date="D:20240102030405+01'00'" creationdate="2024-01-02T03:04:05+02:00"
        opacity="0.5" width="2" style="cloudy" intensity="1" fringe="1,2,3,4" replyType="group"
        inreplyto="other"><contents>one&#13;two</contents></square>
      """
    let read = try XFDF.annotations(in: file(text))
    let one = try #require(read.annotations.first)
    #expect(one.pageIndex == 2 && one.id == "s" && one.line > 2 && read.failures.isEmpty)
    let entries = one.entries
    #expect(entries["Subtype"] == .name("Square") && entries["Type"] == .name("Annot"))
    #expect(numbers(entries["Rect"]) == [10, 20.5, 110, 70] && numbers(entries["RD"]) == [1, 2, 3, 4])
    #expect(numbers(entries["C"]) == [1, 0.50196, 0] && numbers(entries["IC"]) == [0, 1, 0])
    #expect(entries["F"] == .integer(4 | 128) && entries["CA"] == .real(0.5))
    #expect(entries["T"]?.text == "Ада" && entries["Subj"]?.text == "About" && entries["NM"]?.text == "s")
    #expect(entries["M"]?.text == "D:20240102030405+01'00'")
    #expect(entries["CreationDate"]?.text == "D:20240102030405+02'00'")
    #expect(entries["BS"] == .dictionary(["W": .integer(2)]))
    #expect(entries["BE"] == .dictionary(["S": .name("C"), "I": .integer(1)]))
    #expect(entries["RT"] == .name("Group") && entries["IRT"] == .annotation("other"))
    #expect(entries["Contents"]?.text == "one\rtwo")
  }

  @Test func geometryOfEveryKindIsRead() throws {
    let line = try entries(
      """
      <line page="0" rect="0,0,9,9" start="1,2" end="3.5,4" head="OpenArrow" tail="None" leaderLength="5" caption="yes"
        caption-offset-h="1" caption-offset-v="-2" dashes="3,1" style="dash" IT="LineDimension"/>
      """)
    #expect(
      numbers(line["L"]) == [1, 2, 3.5, 4] && line["LL"] == .integer(5) && line["Cap"] == .boolean(true))
    #expect(line["LE"] == .array([.name("OpenArrow"), .name("None")]) && numbers(line["CO"]) == [1, -2])
    #expect(line["BS"] == .dictionary(["S": .name("D"), "D": .array([.integer(3), .integer(1)])]))
    #expect(line["IT"] == .name("LineDimension"))
    let ink = try entries(
      """
      <ink page="0" rect="0,0,9,9"><inklist><gesture>1,2;3,4</gesture><gesture>5,6</gesture></inklist></ink>
      """)
    #expect(ink["InkList"]?.array?.map { numbers($0) } == [[1, 2, 3, 4], [5, 6]])
    let polygon = try entries(
      "<polygon page=\"0\" rect=\"0,0,9,9\"><vertices>1,2;3,4;5,6</vertices></polygon>")
    #expect(numbers(polygon["Vertices"]) == [1, 2, 3, 4, 5, 6])
    let highlight = try entries(
      "<highlight page=\"0\" rect=\"0,0,9,9\" coords=\"0,9,9,9,0,0,9,0\"/>")
    #expect(numbers(highlight["QuadPoints"]) == [0, 9, 9, 9, 0, 0, 9, 0])
    let text = try entries(
      """
      <freetext page="0" rect="0,0,9,9" justification="centered" callout="1,2,3,4" head="Butt" rotation="90">
      <defaultappearance>/Helv 9 Tf</defaultappearance><defaultstyle>font: 9pt Arial</defaultstyle>
      <contents-richtext><body xmlns="http://www.w3.org/1999/xhtml"><p>a</p><p>b</p></body></contents-richtext></freetext>
      """)
    #expect(text["Q"] == .integer(1) && text["LE"] == .name("Butt") && text["Rotate"] == .integer(90))
    #expect(text["DA"]?.text == "/Helv 9 Tf" && text["DS"]?.text == "font: 9pt Arial")
    #expect(text["Contents"]?.text == "a\nb")
    #expect(text["RC"]?.text?.contains("<p>a</p><p>b</p></body>") == true)
    #expect(try entries("<caret page='0' rect='0,0,9,9' symbol='P'/>")["Sy"] == .name("P"))
    let state = try entries("<text page='0' rect='0,0,9,9' state='Accepted' statemodel='Review' icon='Key'/>")
    #expect(state["State"]?.text == "Accepted" && state["StateModel"]?.text == "Review")
    #expect(state["Name"] == .name("Key"))
  }

  @Test func linksLeadWhereTheySay() throws {
    func action(_ target: String) throws -> PDFValue? {
      try entries(
        "<link page='0' rect='0,0,9,9'><OnActivation><Action Trigger='U'>\(target)</Action></OnActivation></link>"
      )["A"]
    }
    #expect(try action("<URI Name='https://a.b/?c&amp;d'/>")?["URI"]?.text == "https://a.b/?c&d")
    let goTo = try action("<GoTo><Dest><XYZ Page='4' Left='1' Top='2.5' Zoom=''/></Dest></GoTo>")
    #expect(
      goTo?["D"] == .array([.page(PageID(number: 5)), .name("XYZ"), .integer(1), .real(2.5), .null]))
    #expect(try action("<GoTo><Dest><Named Name='ch1'/></Dest></GoTo>")?["D"]?.text == "ch1")
    #expect(try action("<Named Name='NextPage'/>")?["N"] == .name("NextPage"))
    #expect(try action("<Launch/>") == nil)
    #expect(throws: PDFError.self) { try action("<GoTo><Dest><XYZ Page='x'/></Dest></GoTo>") }
    #expect(throws: PDFError.self) { try action("<GoTo><Dest><XYZ Page='1' Top='NaN'/></Dest></GoTo>") }
  }

  @Test func popupsBelongToTheirAnnotation() throws {
    let read = try XFDF.annotations(
      in: file(
        "<text page='1' rect='0,0,9,9' name='n'><popup rect='1,1,5,5' open='yes' flags='print'/></text>"))
    #expect(read.annotations.count == 2)
    let popup = read.annotations[1]
    #expect(read.annotations[0].entries["Popup"] == .annotation(popup.id) && popup.pageIndex == 1)
    #expect(popup.entries["Parent"] == .annotation("n") && popup.entries["Open"] == .boolean(true))
  }

  @Test func attachedFilesAreRead() throws {
    let one = try entries(
      """
      <fileattachment page="0" rect="0,0,9,9" file="a.txt" mimetype="text/plain" size="2" checksum="00FF" icon="Tag">
      <data MODE="filtered" encoding="hex" length="3" filter="ASCIIHexDecode">41 42\n3E</data></fileattachment>
      """)
    guard case .stream(let file, let data?)? = one["FS"]?["EF"]?["F"] else { throw PDFError(.damaged, "no") }
    #expect(data == Data("AB>".utf8) && file["Filter"] == .name("ASCIIHexDecode"))
    #expect(file["Subtype"] == .name("text/plain") && file["Params"]?["CheckSum"] == .string(Data([0, 255])))
    #expect(one["FS"]?["UF"]?.text == "a.txt" && one["Name"] == .name("Tag"))
  }

  @Test func appearancesOfOtherProgramsAreRead() throws {
    let appearance = """
      <DICT KEY="AP"><STREAM KEY="N" DEFINE=""><ARRAY KEY="BBox"><FIXED VAL="0"/><FIXED VAL="0"/><FIXED VAL="9.5"/>
      <FIXED VAL="9"/></ARRAY><NAME KEY="Subtype" VAL="Form"/><INT KEY="Length" VAL="5"/><NAME KEY="Filter"
      VAL="FlateDecode"/><DATA MODE="RAW" ENCODING="ASCII">0 0 m</DATA></STREAM></DICT>
      """
    let base64 = Data(appearance.utf8).base64EncodedString()
    let stamp = try entries(
      "<stamp page='0' rect='0,0,9,9' icon='Draft'><appearance>\(base64)</appearance></stamp>")
    guard case .stream(let form, let data)? = stamp["AP"]?["N"] else { throw PDFError(.damaged, "no") }
    #expect(form["Subtype"] == .name("Form") && numbers(form["BBox"]) == [0, 0, 9.5, 9])
    #expect(data == Data("0 0 m".utf8) && form["Filter"] == nil && form["Length"] == .integer(5))
  }

  // MARK: - Hostile files

  @Test(
    arguments: [
      "<square page='0' rect='NaN,0,1,1'/>", "<square page='0' rect='0,0,inf,1'/>", "<square page='0'/>",
      "<square rect='0,0,1,1'/>", "<square page='-1' rect='0,0,1,1'/>", "<square page='x' rect='0,0,1,1'/>",
      "<square page='99999999999999999999' rect='0,0,1,1'/>", "<square page='0' rect='0,0,1'/>",
      "<square page='0' rect='0,0,1,1' opacity='nan'/>", "<square page='0' rect='0,0,1,1' color='red'/>",
      "<unknown page='0' rect='0,0,1,1'/>", "<square page='0' rect='0,0,1,1' width='0x1p9'/>",
      "<ink page='0' rect='0,0,1,1'><inklist><gesture>1,NaN</gesture></inklist></ink>",
      "<polygon page='0' rect='0,0,1,1'><vertices>1;two</vertices></polygon>",
      "<fileattachment page='0' rect='0,0,1,1' file='a'><data encoding='hex'>xyz</data></fileattachment>",
      "<stamp page='0' rect='0,0,1,1'><appearance>PGE+PGI+</appearance></stamp>",
    ])
  func whatIsNotUsableIsAFailureWithItsLine(annotation: String) throws {
    let read = try XFDF.annotations(in: file(annotation))
    #expect(read.annotations.isEmpty && read.failures.count == 1)
    #expect(read.failures.first?.error.code == .invalidAnnotations)
    #expect(read.failures.first?.error.message.hasPrefix("Line 3, <") == true)
  }

  @Test func whatIsNoXFDFIsRefused() {
    for text in ["<html/>", "<xfdf xmlns='other'/>", "%FDF-1.2", "", "{}"] {
      #expect(throws: PDFError.self) { try XFDF.annotations(in: Data(text.utf8)) }
    }
  }

  /// Whatever is done to a file, reading it ends, with or without an error.
  @Test func damagedFilesEndNothing() throws {
    let sample = XFDF.data(Samples.annotations, file: "a.pdf")
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[0..<min(place, 40)], at: place)
        }
      }
      _ = try? XFDF.annotations(in: bytes)
    }
  }

  // MARK: - Both ways

  @Test func everythingComesBack() throws {
    let data = XFDF.data(Samples.annotations, file: "a.pdf")
    let read = try XFDF.annotations(in: data)
    #expect(read.failures.isEmpty && read.ignored.isEmpty)
    #expect(read.annotations.count == Samples.annotations.count)
    for one in Samples.annotations {
      let copy = read.annotations.first { $0.id == one.id && $0.pageIndex == one.pageIndex }
      let says = PDFValue.dictionary(copy?.entries ?? [:]).says(the: .dictionary(one.entries))
      #expect(says, "\(one.entries) became \(copy?.entries ?? [:])")
    }
    #expect(XFDF.data(read.annotations, file: "a.pdf") == data)
  }

  @Test func anotherProgramsChangesCount() throws {
    var one = Samples.annotations[0]
    one.entries["C"] = .array([.real(0.123456), .integer(0), .integer(0)])
    var text = String(decoding: XFDF.data([one], file: nil), as: UTF8.self)
    #expect(text.contains("color=\"#1F0000\"") && text.contains("0.123456"))
    #expect(try XFDF.annotations(in: Data(text.utf8)).annotations[0].entries["C"] == one.entries["C"])
    text = text.replacingOccurrences(of: "#1F0000", with: "#00FF00")
    let changed = try XFDF.annotations(in: Data(text.utf8)).annotations[0]
    #expect(numbers(changed.entries["C"]) == [0, 1, 0])
    #expect(changed.entries["OC"] == one.entries["OC"])
  }

  /// A file may name any two opposite corners; readers of XFDF take the first two numbers for the left and lower edge.
  @Test func rectanglesAreWrittenFromTheLowerLeft() throws {
    let read = try XFDF.annotations(in: file(#"<square page="0" rect="200,320,150,300.5" name="s"/>"#))
    let text = String(decoding: XFDF.data(read.annotations, file: nil), as: UTF8.self)
    #expect(text.contains(#"rect="150,300.5,200,320""#), "\(text)")
  }

  @Test func whatOtherProgramsAddIsWrittenAgain() throws {
    let text = """
      <square page="0" rect="0,0,9,9" name="s" itex="7" xmlns:t="urn:t" t:mark="x"><trn-custom-data bytes="{}"/>
      <t:note a="1">text</t:note></square>
      """
    let read = try XFDF.annotations(in: file(text, besides: "<fields/><pages><defmtx matrix='1'/></pages>"))
    #expect(read.ignored == ["fields", "pages"] && read.failures.isEmpty)
    let again = String(decoding: XFDF.data(read.annotations, file: nil), as: UTF8.self)
    for part in ["itex=\"7\"", "t:mark=\"x\"", "<trn-custom-data bytes=\"{}\"/>", "a=\"1\">text</t:note>"] {
      #expect(again.contains(part), "\(part) in \(again)")
    }
    let twice = try XFDF.annotations(in: Data(again.utf8))
    #expect(twice.annotations[0].entries == read.annotations[0].entries)
  }
}

private enum Samples {
  static func text(_ text: String) -> PDFValue { .string(Data(TextString.encode(text))) }

  private static func one(
    _ subtype: String, _ name: String, _ entries: [String: PDFValue], page: Int = 0
  ) -> ExchangedAnnotation {
    let rect = PDFValue.array([.integer(1), .real(2.25), .real(30.123456789), .integer(40)])
    let all = [
      "Type": .name("Annot"), "Subtype": .name(subtype), "Rect": rect, "NM": text(name), "F": .integer(4),
    ].merging(entries) { $1 }
    return ExchangedAnnotation(
      pageIndex: page, id: AnnotationID(name), entries: all.filter { $0.value != .null })
  }

  /// One of each kind, with values that the standard has no attribute for.
  static var annotations: [ExchangedAnnotation] {
    let form = PDFValue.stream(
      [
        "Type": .name("XObject"), "BBox": .array([.integer(0), .integer(0), .real(9.5), .integer(9)]),
        "Filter": .name("FlateDecode"), "Length": .integer(4),
        "Resources": .dictionary(["ProcSet": .array([])]),
      ], Data([0, 255, 10, 13]))
    let file = PDFValue.stream(
      ["Length": .integer(2), "Params": .dictionary(["Size": .integer(2)])], Data("ab".utf8))
    let points = PDFValue.array([.integer(1), .real(-2.5), .integer(3), .integer(4)])
    return [
      one(
        "Square", "square",
        [
          "OC": .dictionary(["Name": text("Слой")]),
          "BS": .dictionary(["W": .real(0.5), "Type": .name("Border")]),
        ]),
      one("Circle", "circle", ["C": .array([.real(0.3)]), "IC": .array([]), "Lang": text("ru")]),
      one(
        "Text", "note",
        ["Popup": .annotation("window"), "Open": .boolean(true), "Contents": text("a\u{1}b"), "NM": .null]),
      one("Popup", "window", ["Parent": .annotation("note"), "F": .integer(28)]),
      one("Popup", "orphan", ["Parent": .annotation("nobody")]),
      one("Text", "reply", ["IRT": .annotation("note"), "RT": .name("R"), "T": text("\"<Ада>&\r\n")]),
      one(
        "Line", "line",
        [
          "L": points, "LE": .array([.name("None"), .name("Own")]),
          "Measure": .dictionary([
            "R": text("1 in = 1 ft"), "X": .array([.dictionary(["U": text("ft"), "C": .real(0.0138889)])]),
          ]),
        ]),
      one("Ink", "ink", ["InkList": .array([points, .array([])])]),
      one("PolyLine", "polyline", ["Vertices": points]),
      one("Polygon", "polygon", ["Vertices": .array([.integer(1)])]),
      one("Highlight", "highlight", ["QuadPoints": points, "AP": .dictionary(["N": form])]),
      one(
        "FreeText", "text",
        [
          "DA": text("/F 9 Tf"),
          "RC": text(
            "<?xml version=\"1.0\"?><body xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:xfa=\"u\" xfa:spec='2'><p>a &amp; b</p></body>"
          ), "CL": points, "LE": .name("Butt"),
        ]),
      one(
        "Link", "uri",
        [
          "A": .dictionary(["S": .name("URI"), "URI": .string(Data("http://é/".utf8))]),
          "Border": .array([.integer(0), .integer(0), .integer(0)]),
        ]),
      one(
        "Link", "goto", ["Dest": .array([.page(PageID(number: 3)), .name("XYZ"), .null, .integer(5), .null])]),
      one("Link", "script", ["A": .dictionary(["S": .name("JavaScript"), "JS": text("app.alert(1)")])]),
      one(
        "FileAttachment", "file", ["FS": .dictionary(["F": text("a.txt"), "EF": .dictionary(["F": file])])]),
      one(
        "Stamp", "stamp",
        ["Name": .name("\u{10FF82}#"), "AP": .dictionary(["N": .dictionary(["On": form]), "D": form])]),
      one("Movie", "movie", ["Movie": .dictionary(["F": text("a.mov")])], page: 7),
      one("Caret", "caret", ["AP": .null, "Sy": .name("P"), "M": text("D:2024"), "RD": points]),
      one("Redact", "redact", ["QuadPoints": points, "OverlayText": text("X"), "Repeat": .boolean(true)]),
      one(
        "Sound", "sound",
        ["Sound": .stream(["R": .integer(8000), "E": .name("muLaw"), "Length": .integer(1)], Data([1]))]),
    ]
  }
}
