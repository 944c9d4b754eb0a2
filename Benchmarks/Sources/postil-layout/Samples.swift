import Foundation
import Postil
import PostilLayout

/// An invoice, a report, a letter, a form and others, in three scripts, and beside each what it says in the order of its source:
/// Scripts/layout-test.py judges them.
final class Samples {
  let words: SampleWords
  /// What was said, and what footnotes say.
  private var said: [String] = []
  private var notes: [String] = []

  private init(_ words: SampleWords) { self.words = words }

  static func write(to folder: URL) throws {
    for words in SampleWords.all {
      let kinds: [(String, (Samples) -> LayoutDocument)] = [
        ("invoice", { $0.invoice() }), ("report", { $0.report() }), ("letter", { $0.letter() }),
        ("form", { $0.form() }), ("contract", { $0.contract() }), ("prices", { $0.prices() }),
        ("bilingual", { $0.bilingual() }), ("thesis", { $0.thesis() }), ("certificate", { $0.certificate() }),
      ]
      for (kind, make) in kinds {
        let samples = Samples(words)
        let document = make(samples)
        let name = "\(kind)-\(words.language)"
        try document.writeAndWait(
          to: folder.appending(path: "\(name).pdf"), conformingTo: [.pdfA3b, .pdfUA1])
        let texts = ["said": samples.said, "notes": samples.notes]
        try JSONEncoder().encode(texts).write(to: folder.appending(path: "\(name).json"))
      }
    }
  }

  /// Notes what stands in the text.
  func say(_ text: String) -> Inline {
    said.append(text)
    return Inline(text)
  }

  func note(_ text: String) -> Inline {
    notes.append(text)
    return .footnote(Inline(text))
  }

  func sentences(_ first: Int, _ count: Int) -> String {
    (first..<first + count).map { words.sentences[$0 % words.sentences.count] }
      .joined(separator: words.language == "zh" ? "" : " ")
  }

  var style: LayoutStyle {
    var style = LayoutStyle(family: "DejaVu Sans, Noto Sans CJK SC, sans-serif", size: 10)
    style.numberedHeadings = 2
    return style
  }

  // MARK: - Invoice

  static func money(_ cents: Int) -> String {
    "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
  }

  private func invoice() -> LayoutDocument {
    let words = words
    var document = LayoutDocument(title: words.title, language: words.language, style: style) {
      Paragraph(say(words.from))
      Paragraph(say(words.to))
      Heading(say(words.title)).numbered(false)
      Paragraph(say(words.date))
      Table([
        .automatic, .flexible(), .automatic.aligned(.right), .automatic.aligned(.decimal),
        .automatic.aligned(.decimal),
      ]) {
        Row(["#", words.item, words.count, words.price, words.amount].map(say)).asHeader()
        for line in 1...42 {
          let (count, price) = (line % 7 + 1, 199 + line * 137)
          Row(
            [
              "\(line)", "\(words.item) \(line * 31)", "\(count)", Self.money(price),
              Self.money(count * price),
            ].map(say)
          )
          .amount(Decimal(count * price))
        }
        Row {
          Cell(say(words.total).bold(), columns: 4)
          Cell(say("17462.76").bold())
        }
      }
      .carryingOver { carried in
        Row {
          Cell(Inline(words.carried), columns: 4)
          Cell(Inline(Self.money(NSDecimalNumber(decimal: carried.total).intValue)))
        }
        .background(Color(white: 0.96))
      }
      KeepTogether {
        Paragraph(say(words.pay))
        Barcode(
          "BCD\n002\n1\nSCT\n\nPaper and Pens Ltd\nDE12500105170648489890", .qr,
          alternative: .text(words.code))
      }
    }
    .footer { Paragraph("\($0.number) / \($0.count)").aligned(.right) }
    let data = AttachedFile(
      Data(Self.facturX.utf8), name: "factur-x.xml", description: "Factur-X", mediaType: "text/xml",
      modificationDate: Date())
    document.attachments = [DocumentAttachment(data, relationship: .data)]
    document.metadata = [Self.facturXProperties]
    return document
  }

  /// The least data of an invoice (Factur-X, profile MINIMUM).
  private static let facturX = """
    <?xml version="1.0" encoding="UTF-8"?>
    <rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" \
    xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100">
    <rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:factur-x.eu:1p0:minimum</ram:ID>\
    </ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
    </rsm:CrossIndustryInvoice>
    """

