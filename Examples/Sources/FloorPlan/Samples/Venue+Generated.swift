extension Venue {
  /// A large venue for measuring: floors with rows of rooms along corridors that meet in one at the left, where two stairs and a
  /// lift are.
  ///
  /// - Parameters:
  ///   - count: How many rooms it has at least, besides corridors and stairs.
  ///   - floors: How many floors.
  public static func generated(rooms count: Int, floors: Int = 4) -> Venue {
    let (rows, depth, roomWidth, corridor) = (4, 6.0, 4.0, 3.0)
    let perSide = max(1, (count + floors * rows * 2 - 1) / (floors * rows * 2))
    let pitch = 2 * depth + corridor
    let (width, height) = (6 + corridor + Double(perSide) * roomWidth, Double(rows) * pitch)
    var builder = VenueBuilder(width: width, height: height)
    for floor in 0..<floors {
      let level = "\(floor)"
      builder.add(level: level, "Floor \(floor)", floor)
      // A comb: its back at the left, a tooth for each row.
      var comb: [(Double, Double)] = [(6, 0), (6, height), (6 + corridor, height)]
      for row in (0..<rows).reversed() {
        let low = Double(row) * pitch + depth
        comb += [(6 + corridor, low + corridor), (width, low + corridor), (width, low), (6 + corridor, low)]
      }
      comb.append((6 + corridor, 0))
      builder.room(level, "corridor", nil, "walkway", comb, at: (6 + corridor / 2, height / 2))
      for (id, name, category, low) in [
        ("stairs-a", "Stairs A", "stairs", 2.0), ("lift", "Lift", "elevator", height / 2),
        ("stairs-b", "Stairs B", "stairs", height - 8),
      ] {
        builder.room(level, id, name, category, box(0, low, 6, low + 6))
        builder.door(level, (6, low + 2), (6, low + 4), id, "corridor")
      }
      for row in 0..<rows {
        for side in 0..<2 {
          for place in 0..<perSide {
            let left = 6 + corridor + Double(place) * roomWidth
            let low = Double(row) * pitch + Double(side) * (depth + corridor)
            let number = (row * 2 + side) * perSide + place + 1
            let wall = side == 0 ? low + depth : low
            builder.room(
              level, "room-\(number)", "Room \(floor * 1000 + number)", "room",
              box(left, low, left + roomWidth, low + depth))
            builder.door(level, (left + 1.5, wall), (left + 2.5, wall), "room-\(number)", "corridor")
          }
        }
      }
    }
    let all = (0..<floors).map(String.init)
    builder.connect("stairs-a", "Stairs A", .stairs, all)
    builder.connect("stairs-b", "Stairs B", .stairs, all)
    builder.connect("lift", "Lift", .elevator, all)
    return builder.venue(named: "\(rows * 2 * perSide * floors) Rooms")
  }
}
