import Foundation
import Postil
import PostilLayout

/// A contract, a list of prices, a letter in two languages, a thesis and a certificate: what uses most of what there is.
extension Samples {
  // MARK: - Contract

  func contract() -> LayoutDocument {
    let words = words
    var style = style
    style.numberedHeadings = 3
    style.headings[2].font.isBold = false
    return LayoutDocument(title: words.terms, language: words.language, style: style) {
      Paragraph(say(words.terms)).styled {
        ($0.font.size, $0.alignment, $0.spaceAfter) = (18, .center, 24)
      }
      Columns(2) {
        Paragraph(say(words.from))
        ColumnBreak()
        Paragraph(say(words.to))
      }
      TableOfContents(levels: 1...2)
      for part in 1...4 {
        Heading(say("\(words.section) \(part)"), name: "part-\(part)")
        Paragraph(say(sentences(part, 3))).aligned(.justified)
        for clause in 1...3 {
          Heading(say("\(words.chapter) \(clause)"), level: 2)
          Paragraph(say(sentences(part + clause, 4))).aligned(.justified)
          for point in 1...2 {
            Heading(say("\(words.item) \(point)"), level: 3)
            Paragraph(
              say(sentences(point, 2)) + (part == 1 ? Inline("") : Inline(" (") + .page(of: "part-1") + ")"))
            NumberedList(.lowerLetters) {
              ListItem(say(sentences(point, 1)))
              ListItem {
                Paragraph(say(sentences(point + 1, 1)))
                NumberedList(.lowerRoman) {
                  ListItem(say(sentences(point + 2, 1)))
                  ListItem(say(sentences(point + 3, 1)))
                }
              }
            }
          }
        }
      }
      KeepTogether {
        Box(BoxStyle(background: Color(white: 0.96))) { Paragraph(say(words.pay)) }
        Field.signature("signature.1", label: say(words.signature)).width(220)
        Field.signature("signature.2", label: say(words.signature)).width(220)
      }
    }
    .header { Paragraph("\($0.heading())").aligned(.right) }
    .footer { Paragraph("\($0.number) / \($0.count)").aligned(.center) }
  }

  // MARK: - Prices

  struct Price {
    let name: String
    let cents: Int
  }

  /// 300 rows in groups with sums, and a table of values with a foot.
  func prices() -> LayoutDocument {
    let words = words
    var table = TableStyle()
    table.stripe = Color(white: 0.97)
    let groups = (1...12).map { group in
      (1...25).map {
        Price(name: "\(words.item) \(group * 100 + $0)", cents: 99 + ($0 * 7919 + group * 104_729) % 250_000)
      }
    }
    let sums = groups.map { $0.reduce(0) { $0 + $1.cents } }
    let total = sums.reduce(0, +)
    return LayoutDocument(title: words.price, language: words.language, style: style) {
      Heading(say(words.price)).numbered(false)
      Table([.automatic, .flexible(), .automatic.aligned(.decimal)], style: table, caption: say(words.table))
      {
        Row(["#", words.item, words.price].map(say)).asHeader()
        for (number, group) in groups.enumerated() {
          Row { Cell(say("\(words.chapter) \(number + 1)").bold(), columns: 3).background(Color(white: 0.9)) }
            .keptWithNext()
          for (place, price) in group.enumerated() {
            Row([say("\(place + 1)"), say(price.name), say(Self.money(price.cents))]).amount(
              Decimal(price.cents)
            )
            .keptWithNext(place == group.count - 1)
          }
          Row {
            Cell(say(words.amount).italic(), columns: 2)
            Cell(say(Self.money(sums[number])).italic())
          }
        }
        Row {
          Cell(say(words.total).bold(), columns: 2)
          Cell(say(Self.money(total)).bold())
        }
      }
      .carryingOver { carried in
        Row {
          Cell(Inline(words.carried), columns: 2)
          Cell(Inline(Self.money(NSDecimalNumber(decimal: carried.total).intValue)))
        }
      }
      Heading(say(words.total), level: 2).numbered(false)
      let heads = [words.chapter, words.amount].map(say)
      let lines = sums.enumerated().map {
        (say("\(words.chapter) \($0.offset + 1)"), say(Self.money($0.element)))
      }
      Table(lines) {
        TableColumn(heads[0], .flexible()) { $0.0 }
        TableColumn(heads[1], .automatic.aligned(.decimal)) { $0.1 }
      } foot: {
        Row([say(words.total), say(Self.money(total))])
      }
    }
    .footer { Paragraph("\($0.number) / \($0.count)").aligned(.right) }
  }

  // MARK: - Two languages

