/// A small museum of three floors: a hall shaped like a T, rooms with one door and with several, an entrance, two stairs, a lift, a
/// kitchen that is not public, and a terrace around an opening to the floor below.
extension Venue {
  /// The museum, 48 metres by 30.
  public static var museum: Venue {
    var builder = VenueBuilder(width: 48, height: 30)
    builder.add(level: "0", "Ground floor", 0)
    builder.add(level: "1", "First floor", 1)
    builder.add(level: "2", "Second floor", 2)
    for level in ["0", "1", "2"] {
      builder.room(
        level, "hall", level == "0" ? "Hall" : nil, "walkway",
        [(0, 13), (48, 13), (48, 17), (26, 17), (26, 30), (22, 30), (22, 17), (0, 17)], at: (24, 15))
      builder.room(level, "stairs-a", "Stairs A", "stairs", box(0, 17, 5, 22))
      builder.room(level, "stairs-b", "Stairs B", "stairs", box(43, 17, 48, 23))
      builder.room(level, "lift", "Lift", "elevator", box(18, 17, 22, 21))
      builder.room(level, "toilets", "Toilets", "restroom", box(5, 17, 10, 22))
      for (id, from, to) in [
        ("stairs-a", (1.5, 17.0), (3.5, 17.0)), ("stairs-b", (44.5, 17.0), (46.5, 17.0)),
        ("lift", (19.3, 17.0), (20.7, 17.0)), ("toilets", (7, 17.0), (8, 17.0)),
      ] { builder.door(level, from, to, id, "hall") }
    }

    builder.room("0", "cloakroom", "Cloakroom", "room", box(0, 0, 10, 13))
    builder.room("0", "shop", "Shop", "retail", box(10, 0, 20, 13))
    builder.room("0", "entrance", "Entrance", "lobby", box(20, 0, 28, 13))
    builder.room("0", "cafe", "Café", "foodservice", box(28, 0, 39, 13))
    builder.room("0", "kitchen", "Kitchen", "nonpublic", box(39, 0, 48, 13), isPublic: false)
    builder.room(
      "0", "lecture-hall", "Lecture Hall", "auditorium",
      [(0, 22), (10, 22), (10, 17), (18, 17), (18, 21), (22, 21), (22, 30), (0, 30)])
    builder.room(
      "0", "gallery-1", "Gallery 1", "room", [(26, 17), (43, 17), (43, 23), (48, 23), (48, 30), (26, 30)])
    builder.door("0", (23, 0), (25, 0), "entrance")
    builder.door("0", (22.5, 13), (25.5, 13), "entrance", "hall")
    builder.door("0", (4, 13), (6, 13), "cloakroom", "hall")
    builder.door("0", (14, 13), (16, 13), "shop", "hall")
    builder.door("0", (20, 5), (20, 7), "shop", "entrance")
    builder.door("0", (32, 13), (34, 13), "cafe", "hall")
    builder.door("0", (39, 8), (39, 9.2), "cafe", "kitchen")
    builder.door("0", (43, 13), (44.2, 13), "kitchen", "hall")
    builder.door("0", (13, 17), (15, 17), "lecture-hall", "hall")
    builder.door("0", (26, 22), (26, 24), "gallery-1", "hall")
    builder.amenity("0", "tickets", "Tickets", "ticketing", "entrance", (21.5, 3))

    for number in 1...6 {
      let (left, right) = (Double(number - 1) * 8, Double(number) * 8)
      builder.room("1", "room-1\(number)", "Room 1\(number)", "room", box(left, 0, right, 13))
      builder.door("1", (left + 3, 13), (left + 4.5, 13), "room-1\(number)", "hall")
    }
    builder.room(
      "1", "gallery-2", "Gallery 2", "room",
      [(0, 22), (10, 22), (10, 17), (18, 17), (18, 21), (22, 21), (22, 30), (0, 30)])
    builder.room("1", "gallery-3", "Gallery 3", "room", box(26, 17, 35, 30))
    builder.room(
      "1", "gallery-4", "Gallery 4", "room", [(35, 17), (43, 17), (43, 23), (48, 23), (48, 30), (35, 30)])
    builder.door("1", (22, 24), (22, 26), "gallery-2", "hall")
    builder.door("1", (26, 26), (26, 28), "gallery-3", "hall")
    builder.door("1", (35, 22), (35, 24.5), "gallery-3", "gallery-4")

    for number in 1...3 {
      let (left, right) = (Double(number - 1) * 8, Double(number) * 8)
      builder.room("2", "room-2\(number)", "Room 2\(number)", "room", box(left, 0, right, 13))
      builder.door("2", (left + 3, 13), (left + 4.5, 13), "room-2\(number)", "hall")
    }
    builder.room("2", "library", "Library", "library", box(24, 0, 40, 13))
    builder.room("2", "office", "Office", "nonpublic", box(40, 0, 48, 13), isPublic: false)
    builder.room(
      "2", "reading-room", "Reading Room", "room",
      [(0, 22), (10, 22), (10, 17), (18, 17), (18, 21), (22, 21), (22, 30), (0, 30)])
    builder.room(
      "2", "terrace", "Terrace", "terrace", [(26, 17), (43, 17), (43, 23), (48, 23), (48, 30), (26, 30)],
      holes: [box(30, 20, 40, 26)], at: (34, 28))
    builder.door("2", (29, 13), (31, 13), "library", "hall")
    builder.door("2", (43, 13), (44.2, 13), "office", "hall")
    builder.door("2", (13, 17), (15, 17), "reading-room", "hall")
    builder.door("2", (26, 26.5), (26, 28.5), "terrace", "hall")

    builder.connect("stairs-a", "Stairs A", .stairs, ["0", "1", "2"])
    builder.connect("stairs-b", "Stairs B", .stairs, ["0", "1"])
    builder.connect("lift", "Lift", .elevator, ["0", "1", "2"])
    return builder.venue(named: "Harbour Museum")
  }

  static func box(_ left: Double, _ low: Double, _ right: Double, _ high: Double) -> [(Double, Double)] {
    [(left, low), (right, low), (right, high), (left, high)]
  }
}
