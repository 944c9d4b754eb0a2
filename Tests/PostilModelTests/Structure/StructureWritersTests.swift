import Testing

@testable import PostilModel

/// Structures as Markdown and HTML.
@Suite struct StructureWritersTests {
  private let page = PageID(number: 1)

  private func content(_ text: String) -> StructureElement.Kid { .content(StructureContent(text, on: page)) }

  private func markdown(_ elements: StructureElement...) -> String { DocumentStructure(elements).markdown }

  @Test(arguments: [
    ("a*b_c_ [x] `y` <z> \\", "a\\*b_c\\_ \\[x\\] \\`y\\` \\<z> \\\\"), ("# no heading", "\\# no heading"),
    ("- no item", "\\- no item"), ("12) no item", "12\\) no item"), ("snake_case", "snake_case"),
    ("two\nlines", "two lines"), ("用于\n测试，\n换行", "用于测试，换行"), ("ไทย\nภาษา", "ไทยภาษา"), ("한국\n어", "한국 어"),
    ("soft\u{AD}\nware", "software"),
  ]) func textMeansNothingElse(_ text: String, _ expected: String) {
    #expect(markdown(StructureElement("P", kids: [content(text)])) == expected + "\n")
  }

  /// As browsers tag what stands within lines.
  @Test func whatMeansNothingStandsWhereItsPartsDo() {
    func run(_ text: String) -> StructureElement.Kid {
      .element(StructureElement("NonStruct", kids: [content(text)]))
    }
    let item = StructureElement(
      "LI",
      kids: [
        .element(StructureElement("Lbl", kids: [content("•")])),
        .element(StructureElement("LBody", kids: [content("The "), run("bold"), run("item")])),
      ])
    let list = StructureElement("L", kids: [.element(item)])
    #expect(markdown(list) == "- The bold item\n")
    #expect(DocumentStructure([list]).html().contains("<li>The bold item</li>"))
    let group = StructureElement(
      "NonStruct",
      kids: [
        .element(StructureElement("P", kids: [content("one")])),
        .element(StructureElement("P", kids: [content("two")])),
      ])
    #expect(markdown(group) == "one\n\ntwo\n" && group.text == "one\ntwo")
  }

  @Test func notesStandBehindTheirParagraphs() {
    func paragraph(_ text: String, bottom: Double) -> StructureElement {
      let bounds = PageRect(x: 50, y: bottom, width: 200, height: 20)
      return StructureElement("P", kids: [.content(StructureContent(text, on: page, bounds: bounds))])
    }
    func note(
      _ subtype: String, bottom: Double, marked: String? = nil, _ text: String?, by author: String? = nil
    ) -> StructureNote {
      StructureNote(
        on: page, number: 7, subtype: subtype, author: author, markedText: marked, text: text,
        bounds: PageRect(x: 60, y: bottom, width: 9, height: 9))
    }
    let structure = DocumentStructure([
      StructureElement(
        "Sect", kids: [.element(paragraph("one", bottom: 100)), .element(paragraph("two", bottom: 50))])
    ])
    let notes = [
      note("Highlight", bottom: 55, marked: "tw\no", nil, by: "A*n"),
      note("Text", bottom: 105, "Check\nthis"),
      note("StrikeOut", bottom: 56, marked: "w", "Why?"), note("Ink", bottom: 300, "beside"),
    ]
    #expect(
      structure.markdown(with: notes) == """
        one

        > *Note:* Check this

        two

        > *Highlight, A\\*n:* “tw o”

        > *Struck out:* “w” – Why?

        > *Page 7, Ink:* beside

        """)
    #expect(structure.markdown(with: []) == structure.markdown)
    #expect(DocumentStructure().markdown(with: [note("Text", bottom: 1, "a")]) == "> *Page 7, Note:* a\n")
  }

  @Test func groupsAreGoneThrough() {
    let inner = StructureElement("P", kids: [content("one")])
    let section = StructureElement(
      "Sect", kids: [.element(StructureElement("H2", kids: [content("Head")])), .element(inner)])
    #expect(markdown(StructureElement("Document", kids: [.element(section)])) == "## Head\n\none\n")
    // A paragraph with a list in it, and a type of the document's own.
    let list = StructureElement(
      "L",
      kids: [
        .element(
          StructureElement(
            "LI",
            kids: [
              .element(StructureElement("Lbl", kids: [content("a.")])),
              .element(StructureElement("LBody", kids: [content("item")])),
            ]))
      ])
    #expect(
      markdown(StructureElement("Own", kids: [content("before"), .element(list), content("after")]))
        == "before\n\n- a. item\n\nafter\n")
  }

  @Test func figuresAreNamedByTheirDescription() {
    var figure = StructureElement(
      "Figure", kids: [.element(StructureElement("Caption", kids: [content("Fig. 1")]))])
    figure.alternateText = "A \"cat\""
    #expect(markdown(figure) == "![A \"cat\"]()\n\nFig. 1\n")
    #expect(
      DocumentStructure([figure]).html().contains(
        "<figure><img src=\"\" alt=\"A &quot;cat&quot;\"><figcaption>Fig. 1</figcaption></figure>"))
  }

  @Test func replacementTextStandsForWhatIsInIt() {
    var element = StructureElement("Span", kids: [content("fi")])
    element.actualText = "whole"
    #expect(markdown(StructureElement("P", kids: [.element(element), content("word")])) == "whole word\n")
  }

  @Test func quotationsAndCodeStandApart() {
    let quotation = StructureElement(
      "BlockQuote",
      kids: [
        .element(StructureElement("P", kids: [content("said")])),
        .element(StructureElement("P", kids: [content("more")])),
      ])
    #expect(markdown(quotation) == "> said\n>\n> more\n")
    #expect(markdown(StructureElement("Code", kids: [content("a ```\nb")])) == "````\na ```\nb\n````\n")
  }

  @Test func htmlSaysLanguages() {
    var paragraph = StructureElement("P", kids: [content("<Bonjour> & \"so\"")])
    paragraph.language = "fr"
    let html = DocumentStructure([paragraph], language: "en").html(title: "A <title>")
    #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">\n"))
    #expect(html.contains("<title>A &lt;title&gt;</title>"))
    #expect(html.contains("<p lang=\"fr\">&lt;Bonjour&gt; &amp; \"so\"</p>"))
  }
}
