import Foundation
import PostilTestSupport
import Testing

/// Remedies that are on, and the pictures that are drawn with them.
struct RemediesTests {
  @Test func everyRemedyIsOn() throws {
    let (report, _) = try DrawingTool.draw(RemedyPage.text.file, remedies: "all")
    // Other versions of the libraries than those in the table are left as they are.
    let isTried = !report.off.values.contains { $0.contains("not tried") || $0.contains("not in the table") }
    #expect(report.on == (isTried ? DrawingTool.remedies : []), "\(report.off)")
  }

  @Test(arguments: DrawingTool.remedies)
  func eachIsSwitchedOnAlone(_ remedy: String) throws {
    let (report, _) = try DrawingTool.draw(RemedyPage.text.file, remedies: remedy, options: ["--untried"])
    #expect(report.on == (remedy == "icc-lines" ? [] : [remedy]))
    #expect(report.off.count == DrawingTool.remedies.count - report.on.count)
    if remedy == "icc-lines" { #expect(report.off[remedy] == "a remedy that it needs is off") }
  }

  @Test func nothingIsReplacedWithoutRemedies() throws {
    let (report, _) = try DrawingTool.draw(RemedyPage.images.file, remedies: "none")
    #expect(report.on.isEmpty)
    #expect(report.uses.values.allSatisfy { $0 == 0 })
  }

  @Test(arguments: RemedyPage.all, [[], ["--recorded"]])
  func picturesStayTheSame(_ page: RemedyPage, _ options: [String]) throws {
    let (stock, expected) = try DrawingTool.draw(page.file, remedies: "none", options: options)
    let (report, picture) = try DrawingTool.draw(page.file, remedies: "all", options: options)
    #expect(stock.on.isEmpty)
    #expect(!expected.isBlank)
    let difference = picture.difference(from: expected)
    if let limit = page.limit {
      #expect(difference.largest <= limit)
    } else {
      #expect(difference.countOver16 <= expected.width * expected.height / 5000)
    }
    for (remedy, count) in page.uses where report.on.contains(remedy) {
      #expect(report.uses[remedy, default: 0] >= count, "\(remedy)")
    }
  }

  @Test func textIsLaidOutOnRequest() throws {
    let page = RemedyPage.text.file
    let stock = try DrawingTool.draw(page, remedies: "none", options: ["--text"]).0.characters ?? 0
    #expect(stock > 500)
    let (without, _) = try DrawingTool.draw(page, remedies: "text-layout", options: ["--text"])
    if without.on.contains("text-layout") { #expect(without.characters == 0) }
    let (with, _) = try DrawingTool.draw(
      page, remedies: "text-layout", options: ["--text", "--lay-out-text"])
    #expect(with.characters == stock)
  }

  // MARK: - Libraries that are not as they are known

  @Test func aFunctionThatIsAnotherIsLeftAlone() throws {
    let options = ["--untried", "--plant", "entry"]
    let (report, _) = try DrawingTool.draw(
      RemedyPage.text.file, remedies: "radial-shadings", options: options)
    #expect(report.on.isEmpty)
    #expect(
      report.off["radial-shadings"] == "the library calls another function than it is known to")
    // The others call nothing of it.
    let (others, _) = try DrawingTool.draw(RemedyPage.text.file, remedies: "all", options: options)
    #expect(others.on == DrawingTool.remedies.filter { $0 != "radial-shadings" })
  }

  @Test func virtualFunctionsInOtherPlacesAreLeftAlone() throws {
    let (report, _) = try DrawingTool.draw(
      RemedyPage.text.file, remedies: "flate", options: ["--untried", "--plant", "slots"])
    #expect(report.on.isEmpty)
    #expect(report.off["flate"] == "libpoppler's streams have their functions in other places")
  }

  /// Libraries without remedies draw the small page as well: what it must look like follows from PDF.
  @Test(arguments: ["none", "all"]) func aSmallPageComesOutRight(_ remedies: String) throws {
    let (report, _) = try DrawingTool.draw(
      RemedyPage.text.file, remedies: remedies, options: ["--untried", "--checked"])
    #expect(report.wasRight && report.isRight)
    guard remedies == "all" else { return }
    // It takes the ways that the remedies change.
    for remedy in DrawingTool.remedies { #expect(report.uses[remedy, default: 0] > 0, "\(remedy)") }
    #expect(report.on == DrawingTool.remedies, "\(report.off)")
  }

  @Test func aRemedyThatDoesNothingIsTakenOutAlone() throws {
    let page = RemedyPage.compressedStreams.file
    let expected = try DrawingTool.draw(page, remedies: "none").1
    let (report, picture) = try DrawingTool.draw(
      page, remedies: "all", options: ["--untried", "--plant", "source", "--checked"])
    #expect(report.on == DrawingTool.remedies.filter { $0 != "flate" })
    #expect(report.off["flate"] == "it did nothing at a small page")
    #expect(picture.difference(from: expected).largest == 0)
  }

  /// Also those with which a page crashes, as where a library has its data in other places, or does not come to an end.
  @Test(arguments: [
    ("entry", "a small page comes out wrong"), ("crash", "drawing a small page crashes"),
    ("loop", "drawing a small page crashes"),
  ])
  func remediesThatDrawWrongAreTakenOut(_ fault: String, _ reason: String) throws {
    let options = ["--untried", "--plant", fault, "--plant-late", "--checked"]
    let expected = try DrawingTool.draw(RemedyPage.images.file, remedies: "none").1
    let (report, picture) = try DrawingTool.draw(
      RemedyPage.images.file, remedies: "icc,icc-lines,images,text-layout,flate,soft-masks", options: options)
    #expect(!report.wasRight && report.isRight)
    #expect(report.on.isEmpty)
    #expect(report.off["flate"] == reason)
    #expect(picture.difference(from: expected).largest == 0)
  }
}
