import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

/// What codecs say of their keys.
@Suite struct AnnotationKeysTests {
  /// Keys that are written and not named would stay behind when an annotation becomes one of another kind.
  @Test(arguments: AnnotationSamples.contents.filter { $0.value is any AnnotationCodec })
  func codecsNameAllKeysThatTheyWrite(content: AnnotationContent) throws {
    let codec = try #require(content.value as? any AnnotationCodec)
    var dictionary = PDFDictionary()
    codec.write(to: &dictionary, AnnotationStyle(fill: .yellow, lineWidth: 3))
    let known = Set(type(of: codec).ownedKeys + type(of: codec).keptKeys + ["Rect", "IT", PrivateKey.entry])
    let others = dictionary.entries.map(\.key).filter {
      !known.contains($0) && !type(of: codec).styleKeys.contains($0)
    }
    #expect(others == [])
  }
}