  /// What a Factur-X says of itself, and the description of these properties that PDF/A asks for.
  private static let facturXProperties: String = {
    let properties = [
      ("DocumentFileName", "factur-x.xml"), ("DocumentType", "INVOICE"), ("Version", "1.0"),
      ("ConformanceLevel", "MINIMUM"),
    ]
    let namespace = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"
    let described = properties.map {
      """
      <rdf:li rdf:parseType="Resource"><pdfaProperty:name>\($0.0)</pdfaProperty:name>\
      <pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>\
      <pdfaProperty:description>\($0.0) of the invoice</pdfaProperty:description></rdf:li>
      """
    }
    return """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:fx="\(namespace)">
      \(properties.map { "<fx:\($0.0)>\($0.1)</fx:\($0.0)>" }.joined())
      </rdf:Description>
      <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" \
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
      <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
      <pdfaSchema:schema>Factur-X</pdfaSchema:schema><pdfaSchema:namespaceURI>\(namespace)</pdfaSchema:namespaceURI>
      <pdfaSchema:prefix>fx</pdfaSchema:prefix>
      <pdfaSchema:property><rdf:Seq>\(described.joined())</rdf:Seq></pdfaSchema:property>
      </rdf:li></rdf:Bag></pdfaExtension:schemas>
      </rdf:Description></rdf:RDF>
      """
  }()

  // MARK: - Report

  private func bars(_ chapter: Int) -> Appearance {
    Appearance(
      items: (0..<6).map { bar in
        let height = 10.0 + Double((bar * 7 + chapter * 5) % 6) * 9
        return Appearance.Item(
          path: .rectangle(PageRect(x: Double(bar) * 15, y: 0, width: 11, height: height)),
          fill: Color(hex: 0x0B4F9E))
      })
  }

  func figure(_ chapter: Int, _ part: String) -> Picture {
    Picture(bars(chapter), size: PageSize(width: 90, height: 70), alternative: .text(words.picture))
      .caption(say("\(words.figure) \(chapter)\(part)"))
  }

  private func report() -> LayoutDocument {
    let words = words
    var page = PageStyle(.a4, margins: .mm(20))
    page.columns = 2
    return LayoutDocument(title: words.section, language: words.language, style: style, page: page) {
      Paragraph(say(words.contents)).styled { $0.font.isBold = true }
      TableOfContents()
      PageBreak()
      for chapter in 1...25 {
        Heading(say("\(words.chapter) \(chapter)"))
        for part in 0..<(words.language == "zh" ? 16 : words.language == "ar" ? 13 : 9) {
          if part % 4 == 1 { Heading(say("\(words.section) \(part)"), level: 2) }
          let text = sentences(chapter * 5 + part, 7)
          let rest = (words.language == "zh" ? "" : " ") + sentences(part, 4)
          Paragraph(say(text) + (part == 3 ? note("\(words.note) \(chapter)") : "") + say(rest)).aligned(
            .justified)
        }
        FigureRow {
          figure(chapter, "a")
          figure(chapter + 1, "b")
        }
        Table([.automatic, .flexible().aligned(.decimal)], caption: say("\(words.table) \(chapter)")) {
          Row([words.item, words.amount].map(say)).asHeader()
          for year in 2020...2024 { Row(["\(year)", "\(chapter * year % 977).\(year % 10)"].map(say)) }
        }
        PageBreak()
      }
    }
    .header { Paragraph("\($0.heading())") }
    .footer { Paragraph("\($0.number) / \($0.count)").aligned(.center) }
  }

  // MARK: - Letter and form

  private func letter() -> LayoutDocument {
    LayoutDocument(title: words.greeting, language: words.language, style: style) {
      Paragraph(say(words.from))
      Spacer(30)
      Paragraph(say(words.to))
      Spacer(30)
      Paragraph(say(words.date))
      Paragraph(say(words.greeting))
      for part in 0..<4 { Paragraph(say(sentences(part * 2, 6))).aligned(.justified) }
      Paragraph(say(words.closing))
    }
  }

  private var radioButtons: Field {
    let label = say(words.color)
    said += words.colors
    let options = zip(["r", "g", "b"], words.colors).map { FormField.Option($0, label: $1) }
    return Field.radioButtons("color", options, label: label).value("g")
  }

  private func form() -> LayoutDocument {
    let words = words
    return LayoutDocument(title: words.form, language: words.language, style: style) {
      Heading(say(words.form)).numbered(false)
      Field.text("person.name", label: say(words.name)).value(.text(words.colors[0])).required()
      Field.text("person.number", label: say(words.count)).cells(8).width(160)
      Field.text("remarks", label: say(words.remarks), lines: 4).value(.text(sentences(0, 3)))
      Field.comboBox("country", words.countries.map { FormField.Option($0) }, label: say(words.country))
        .labelled(.beside(120)).value(.text(words.countries[2]))
      Field.listBox("countries", words.countries.map { FormField.Option($0) }, label: say(words.country))
        .labelled(.beside(120)).flags(.multiSelect).value(.choices([words.countries[1], words.countries[3]]))
      radioButtons
      Field.checkBox("terms", label: say(words.terms)).value(true).required()
      Table([.automatic, .flexible()]) {
        Row([words.item, words.price].map(say)).asHeader()
        for line in 1...2 {
          Row {
            Cell(say("\(words.item) \(line)"))
            Cell { Field.text("price.\(line)", label: Inline("\(words.price) \(line)")).labelled(.hidden) }
          }
        }
      }
      Field.signature("signature", label: say(words.signature))
    }
  }
}
