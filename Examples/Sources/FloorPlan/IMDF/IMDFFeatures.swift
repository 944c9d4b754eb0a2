import Foundation
import Postil

/// The properties of IMDF's features, as far as ways are concerned (Indoor Mapping Data Format 1.0.0, OGC 20-094).
enum IMDF {
  /// Texts by language.
  typealias Labels = [String: String]

  struct Venue: Codable {
    var category: String
    var name: Labels?
    var display_point: GeoJSON.Geometry?
  }

  struct Level: Codable {
    var category: String
    var ordinal: Int
    var name: Labels?
    var short_name: Labels?
  }

  struct Unit: Codable {
    var category: String
    /// `employeesonly` or `restricted`.
    var restriction: String?
    var name: Labels?
    var level_id: String
    var display_point: GeoJSON.Geometry?
  }

  struct Opening: Codable {
    var category: String
    var level_id: String
  }

  struct Amenity: Codable {
    var category: String
    var name: Labels?
    var unit_ids: [String]
  }

  struct Relationship: Codable {
    struct Reference: Codable {
      var id: String
      var feature_type: String
    }

    var category: String
    /// `directed` or `undirected`.
    var direction: String
    var origin: Reference?
    var intermediary: [Reference]?
    var destination: Reference?
  }

  struct Manifest: Codable {
    var version = "1.0.0"
    var created: String
    var language = "en"
  }

  /// Not of IMDF: which page of a plan shows a level, and three points of it, in `plan.json`.
  struct Plan: Codable {
    struct Level: Codable {
      struct Reference: Codable {
        var at: GeoJSON.Position
        var page: PagePoint
      }

      var level: String
      var page: Int
      var references: [Reference]
    }

    var levels: [Level]
  }
}

extension IMDF.Labels {
  /// The English text, or else that of the first language.
  var text: String? { self["en"] ?? self.min { $0.key < $1.key }?.value }
}
