import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct ObjectSourceTests {
  private func changes() throws -> ObjectChanges {
    let store = try FileStore(.data(SampleDocument().data), password: nil, options: OpenOptions())
    return ObjectChanges(store.graph, nextNumber: 1000)
  }

  private func field(above number: Int) -> PDFDictionary { ["Parent": .reference(ObjectID(number: number))] }

  @Test func fieldsAboveAWidgetNearestFirst() throws {
    let changes = try changes()
    changes.set(ObjectID(number: 900), to: .dictionary(field(above: 901)))
    changes.set(ObjectID(number: 901), to: .dictionary(["FT": .name("Tx")]))
    let fields = changes.fields(above: field(above: 900))
    #expect(fields.map(\.id.number) == [900, 901])
    #expect(fields.last?.dictionary["FT"]?.name == "Tx")
    #expect(changes.fields(above: [:]).isEmpty)
  }

  @Test func fieldsInACircleAndWithoutEnd() throws {
    let changes = try changes()
    changes.set(ObjectID(number: 900), to: .dictionary(field(above: 901)))
    changes.set(ObjectID(number: 901), to: .dictionary(field(above: 900)))
    #expect(changes.fields(above: field(above: 900)).map(\.id.number) == [900, 901])
    for number in 2000..<3000 {
      changes.set(ObjectID(number: number), to: .dictionary(field(above: number + 1)))
    }
    #expect(changes.fields(above: field(above: 2000)).count == 32)
  }

  @Test func theCatalogIsWrittenOnlyIfItChanged() throws {
    let changes = try changes()
    changes.changeCatalog { _ in }
    #expect(changes.isEmpty)
    changes.changeCatalog { $0["Lang"] = .string(Array("en".utf8)) }
    #expect(changes.objects.count == 1 && changes.catalog["Lang"]?.string == Array("en".utf8))
  }

  @Test func colors() throws {
    let changes = try changes()
    #expect(changes.color(.numbers([0.5]))?.green == 0.5)
    #expect(changes.color(.numbers([0, 1, 0, 0]))?.green == 0)
    #expect(changes.color(.numbers([0.1, 0.2])) == nil)
    #expect(changes.color(.array([.name("DeviceRGB")])) == nil)
  }
}
