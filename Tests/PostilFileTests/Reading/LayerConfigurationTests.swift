import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

@Suite struct LayerConfigurationTests {
  private func store(_ document: LayeredDocument) throws -> FileStore {
    try FileStore(.data(document.data), password: nil, options: OpenOptions())
  }

  /// The places of the layers that are hidden.
  private func hidden(_ document: LayeredDocument, _ conditions: LayerConditions = LayerConditions()) throws
    -> [Int]
  {
    try LayerConfiguration(store(document).openedGraph).hidden(conditions)
      .map { $0.number - LayeredDocument.firstLayer }.sorted()
  }

  private static func id(_ place: Int) -> LayerID { LayerID(rawValue: LayeredDocument.firstLayer + place) }

  // MARK: - States

  @Test(arguments: [
    ("/OFF[11 0 R]", [1]), ("/BaseState/OFF", [0, 1, 2]), ("/BaseState/OFF/ON[10 0 R 12 0 R]", [1]),
    ("/BaseState/Unchanged/OFF[12 0 R]", [2]), ("/OFF[99 0 R (x) null 10 0 R 10 0 R]", [0]),
    ("/OFF 5/BaseState(x)", []),
  ])
  func statesAreAsTheConfigurationSays(configuration: String, expected: [Int]) throws {
    #expect(try hidden(LayeredDocument(["A", "B", "C"], configuration: configuration)) == expected)
  }

  @Test func whatIsSwitchedCountsAndGroupsShowOneLayer() throws {
    var document = LayeredDocument(
      ["A", "B", "C", "D"], configuration: "/OFF[11 0 R 12 0 R]/RBGroups[[10 0 R 11 0 R][11 0 R 12 0 R]]")
    document.layers[3] += "/Intent/Design"
    let store = try store(document)
    let layers = try store.layers(in: store.saved)
    #expect(layers.map(\.exclusiveGroups) == [[0], [0, 1], [1], []])
    var visibility = LayerVisibility()
    visibility.set(Self.id(1), isShown: true, among: layers)
    #expect(visibility.states == [Self.id(0): false, Self.id(1): true, Self.id(2): false])
    #expect(try hidden(document, LayerConditions(visibility)) == [0, 2])
    // Hiding the only one that is shown shows no other.
    visibility.set(Self.id(1), isShown: false, among: layers)
    #expect(try hidden(document, LayerConditions(visibility)) == [0, 1, 2])
    #expect(try hidden(document, LayerConditions(LayerVisibility([LayerID(rawValue: 4): false]))) == [1, 2])
  }

  /// A layer that is not for looking at is no reason to hide anything.
  @Test(arguments: [
    ("/Intent/Design", [Int]()), ("/Intent[/View/Design]", [0]), ("", [0]), ("/Intent/All", [0]),
  ])
  func layersOfOtherIntentsAreNotHidden(entries: String, expected: [Int]) throws {
    var document = LayeredDocument(["A"], configuration: "/OFF[10 0 R]")
    document.layers[0] += entries
    #expect(try hidden(document) == expected)
  }

  // MARK: - Usage

  /// One that is only printed, one that is only on screens, one that is not exported, one of which nothing is heeded.
  private var used: LayeredDocument {
    var document = LayeredDocument(["print", "screen", "export", "free"])
    document.layers[0] += "/Usage<</View<</ViewState/OFF>>/Print<</PrintState/ON>>>>"
    document.layers[1] += "/Usage<</View<</ViewState/ON>>/Print<</PrintState/OFF>>>>"
    document.layers[2] += "/Usage<</Export<</ExportState/OFF>>>>"
    document.layers[3] += "/Usage<</View<</ViewState/OFF>>/Print<</PrintState/OFF>>>>"
    document.configuration =
      "/OFF[11 0 R]/AS[<</Event/View/Category[/View]/OCGs[10 0 R 11 0 R 12 0 R]>>"
      + "<</Event/Print/Category[/Print]/OCGs[10 0 R 11 0 R]>><</Event/Export/Category[/Export]/OCGs[12 0 R]>>"
      + "<</Event/Nothing/Category[/View]/OCGs[13 0 R]>>(x)]"
    return document
  }

  @Test func pagesAreDrawnForSomething() throws {
    #expect(try hidden(used) == [0])
    #expect(try hidden(used, LayerConditions(purpose: .print)) == [1])
    #expect(try hidden(used, LayerConditions(purpose: .export)) == [0, 2])
    // What somebody switched is seen, and printed unless the file says otherwise.
    let switched = LayerVisibility([Self.id(0): true, Self.id(1): false, Self.id(3): false])
    #expect(try hidden(used, LayerConditions(switched)) == [1, 3])
    #expect(try hidden(used, LayerConditions(switched, purpose: .print)) == [1, 3])
    let store = try store(used)
    let usages = try store.layers(in: store.saved).map(\.usage)
    #expect(usages.map(\.isShownOnScreen) == [false, true, nil, nil])
    #expect(usages.map(\.isPrinted) == [true, false, nil, nil])
    #expect(usages.map(\.isExported) == [nil, nil, false, nil])
  }

