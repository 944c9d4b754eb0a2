import Foundation

/// What IMDF uses of GeoJSON (RFC 7946): collections of features, each with a shape and properties of its type.
enum GeoJSON {
  /// Longitude and latitude in degrees; an altitude is not read.
  struct Position: Codable {
    var longitude: Double
    var latitude: Double

    init(longitude: Double, latitude: Double) {
      self.longitude = longitude
      self.latitude = latitude
    }

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      longitude = try list.decode(Double.self)
      latitude = try list.decode(Double.self)
      guard abs(longitude) <= 180, abs(latitude) < 90 else {
        throw DecodingError.dataCorruptedError(
          in: list, debugDescription: "[\(longitude), \(latitude)] is no longitude and latitude")
      }
    }

    /// To a tenth of a millimetre.
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for degrees in [longitude, latitude] { try list.encode((degrees * 1e9).rounded() / 1e9) }
    }
  }

  enum Geometry: Codable {
    case point(Position)
    case line([Position])
    /// Rings of all polygons.
    case area([[Position]])

    private enum Key: CodingKey { case type, coordinates }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      let type = try fields.decode(String.self, forKey: .type)
      switch type {
      case "Point": self = .point(try fields.decode(Position.self, forKey: .coordinates))
      case "LineString": self = .line(try fields.decode([Position].self, forKey: .coordinates))
      case "Polygon": self = .area(try fields.decode([[Position]].self, forKey: .coordinates))
      case "MultiPolygon":
        self = .area(try fields.decode([[[Position]]].self, forKey: .coordinates).flatMap { $0 })
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .type, in: fields, debugDescription: "a geometry of type '\(type)' is not understood")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: Key.self)
      switch self {
      case .point(let position):
        try fields.encode("Point", forKey: .type)
        try fields.encode(position, forKey: .coordinates)
      case .line(let positions):
        try fields.encode("LineString", forKey: .type)
        try fields.encode(positions, forKey: .coordinates)
      case .area(let rings):
        try fields.encode("Polygon", forKey: .type)
        try fields.encode(rings, forKey: .coordinates)
      }
    }
  }

  struct Feature<Properties: Codable>: Codable {
    var id: String
    var type = "Feature"
    var feature_type: String
    var geometry: Geometry?
    var properties: Properties
  }

  struct Collection<Properties: Codable>: Codable {
    var type = "FeatureCollection"
    var features: [Feature<Properties>]
  }
}
