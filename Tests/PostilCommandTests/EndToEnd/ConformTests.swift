import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct ConformTests {
  @Test func whatADocumentBreaksIsListed() async throws {
    let tool = try Workbench()
    var document = ConformingDocument(archive: 2)
    document.profile = nil
    _ = try tool.folder.file("in.pdf", document.data)
    let result = await tool.run("conform", "@in.pdf")
    #expect(result.status == 8)
    #expect(
      result.output.contains(
        "PDF/A-2b 6.2.4.3 (page 1): Colors of a device have an output intent of the same kind. There are colors of DeviceRGB.\n"
      ))
    #expect(result.errors.contains("It says that it is PDF/A-2b, and breaks 1 rule."))
    let printed = await tool.run("conform", "@in.pdf", "--json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? [String: Any])
    #expect(json["claims"] as? [String] == ["PDF/A-2b"])
    let findings = try #require(json["findings"] as? [[String: Any]])
    #expect(
      findings.count == 2 && findings[0]["clause"] as? String == "6.2.4.3" && findings[0]["page"] as? Int == 1
    )
    #expect((json["checked"] as? [Any])?.isEmpty == false)
  }

  @Test func whatWasCheckedIsSaid() async throws {
    let tool = try Workbench()
    _ = try tool.folder.file("in.pdf", ConformingDocument().data)
    let result = await tool.run("conform", "@in.pdf", "--rules")
    #expect(result.status == 0 && result.output.hasPrefix("It says that it is PDF/A-2b and PDF/UA-1.\n"))
    #expect(result.output.contains("were checked, which are not all of the standard. Nothing was found."))
    #expect(result.output.contains("  PDF/UA-1 7.18.3: "))
    _ = try tool.folder.file("plain.pdf", TextDocument([[.init(72, 700, "text")]]).data)
    let plain = await tool.run("conform", "@plain.pdf")
    #expect(plain.status == 0 && plain.output == "It does not say that it is PDF/A or PDF/UA.\n")
  }

  @Test func commandsWarnOfWhatTheyBreak() async throws {
    let tool = try Workbench()
    _ = try tool.folder.file("in.pdf", ConformingDocument(archive: 1).data)
    let result = await tool.run("attach", "@in.pdf", "--file", "@in.pdf", "-o", "@out.pdf")
    #expect(result.status == 0)
    #expect(result.errors.contains("the document says that it is PDF/A-1b, and breaks 6.1.11 now: "))
  }
}
