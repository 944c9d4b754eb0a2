import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct SignTests {
  private static let keys = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "PostilSignaturesTests/Keys")

  /// A key for tests.
  static func key(_ name: String) throws -> Data { try Data(contentsOf: keys.appending(path: name)) }

  private func key(_ name: String) -> String { Self.keys.appending(path: name).path }

  init() { setenv(SignCommand.passwordVariable, "postil", 1) }

  @Test func signsAndVerifies() async throws {
    let bench = try Workbench()
    try bench.makeDocument()
    let signed = await bench.run(
      "sign", "@in.pdf", "--key", key("rsa.p12"), "--page", "2", "--rect", "10,10,90,30", "--reason",
      "Agreed",
      "--certify", "annotations", "-o", "@a.pdf")
    #expect(signed.status == 0, "\(signed.errors)")
    #expect(signed.output.contains("signed by Rosa Signer"))
    let again = await bench.run("sign", "@a.pdf", "--key", key("ec.p12"), "--in-place", "--json")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try again.json()["signer"] as? String == "Emil Curve")
    let verified = await bench.run("signatures", "@a.pdf", "--trust", key("root.pem"))
    #expect(verified.status == 0, "\(verified.errors)")
    #expect(verified.output.contains("valid, and the signer is trusted"))
    #expect(verified.output.contains("later changes permitted: forms and annotations"))
    let list = try #require(
      await bench.run("signatures", "@a.pdf", "--json").json()["signatures"] as? [[String: Any]])
    #expect(list.map { $0["field"] as? String } == ["Signature1", "Signature2"])
    #expect(list.map { $0["valid"] as? Bool } == [true, true])
    #expect(list[0]["laterChanges"] as? [String] == ["signatures"])
    #expect(list[0]["permittedChanges"] as? String == "annotations")
  }

  @Test func aSignatureThatDoesNotHoldIsAFailure() async throws {
    let bench = try Workbench()
    try bench.makeDocument()
    _ = await bench.run("sign", "@in.pdf", "--key", key("self.p12"), "-o", "@a.pdf")
    #expect(await bench.run("signatures", "@a.pdf").status == 0)
    let untrusted = await bench.run("signatures", "@a.pdf", "--trust", key("root.pem"))
    #expect(untrusted.status == 7 && untrusted.output.contains("NOT TRUSTED"))
    let unproven = await bench.run("signatures", "@a.pdf", "--trust", key("root.pem"), "--json")
    #expect(unproven.status == 7 && unproven.errors.contains("unprovenSignature"))
    var data = try bench.data("a.pdf")
    let box = try #require(data.range(of: Data("/MediaBox".utf8)))
    data.replaceSubrange(box, with: Data("/MediaBoy".utf8))
    try data.write(to: bench.folder.url.appendingPathComponent("b.pdf"))
    let broken = await bench.run("signatures", "@b.pdf")
    #expect(broken.status == 6 && broken.output.contains("INVALID") && broken.output.contains("CHANGED"))
    // Scripts tell it from a file that cannot be read.
    let cut = bench.folder.url.appendingPathComponent("c.pdf")
    try Data("no PDF".utf8).write(to: cut)
    #expect(await bench.run("signatures", "@c.pdf").status == 4)
  }

  @Test func aRewriteNamesTheOptionsThatItTakes() async throws {
    let bench = try Workbench()
    try bench.makeDocument()
    _ = await bench.run("sign", "@in.pdf", "--key", key("self.p12"), "-o", "@a.pdf")
    let rotate = ["rotate", "@a.pdf", "--pages", "1", "--by", "90", "-o", "@b.pdf"]
    let refused = await bench.run(rotate + ["--linearize"])
    #expect(refused.status == 1, "\(refused.errors)")
    #expect(
      refused.errors.contains("(--remove-signatures), or allow that (--break-signatures)"),
      "\(refused.errors)")
    let unsigned = await bench.run(rotate + ["--remove-signatures"])
    #expect(unsigned.status == 0 && unsigned.errors.contains("taken out"), "\(unsigned.errors)")
    #expect(await bench.run("signatures", "@b.pdf").output == "There are no signatures.\n")
  }

  @Test func aDocumentWithoutSignaturesIsNoFailure() async throws {
    let bench = try Workbench()
    try bench.makeDocument()
    let result = await bench.run("signatures", "@in.pdf")
    #expect(result.status == 0 && result.output == "There are no signatures.\n")
  }

  @Test(arguments: [
    (["--key", "expired.p12"], "expired on 2021-01-01"), (["--key", "cipher.p12"], "not for signing"),
    (["--key", "root.pem"], "no PKCS#12 file"), (["--key", "rsa.p12", "--field", "none"], "no field 'none'"),
    (["--key", "rsa.p12", "--page", "9"], "3 pages"),
  ])
  func errorsSayWhatIsWrong(arguments: [String], message: String) async throws {
    let bench = try Workbench()
    try bench.makeDocument()
    let arguments = arguments.map { $0.hasSuffix("p12") || $0.hasSuffix("pem") ? key($0) : $0 }
    let result = await bench.run(["sign", "@in.pdf"] + arguments + ["-o", "@out.pdf"], input: Data())
    #expect(result.status != 0 && result.errors.contains(message), "\(result.errors)")
    #expect(!bench.exists("out.pdf"))
  }
}
