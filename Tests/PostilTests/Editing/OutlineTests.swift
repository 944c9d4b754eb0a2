import Foundation
import Postil
import PostilModel
import PostilTestSupport
import Testing

/// Outlines of documents: read, edited, undone, and saved in both ways.
@Suite struct OutlineTests {
  /// A document of four pages with an outline of all kinds of targets, some in objects of their own, with keys that Postil does
  /// not know.
  private static func data(_ xref: PDFBuilder.Xref = .table) -> Data {
    var builder = PDFBuilder()
    builder.add(
      """
      <</Type/Catalog/Pages 2 0 R/Outlines 10 0 R/Names<</Dests<</Names[(here)[6 0 R/Fit]]>>>>\
      /Dests<</old[6 0 R/FitB]>>>>
      """, as: 1)
    builder.add("<</Type/Pages/Count 4/Kids[3 0 R 4 0 R 5 0 R 6 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    for page in 3...6 { builder.add("<</Type/Page/Parent 2 0 R/Contents 7 0 R>>", as: page) }
    builder.addStream("0.5 g 10 10 50 50 re f", as: 7)
    builder.add("<</Type/Outlines/First 11 0 R/Last 20 0 R/Count 9>>", as: 10)
    let targets = [
      "/Dest[3 0 R/XYZ 10 null 0]/C[1 0 0]/F 3/XXOwn(kept)", "/Dest[4 0 R/Fit]",
      "/A<</S/GoTo/D[4 0 R/FitH 150]>>",
      "/Dest[5 0 R/FitV 20]", "/Dest[5 0 R/FitR 1 2 100 90]", "/Dest(here)", "/Dest/old",
      "/A<</S/Launch/F(run.sh)>>", "/A<</S/URI/URI(https://example.org)>>", "/Dest[6 0 R/FitBV 7]",
    ]
    for (index, target) in targets.enumerated() {
      let number = 11 + index
      var links = "/Parent \(index == 1 ? 11 : 10) 0 R"
      if index == 0 { links += "/Next 13 0 R/First 12 0 R/Last 12 0 R/Count -1" }
      if index >= 2 { links += "/Prev \(index == 2 ? 11 : number - 1) 0 R" }
      if index >= 2, index < targets.count - 1 { links += "/Next \(number + 1) 0 R" }
      builder.add("<</Title(Item \(index + 1))\(links)\(target)>>", as: number)
    }
    return builder.data(xref)
  }

  private func lines(_ outline: Outline) -> [String] {
    outline.flattened.map { entry in
      let item = entry.item
      return String(repeating: ">", count: entry.level) + item.label + (item.isOpen ? " open" : "")
        + (item.target.map { " \($0)" } ?? "")
    }
  }

  @Test func allKindsOfTargetsAreRead() throws {
    let document = try PDFDocument(data: Self.data())
    let outline = try document.outline
    #expect(
      lines(outline) == [
        "Item 1 page 1", ">Item 2 page 2", "Item 3 page 2", "Item 4 page 3", "Item 5 page 3", "Item 6 'here'",
        "Item 7 'old'", "Item 8 Launch", "Item 9 https://example.org", "Item 10 page 4",
      ])
    #expect(outline.items[0].color == .red && outline.items[0].isBold && outline.items[0].isItalic)
    #expect(outline["10"]?.destination?.view == .contentHeight(left: 7))
    #expect(try document.destination(named: "here") == PageDestination(document.pageIDs[3], view: .page))
    #expect(try document.destination(named: "old") == PageDestination(document.pageIDs[3], view: .content))
    #expect(
      try outline.items.map {
        try document.destination(of: $0.target).flatMap { document.index(of: $0.page) }
      }
        == [0, 1, 2, 2, 3, 3, nil, nil, 3])
    let removed = document.pageIDs[3]
    try document.removePages([removed])
    #expect(
      try document.destination(of: .page(removed)) == nil && document.destination(of: .named("old")) == nil)
    try document.undo()
    #expect(try document.namedDestinations.map(\.name) == ["here", "old"])
    #expect(!document.hasUnsavedChanges)
  }

  /// Every edit, saved after each step of doing and of undoing: each time the file says what the document says, and qpdf finds
  /// nothing wrong.
  @Test(arguments: PDFBuilder.Xref.allCases, [SaveOptions.incremental(), .rewrite()])
  func editsAreSavedAndTakenBack(xref: PDFBuilder.Xref, options: SaveOptions) throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", Self.data(xref))
    let document = try PDFDocument.openAndWait(url)
    let pages = document.pageIDs
    let opened = try document.outline
    var expected = [opened]
    let edits: [() throws -> Void] = [
      {
        try document.addOutlineItem(OutlineItem("Ünder 2", target: .page(pages[2]), color: .blue), under: "2")
      },
      { try document.renameOutlineItem("1", to: "First") },
      { try document.indentOutlineItem("5") },
      { try document.outdentOutlineItem("2") },
      { try document.moveOutlineItem("8", under: "1", at: 0) },
      { try document.updateOutlineItem("1") { ($0.isOpen, $0.isBold, $0.target) = (true, false, nil) } },
      { try document.removeOutlineItem("4") },
      { try document.updateOutlineItem("8") { $0.target = .uri("https://example.com") } },
      { try document.removePages([pages[1]]) },
      { try document.removeOutlineItem("1") },
    ]
    func check() throws {
      let saved = try PDFDocument.openAndWait(url)
      let shown = try document.outline
      // Pages have other numbers in the file that was opened anew where some are gone.
      let numbers = Dictionary(uniqueKeysWithValues: zip(document.pageIDs, saved.pageIDs))
      let mapped = shown.flattened.map { entry in
        var item = entry.item
        if let place = item.destination { item.destination?.page = numbers[place.page] ?? place.page }
        return (item, entry.level)
      }
      let found = try saved.outline.flattened
      #expect(found.map(\.level) == mapped.map(\.1))
      for (entry, (item, _)) in zip(found, mapped) {
        #expect(entry.item.label == item.label && entry.item.target == item.target)
        #expect(entry.item.isOpen == item.isOpen && entry.item.color == item.color)
        #expect(entry.item.isBold == item.isBold && entry.item.isItalic == item.isItalic)
      }
      #expect(try Tool.qpdfCheck(url).status == 0)
    }
    for edit in edits {
      try edit()
      #expect(document.hasUnsavedChanges)
      expected.append(try document.outline)
      try document.saveAndWait(options)
      try check()
    }
    #expect(Set(expected.map(lines)).count == expected.count)
    while document.canUndo {
      expected.removeLast()
      try document.undo()
      #expect(try document.outline == expected.last)
      try document.saveAndWait(options)
      try check()
    }
    #expect(try document.outline == opened && expected.count == 1)
    let text = try Tool.run("qpdf", ["--qdf", "--object-streams=disable", url.path, "-"]).output
    #expect(text.contains("/XXOwn (kept)") && text.contains("run.sh"))
  }

  @Test func onlyWhatChangedIsWritten() throws {
    let folder = try TemporaryFolder()
    let data = Self.data()
    let url = try folder.file("a.pdf", data)
    let document = try PDFDocument.openAndWait(url)
    try document.renameOutlineItem("3", to: "Renamed")
    let report = try document.saveAndWait()
    #expect(report.objectsChanged == 2, "the item and the root of the outline")
    #expect(try Data(contentsOf: url).starts(with: data))
  }

  @Test func aNewDocumentGetsAnOutline() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "a.pdf")
    let document = try PDFDocument()
    let page = try document.insertBlankPage(width: 100, height: 100, at: 0)
    let chapter = try document.addOutlineItem(OutlineItem("Chapter", target: .page(page)))
    try document.addOutlineItem(OutlineItem("Section", target: .page(page)), under: chapter)
    #expect(document.undoName == "Add Outline Item")
    try document.saveAndWait(to: url)
    let saved = try PDFDocument.openAndWait(url)
    #expect(lines(try saved.outline) == ["Chapter open page 1", ">Section page 1"])
    try saved.setOutline(Outline())
    try saved.saveAndWait()
    #expect(try PDFDocument.openAndWait(url).outline.isEmpty)
    try saved.undo()
    try saved.saveAndWait()
    #expect(try PDFDocument.openAndWait(url).outline.count == 2)
  }

  @Test func aThousandItemsComeBackAsTheyWere() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", Self.data())
    let document = try PDFDocument.openAndWait(url)
    let views: [PageDestination.View] = [
      .position(left: 1, top: 2, zoom: 1.5), .position(), .page, .width(top: 9), .height(left: 8), .content,
      .rect(PageRect(x: 1, y: 2, width: 30, height: 40)), .contentWidth(top: 3), .contentHeight(left: 4),
    ]
    var numbers = SeededGenerator(seed: 7)
    var level = 0
    let flat = (0..<1000).map { index in
      level = index == 0 ? 0 : Int.random(in: 0...min(level + 1, 9), using: &numbers)
      let target = PageDestination(document.pageIDs[index % 4], view: views[index % views.count])
      return Outline.FlatItem(
        item: OutlineItem(
          "Nummer \(index) – ☃", target: .place(target), isOpen: Bool.random(using: &numbers),
          color: index % 5 == 0 ? Color(red: 0.25, green: 0.5, blue: 1) : nil, isBold: index % 3 == 0,
          isItalic: index % 7 == 0),
        level: level)
    }
    try document.setOutline(Outline(flat))
    let set = try document.outline.flattened
    try document.saveAndWait()
    let read = try PDFDocument.openAndWait(url).outline.flattened
    func values(_ all: [Outline.FlatItem]) -> [[String]] {
      all.map { entry in
        let item = entry.item
        return [
          "\(entry.level)", item.label, "\(item.isOpen)", "\(item.isBold)\(item.isItalic)",
          "\(item.color ?? .black)",
          "\(item.destination as Any)",
        ]
      }
    }
    #expect(values(read) == values(set) && read.count == 1000)
  }

  /// Loops, items that several lists lead to, counts that lie: read to an end, and repaired by the next edit.
  @Test(arguments: [
    "<</Title(a)/Parent 10 0 R/Next 11 0 R>>", "<</Title(a)/First 11 0 R/Last 11 0 R>>",
    "<</Title(a)/First 12 0 R/Next 12 0 R>>", "<</Title(a)/First 10 0 R>>", "<</Title 5/Next(no)/Count(x)>>",
    "<</Title(a)/Count 99999999999/Next<</Title(direct)/Parent 10 0 R>>>>",
  ])
  func damagedOutlinesAreReadToTheirEnd(first: String) throws {
    var builder = PDFBuilder(annotations: [])
    builder.add("<</Type/Catalog/Pages 2 0 R/Outlines 10 0 R>>", as: 1)
    builder.add("<</First 11 0 R/Last 11 0 R/Count -7>>", as: 10)
    builder.add(first, as: 11)
    builder.add("<</Title(b)/Next 11 0 R/First 12 0 R>>", as: 12)
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", builder.data())
    let document = try PDFDocument.openAndWait(url)
    let count = try document.outline.count
    #expect((1...2).contains(count))
    try document.addOutlineItem(OutlineItem("new", target: .page(document.pageIDs[0])))
    try document.saveAndWait()
    #expect(try PDFDocument.openAndWait(url).outline.count == count + 1)
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  @Test func anOutlineOfTooManyLevelsIsReadAndAMillionItemsAreNotChanged() throws {
    var builder = PDFBuilder(annotations: [])
    builder.add("<</Type/Catalog/Pages 2 0 R/Outlines<</First 10 0 R>>>>", as: 1)
    for index in 0..<1000 { builder.add("<</Title(\(index))/First \(index + 11) 0 R>>", as: 10 + index) }
    let deep = try PDFDocument(data: builder.data())
    #expect(try deep.outline.count == 1000)
    #expect(try deep.outline.flattened.map(\.level).max() == Outline.maximumDepth - 1)
    for index in 0...Outline.maximumCount { builder.add("<</Next \(index + 11) 0 R>>", as: 10 + index) }
    let wide = try PDFDocument(data: builder.data())
    #expect(try wide.outline.count == Outline.maximumCount)
    #expect(throws: PDFError.self) { try wide.removeOutlineItem("1") }
    #expect(!wide.hasUnsavedChanges)
  }

  @Test func targetsMustBePagesOfTheDocument() throws {
    let document = try PDFDocument(data: Self.data())
    let other = try PDFDocument()
    _ = try (0..<6).map { try other.insertBlankPage(width: 9, height: 9, at: $0) }
    #expect(throws: PDFError.self) {
      try document.addOutlineItem(OutlineItem("a", target: .page(other.pageIDs[5])))
    }
    #expect(throws: PDFError.self) { try document.removeOutlineItem("99") }
    #expect(!document.hasUnsavedChanges)
  }

  @Test func oneTransactionIsOneStep() throws {
    let document = try PDFDocument(data: Self.data())
    let before = try document.outline
    try document.edit("Sort") { edit in
      try edit.removeOutlineItem("3")
      try edit.addOutlineItem(OutlineItem("new"), under: "1")
      #expect(try edit.outline.count == 10 && document.outline.count == 10)
    }
    #expect(document.undoName == "Sort")
    #expect(try document.outline["3"] == nil)
    try document.undo()
    #expect(try document.outline == before)
    #expect(throws: PDFError.self) {
      try document.edit("Conflict") { edit in
        try edit.removeOutlineItem("3")
        try document.renameOutlineItem("1", to: "meanwhile")
      }
    }
  }
}
