import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct FileStoreFactsTests {
  /// The form's flags (ISO 32000-2, table 225) and the catalog say that there is a signature: it is looked for.
  @Test(arguments: ["", "/SigFlags 0", "/SigFlags 1", "/SigFlags 3"])
  func aFormThatIsSignedIsSignedWhateverItsFlagsSay(flags: String) throws {
    func isSigned(_ value: String) throws -> Bool {
      var builder = PDFBuilder()
      builder.add("<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]\(flags)>>>>", as: 1)
      builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 9 9]>>", as: 2)
      builder.add("<</Type/Page/Parent 2 0 R>>", as: 3)
      builder.add("<</T(a)/FT/Sig\(value)>>", as: 4)
      builder.add(
        "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 9 20 30]/Contents<3000>>>",
        as: 5)
      return try FileStore(.data(builder.data()), password: nil, options: OpenOptions()).isSigned
    }
    #expect(try isSigned("/V 5 0 R"))
    #expect(try !isSigned("") && !isSigned("/V 9 0 R") && !isSigned("/V null"))
  }
}
