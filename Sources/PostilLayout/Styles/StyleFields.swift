import PostilModel

/// An object of a style as JSON has it. What is missing keeps the value that it has; a key that there is not is an error, which names those that
/// there are.
protocol StyleObject {
  static var fields: [StyleField<Self>] { get }
}

/// A key of an object, and how its value is read and written.
struct StyleField<Object> {
  let name: String
  let read: (inout Object, KeyedDecodingContainer<StyleKey>) throws -> Void
  let write: (Object, inout KeyedEncodingContainer<StyleKey>) throws -> Void

  init(
    name: String, read: @escaping (inout Object, KeyedDecodingContainer<StyleKey>) throws -> Void,
    write: @escaping (Object, inout KeyedEncodingContainer<StyleKey>) throws -> Void
  ) { (self.name, self.read, self.write) = (name, read, write) }

  /// A value that is replaced.
  init<Value: Codable>(_ name: String, _ path: WritableKeyPath<Object, Value>) {
    self.name = name
    let key = StyleKey(name)
    read = { object, container in object[keyPath: path] = try container.decode(Value.self, forKey: key) }
    write = { object, container in try container.encode(object[keyPath: path], forKey: key) }
  }

  /// An object of which some values are replaced.
  init<Value: StyleObject>(object name: String, _ path: WritableKeyPath<Object, Value>) {
    self.name = name
    let key = StyleKey(name)
    read = { object, container in try object[keyPath: path].take(container.superDecoder(forKey: key)) }
    write = { object, container in try object[keyPath: path].write(to: container.superEncoder(forKey: key)) }
  }

  /// A list of objects, of which those that are given are changed, and more appended.
  init<Value: StyleObject>(list name: String, _ path: WritableKeyPath<Object, [Value]>, new: Value) {
    self.name = name
    let key = StyleKey(name)
    read = { object, container in
      var list = try container.nestedUnkeyedContainer(forKey: key)
      while !list.isAtEnd {
        let index = list.currentIndex
        let last = object[keyPath: path].last ?? new
        if index >= object[keyPath: path].count { object[keyPath: path].append(last) }
        try object[keyPath: path][index].take(list.superDecoder())
      }
    }
    write = { object, container in
      var list = container.nestedUnkeyedContainer(forKey: key)
      for value in object[keyPath: path] { try value.write(to: list.superEncoder()) }
    }
  }

  /// A value that is read, but not written: others say the same.
  init<Value: Decodable>(reading name: String, _ set: @escaping (inout Object, Value) throws -> Void) {
    self.name = name
    let key = StyleKey(name)
    read = { object, container in try set(&object, container.decode(Value.self, forKey: key)) }
    write = { _, _ in }
  }
}

struct StyleKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

extension StyleObject {
  /// Takes what is there, in the order of the fields.
  mutating func take(_ decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StyleKey.self)
    let fields = Self.fields
    if let unknown = container.allKeys.first(where: { key in !fields.contains { $0.name == key.stringValue } }
    ) {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath + [unknown],
          debugDescription:
            "there is no such key; there are \(fields.map(\.name).joined(separator: ", "))"))
    }
    for field in fields where container.contains(StyleKey(field.name)) { try field.read(&self, container) }
  }

  func write(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StyleKey.self)
    for field in Self.fields { try field.write(self, &container) }
  }
}
