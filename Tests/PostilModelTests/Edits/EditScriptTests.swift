import Foundation
import PostilModel
import Testing

@Suite struct EditScriptTests {
  @Test(arguments: 1...200)
  func scriptsSurviveBeingWritten(seed: Int) throws {
    var random = RandomEdits(seed: seed)
    let script = EditScript(random.list { $0.step() })
    #expect(try EditScript(json: JSONEncoder().encode(script)) == script)
  }

  @Test func everyKindOfStep() throws {
    let script = try EditScript(
      json: Data(
        #"""
        {"edits": [
          {"edit": "erase", "page": 1, "along": [[1, 2], [3, 4]], "width": 12},
          {"edit": "clear", "page": 2}, "undo", {"edit": "redo"}, {"edit": "undo"}, "redo",
          {"edit": "group", "name": "Both", "edits": [{"edit": "removeAnnotation", "page": 3, "id": "x"}]},
          {"edit": "group", "edits": []}
        ]}
        """#.utf8))
    let page = PageID(number: 1)
    #expect(
      script.steps == [
        .erase(page: page, along: [PagePoint(x: 1, y: 2), PagePoint(x: 3, y: 4)], width: 12),
        .clear(page: PageID(number: 2)), .undo, .redo, .undo, .redo,
        .group(
          name: "Both", [.edit(.removeAnnotation(AnnotationID(rawValue: "x"), page: PageID(number: 3)))]),
        .group(name: nil, []),
      ])
  }

  @Test func anEmptyListIsAScript() throws {
    #expect(try EditScript(json: Data("[]".utf8)).steps.isEmpty)
    #expect(try EditScript(json: Data("\u{FEFF}{\"edits\": []}\n".utf8)).steps.isEmpty)
  }

  private static let annotation = #"{"edit":"addAnnotation","page":1,"annotation":"#

  @Test(arguments: [
    ("", "The script is empty"), (" \n", "The script is empty"),
    ("[", "line 1, column 2: a value is missing before the end"),
    ("[\n  {\"edit\": \"clear\" \"page\": 1}\n]", "line 2, column 20: a comma or } is missing before '\"'"),
    ("[\"é\" x]", "line 1, column 6: a comma or ] is missing before 'x'"),
    ("[1,]", "line 1, column 4: a value is missing before ']'"),
    ("[] []", "line 1, column 4: nothing may follow"), ("{\"edits\": [], \"edits\": []}", "is given twice"),
    ("[NaN]", "a value is missing before 'N'"), ("[1e400]", "the number 1e400 is too large"),
    ("[01]", "01 is not a number"), ("[nul]", "neither true, false nor null"),
    ("[\"a\nb\"]", "line 1, column 4: a text must end on its line"), (#"["\x"]"#, "no such escape"),
    (#"["\"#, "no such escape"), ("\"abc", "the quote that ends the text is missing"),
    (String(repeating: "[", count: 100_000), "nested too deep"),
    ("3", "a list is needed here"), ("\"undo\"", "a list is needed here"),
    ("{\"steps\": []}", "a script has no key 'steps'; its keys are edits"),
    ("{}", "the key 'edits' is missing"),
    ("[\"undo\", 3]", "step 2: an object in braces is needed here"), ("[null]", "step 1: an object"),
    ("[\"unod\"]", "step 1: a step is an object"), ("[{}]", "step 1: the key 'edit' is missing"),
    (#"[{"edit":"ad"}]"#, "step 1, edit: there is no edit 'ad'; use one of addAnnotation"),
    (#"[{"edit":"clear","page":1.5}]"#, "step 1, page: a page is named by a whole number"),
    (#"[{"edit":"clear","page":"1"}]"#, "step 1, page: a number is needed here"),
    (#"[{"edit":"clear","page":1,"width":1}]"#, "step 1: clear has no key 'width'; its keys are edit, page"),
    (#"[{"edit":"erase","page":1,"along":[[1,2],[3]],"width":1}]"#, "step 1, along, item 2: a point has two"),
    (#"[{"edit":"erase","page":1,"along":[[1,2]],"width":0}]"#, "step 1, width: a width above 0"),
    (#"[{"edit":"rotatePages","pages":[1],"by":45}]"#, "step 1, by: pages turn by multiples of 90"),
    (#"[{"edit":"rotatePages","pages":[1],"by":-1e300}]"#, "step 1, by: a whole number"),
    (#"[{"edit":"movePages","pages":[1],"to":0}]"#, "step 1, to: places are numbered from 1"),
    (#"[{"edit":"movePages","pages":[1],"to":-9223372036854775808}]"#, "places are numbered from 1"),
    (#"["undo",{"edit":"group","edits":["undo"]}]"#, "step 2: undo and redo cannot stand in a group"),
    (
      #"["undo",{"edit":"group","edits":["#
        + annotation + #"{"kind":"rectangle","rect":[1,2,3]}}]}]"#,
      "step 2, step 1, annotation, rect: a rectangle has four numbers"
    ),
    ("[" + annotation + #"{"rect":[1,2,3,4]}}]"#, "step 1, annotation: the key 'kind' is missing"),
    (
      "[" + annotation + #"{"kind":"no-such-kind"}}]"#,
      "step 1, annotation, kind: there is no 'no-such-kind' here; use one of line"
    ),
    (
      "[" + annotation + #"{"kind":"line","from":[1,2],"to":[1,2],"colour":"FF0000"}}]"#,
      "step 1, annotation: an annotation of kind line has no key 'colour'"
    ),
    ("[" + annotation + #"{"kind":"ellipse","rect":[1,2,3,4],"from":[1,2]}}]"#, "no key 'from'"),
    ("[" + annotation + #"{"kind":"ink","opacity":50}}]"#, "opacity: a number from 0 to 1 is needed"),
    ("[" + annotation + #"{"kind":"ink","color":[255,0,0]}}]"#, "color: a color is six hexadecimal digits"),
    ("[" + annotation + #"{"kind":"ink","dash":[-1]}}]"#, "dash: dashes and gaps are lengths"),
    (
      "[" + annotation + #"{"kind":"ink","created":"yesterday"}}]"#, "created: a date is written like 2026-05"
    ),
    (
      "[" + annotation + #"{"kind":"ink","strokes":[{"points":[],"curve":"wavy"}]}}]"#,
      "curve: there is no 'wavy'"
    ),
    (
      "[" + annotation + #"{"kind":"ink","strokes":[{"pts":[]}]}}]"#,
      "strokes, item 1: a stroke has no key 'pts'"
    ),
    ("[" + annotation + #"{"kind":"ink","id":7}}]"#, "id: a text in quotes is needed"),
  ])
  func errorsSayWhere(script: String, expected: String) {
    let error = #expect(throws: PDFError.self) { try EditScript(json: Data(script.utf8)) }
    #expect(error?.code == .invalidScript)
    #expect(error?.message.contains(expected) == true, "\(error?.message ?? "no error")")
  }

  @Test(arguments: [[0xFF, 0xFE, 0x5B, 0x00], [0x5B, 0x22, 0xC3, 0x22, 0x5D]] as [[UInt8]])
  func otherEncodingsAreRefused(bytes: [UInt8]) {
    let error = #expect(throws: PDFError.self) { try EditScript(json: Data(bytes)) }
    #expect(error?.message.contains("UTF-8") == true)
  }
}