  /// In the language beside English, paragraph by paragraph; of English itself beside Arabic.
  func bilingual() -> LayoutDocument {
    let words = words
    let other = words.language == "en" ? SampleWords.arabic : SampleWords.english
    func beside(_ text: String, _ same: String) -> Row {
      Row([say(text), say(same).language(other.language)])
    }
    return LayoutDocument(title: words.greeting, language: words.language, style: style) {
      Heading(say(words.title)).numbered(false)
      Table([.flexible(), .flexible()]) {
        Row([say(words.language), say(other.language)]).asHeader()
        beside(words.from, other.from)
        beside(words.to, other.to)
        beside(words.date, other.date)
        for line in 0..<24 {
          beside(
            words.sentences[line % words.sentences.count], other.sentences[line % other.sentences.count])
        }
      }
      Paragraph(say(words.closing))
      Paragraph(say(words.pay + " ") + mark + say(words.code))
    }
  }

  /// A picture among letters.
  var mark: Inline {
    .picture(
      Picture(
        Appearance(items: [
          Appearance.Item(
            path: .circle(around: PagePoint(x: 5, y: 5), radius: 4), fill: Color(hex: 0x2E8B57))
        ]),
        size: PageSize(width: 10, height: 10), alternative: .text(words.colors[1])))
  }

  // MARK: - Thesis

  func thesis() -> LayoutDocument {
    let words = words
    return LayoutDocument(title: words.contents, language: words.language, style: style) {
      Paragraph(say(words.contents)).styled { $0.font.isBold = true }
      TableOfContents()
      for chapter in 1...4 {
        PageBreak()
        Heading(say("\(words.chapter) \(chapter)"), name: "chapter-\(chapter)")
        Paragraph(say(sentences(chapter, 6)) + (chapter == 2 ? longNote : note("\(words.note) \(chapter)")))
          .aligned(.justified)
        for section in 1...3 {
          Heading(say("\(words.section) \(section)"), level: 2)
          Paragraph(
            say(sentences(section, 5) + " ") + mark + say(" " + sentences(section + 1, 5))
              + Inline(" (") + .page(of: "chapter-\(chapter % 4 + 1)") + ")"
          ).aligned(.justified)
          BulletList {
            ListItem(say(sentences(section, 1)))
            ListItem(say(sentences(section + 1, 1)))
          }
          figure(chapter, "\(section)")
          Quote { Paragraph(say(sentences(section + 2, 2))) }
          CodeBlock("let answer = \(chapter * section)")
        }
        Table([.automatic, .flexible(), .flexible()], caption: say("\(words.table) \(chapter)")) {
          Row([words.chapter, words.item, words.remarks].map(say)).asHeader()
          Row {
            Cell(say("\(words.chapter) \(chapter)"), rows: 2)
            Cell(say(words.from))
            Cell(say(sentences(chapter, 2)))
          }
          Row {
            Cell(say(words.to))
            Cell(say(sentences(chapter + 2, 3)))
          }
        }
      }
    }
    .header { Paragraph("\($0.heading())") }
    .footer { Paragraph("\($0.number)").aligned(.center) }
  }

  /// Longer than a page.
  private var longNote: Inline {
    let text = (0..<60).map { _ in sentences(0, 6) }.joined(separator: words.language == "zh" ? "" : " ")
    return note(text)
  }

  // MARK: - Certificate

  func certificate() -> LayoutDocument {
    let words = words
    let size = PageSize(width: PageSize.a4.height, height: PageSize.a4.width)
    let border = Appearance(items: [
      Appearance.Item(
        path: .rectangle(PageRect(x: 0, y: 0, width: size.width, height: size.height)),
        fill: Color(hex: 0xFBF7EC)),
      Appearance.Item(
        path: .rectangle(PageRect(x: 24, y: 24, width: size.width - 48, height: size.height - 48)),
        pen: Appearance.Pen(color: Color(hex: 0x8A6D1F), width: 3)),
    ])
    return LayoutDocument(
      title: words.signature, language: words.language, style: style, page: PageStyle(size, margins: 72)
    ) {
      Spacer(40)
      Heading(say(words.form)).numbered(false)
      Paragraph(say(words.name)).styled { ($0.font.size, $0.alignment) = (30, .center) }
      Rule(color: Color(hex: 0x8A6D1F))
      Paragraph(say(sentences(0, 2))).aligned(.center)
      Columns(2) {
        Paragraph(say(words.date))
        ColumnBreak()
        Paragraph(say(words.closing) + " " + mark).aligned(.right)
      }
    }
    .background { _ in border }
  }
}