  @Test func layersComeAndGoWithTheZoom() throws {
    var document = LayeredDocument(["far", "near", "always"])
    document.layers[0] += "/Usage<</Zoom<</max 1.5>>>>"
    document.layers[1] += "/Usage<</Zoom<</min 1.5/max 4>>>>"
    document.layers[2] += "/Usage<</Zoom<</min 9/max 2>>>>"
    document.configuration = "/OFF[11 0 R]/AS[<</Event/View/Category[/Zoom]/OCGs[10 0 R 11 0 R 12 0 R]>>]"
    for (zoom, expected) in [(0.1, [1]), (1.49, [1]), (1.5, [0]), (3.99, [0]), (4, [0, 1]), (1e9, [0, 1])] {
      #expect(try hidden(document, LayerConditions(zoom: zoom)) == expected, "\(zoom)")
    }
    // Without a zoom they are as their state says.
    #expect(try hidden(document) == [1])
    let layers = try store(document).layers(of: .opened(0), LayerConditions(), given: nil)
    #expect([0, 1.49, 1.5, 3, 4, .infinity].map { layers.band(at: $0) } == [0, 0, 1, 1, 2, 2])
    #expect((0..<layers.bandCount).map { layers.isAsInFile(inBand: $0) } == [true, false, false])
  }

  @Test(arguments: [
    ("en-GB", [1, 2]), ("EN_gb", [1, 2]), ("en-US", [0, 2]), ("de", [0, 1, 2]), ("ru-RU", [0, 1]),
    ("ru", [0, 1, 2]),
  ])
  func layersAreForLanguages(language: String, expected: [Int]) throws {
    var document = LayeredDocument(["British", "English", "Russian", "all"])
    document.layers[0] += "/Usage<</Language<</Lang(en-GB)>>>>"
    document.layers[1] += "/Usage<</Language<</Lang(en)/Preferred/ON>>>>"
    document.layers[2] += "/Usage<</Language<</Lang<FEFF00720075002D00520055>>>>>"
    document.configuration = "/AS[<</Event/View/Category[/Language]/OCGs[10 0 R 11 0 R 12 0 R 13 0 R]>>]"
    #expect(try hidden(document, LayerConditions(language: language)) == expected)
    #expect(try hidden(document) == [])
  }

  // MARK: - Memberships

  /// The first layer is hidden, the second is not.
  @Test(arguments: [
    ("/OCGs 10 0 R", true), ("/OCGs 11 0 R", false), ("/OCGs[10 0 R 11 0 R]", false),
    ("/OCGs[10 0 R 11 0 R]/P/AllOn", true),
    ("/OCGs[10 0 R 11 0 R]/P/AnyOff", false), ("/OCGs[11 0 R]/P/AnyOff", true),
    ("/OCGs[10 0 R 11 0 R]/P/AllOff", true),
    ("/OCGs[10 0 R]/P/AllOff", false), ("/OCGs 1000 0 R/P/AllOn", true), ("/OCGs[]", false),
    ("/OCGs[null]/P/AllOff", false),
    ("/VE[/Not 10 0 R]", false), ("/VE[/Not 11 0 R]", true), ("/VE[/And 10 0 R 11 0 R]", true),
    ("/VE[/Or 10 0 R 11 0 R]", false),
    ("/VE[/And[/Not 10 0 R][/Or 11 0 R 10 0 R]]/OCGs 10 0 R", false), ("/VE 1001 0 R", false),
    ("/VE[/Nor 10 0 R]", false),
    ("/VE[]", false), ("/VE(x)/OCGs 10 0 R", true),
  ])
  func membershipsHide(entries: String, expected: Bool) throws {
    var document = LayeredDocument(["A", "B"], configuration: "/OFF[10 0 R]")
    document.objects = [
      1000: "[10 0 R 11 0 R]", 1001: "[/And 1001 0 R 1001 0 R 1001 0 R]", 1002: "<</Type/OCMD\(entries)>>",
    ]
    let graph = try store(document).openedGraph
    let layers = HiddenLayers(graph)
    for _ in 0..<2 {
      #expect(layers.hide(.reference(ObjectID(number: 1002))) == expected)
      #expect(layers.hide(graph.object(ObjectID(number: 1002))) == expected)
    }
  }

  // MARK: - Files that lie

  @Test func ordersAndGroupsWithoutEndAreRead() throws {
    var document = LayeredDocument(["A", "B"])
    document.objects = [
      1000: "[10 0 R 1000 0 R 1000 0 R [1000 0 R]]",
      1001: "[11 0 R \(String(repeating: "11 0 R ", count: 2000))]",
    ]
    document.configuration =
      "/Order 1000 0 R/RBGroups[\(String(repeating: "1001 0 R ", count: 2000))]"
      + "/AS[\(String(repeating: "<</Event/View/Category/View/OCGs 1001 0 R>>", count: 2000))]"
    let store = try store(document)
    let layers = try store.layers(in: store.saved)
    #expect(layers.map(\.name) == ["A", "B"])
    #expect(layers[1].exclusiveGroups.count < 2000)
  }

  @Test func thousandsOfLayersAreRead() throws {
    let names = (0..<5000).map { "Layer \($0)" }
    let places = (0..<5000).map { "\(10 + $0) 0 R" }.joined(separator: " ")
    var document = LayeredDocument(names, configuration: "/BaseState/OFF/Order[\(places)]")
    document.objects = [9000: "[]"]
    let store = try store(document)
    let layers = try store.layers(in: store.saved)
    #expect(layers.count == 5000 && layers.allSatisfy { !$0.isShown && $0.isListed })
    #expect(layers[4999].name == "Layer 4999")
  }

  @Test func namesMayBeOfAnyScript() throws {
    var document = LayeredDocument([])
    document.layers = ["/Name<FEFF0421043B043E0439>", "/Name<EFBBBFC3A9>", "/Name(\\344)"]
    let store = try store(document)
    #expect(try store.layers(in: store.saved).map(\.name) == ["Слой", "é", "ä"])
  }
}
