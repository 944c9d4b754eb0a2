import Postil

/// The options of `postil draw`. All have values of one type, so that their order is known.
enum DrawOptions {
  private static func option(
    _ name: String, aliases: [String] = [], _ value: String, _ help: String,
    completion: ValueCompletion = .nothing, _ parse: @escaping @Sendable (String) throws -> DrawStep
  ) -> OptionDescription {
    Option<DrawStep>(
      name, aliases: aliases, value, completion: completion, repeats: true, help: help, parse: parse
    ).description
  }

  private static func flag(_ name: String, _ step: DrawStep, _ help: String) -> OptionDescription {
    Option<DrawStep>(flag: name, means: step, repeats: true, help: help).description
  }

  static let shapes = OptionSection(
    title: "Shapes (one or more, in points)",
    options: [
      option("--line", "X1,Y1,X2,Y2", "A line from one point to another.") { text in
        let (from, to) = try ends(text)
        return .line(from: from, to: to)
      },
      option("--arrow", "X1,Y1,X2,Y2", "A line with an arrow at its end: OpenArrow without --end-ending.") {
        text in
        let (from, to) = try ends(text)
        return .arrow(from: from, to: to)
      },
      option("--rect", "X,Y,W,H", "A rectangle: its lower left corner, width and height.") { text in
        .rectangle(try Values.rect(text))
      },
      option("--ellipse", "X,Y,W,H", "The ellipse in a rectangle.") { text in
        .shape(.ellipse(try Values.rect(text)))
      },
      option("--ink", "\"X,Y X,Y …\"", "A freehand stroke: a smooth curve along points; one makes a dot.") {
        text in
        .shape(.ink([InkStroke(points: try Values.points(text))]))
      },
      option("--polygon", "\"X,Y X,Y …\"", "A closed polygon by its corners: two at least.") { text in
        .polygon(try corners(text))
      },
      option("--cloud", "\"X,Y X,Y …\"", "A polygon with a cloudy outline, whose bulges stand out of it.") {
        text in
        .cloud(try corners(text))
      },
      option("--polyline", "\"X,Y X,Y …\"", "Straight lines from point to point: two at least.") { text in
        .polyline(try corners(text))
      },
      option("--distance", "X1,Y1,X2,Y2", "A line that says how long it is, by --scale.") { text in
        let (from, to) = try ends(text)
        return .distance(from: from, to: to)
      },
      option("--perimeter", "\"X,Y X,Y …\"", "Straight lines that say how long they are together.") { text in
        .perimeter(try corners(text))
      },
      option("--area", "\"X,Y X,Y …\"", "A polygon that says how large it is.") { text in
        .area(try corners(text))
      },
    ])

  static let style = OptionSection(
    title: "Style of the shapes after it",
    options: [
      option("--color", "RRGGBB", "The colour; black at first.") { .color(try Values.color($0)) },
      option("--width", "PT", "The width of the pen, 0 to 1,000; 1 at first.") { text in
        .width(try Values.number(in: 0...AnnotationStyle.maximumLineWidth)(text))
      },
      option("--opacity", "0…1", "From 0, invisible, to 1, opaque; 1 at first.") { text in
        .opacity(try Values.number(in: 0...1)(text))
      },
      option("--fill-opacity", "0…1", "The opacity of the fill alone; as --opacity at first.") { text in
        .fillOpacity(try Values.number(in: 0...1)(text))
      },
      flag("--fill", .fillWithColor, "Fills shapes with the colour."),
      option("--fill-color", "RRGGBB", "Fills shapes with another colour.") { .fill(try Values.color($0)) },
      flag("--no-fill", .fill(nil), "Leaves shapes open, as at first."),
      option("--dash", "L,L,…", "Lengths of dashes and gaps in turn, such as 3,2; 0 for none.") { text in
        .dash(text == "0" ? [] : try Values.dash(text))
      },
      ending("--start-ending", "What a line has at its start.") { .startEnding($0) },
      ending("--end-ending", "What a line has at its end.") { .endEnding($0) },
      option(
        "--cloud-intensity", "0…2",
        "The size of the bulges of clouds; above 0 rectangles and polygons are clouds too."
      ) { text in
        .cloudIntensity(try Values.number(in: 0...2)(text))
      },
      option(
        "--scale", "SCALE",
        "What lengths are in reality, such as \"1 in = 10 ft\" or \"1:50 m\"; 1 in = 1 in at first."
      ) { text in
        guard MeasurementScale(text) != nil else {
          throw UsageError("'\(text)' is no scale: write it like \"1 in = 10 ft\" or \"1:50 m\"")
        }
        return .scale(text)
      },
      option("--precision", "0.01|1/16", "How precisely lengths and areas are written; 0.01 at first.") {
        text in
        .precision(try precision(text))
      },
      option("--leader", "PT", "Lines so long from the points of distances to the line; 0, none, at first.") {
        text in
        .leader(try Values.number(in: -10_000...10_000)(text))
      },
      option("--caption-size", "PT", "The size of the text of measurements; 9 at first.") { text in
        .captionSize(try Values.number(in: 1...300)(text))
      },
      option("--author", "NAME", "Who drew it.") { .author($0) },
      option("--contents", aliases: ["--text"], "TEXT", "The text that belongs to it.") { .contents($0) },
      option("--id", "NAME", "The name of the next shape, which no other on the page has.") { text in
        guard !text.isEmpty else { throw UsageError("the name of the shape is empty") }
        return .id(AnnotationID(text))
      },
    ])

  private static func ends(_ text: String) throws -> (PagePoint, PagePoint) {
    let numbers = try Values.coordinates(text, "X1,Y1,X2,Y2")
    return (PagePoint(x: numbers[0], y: numbers[1]), PagePoint(x: numbers[2], y: numbers[3]))
  }

  private static func precision(_ text: String) throws -> MeasurementFormat.Precision {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, parts[0] == "1", let denominator = Int(parts[1]), (1...1024).contains(denominator) {
      return .fraction(denominator)
    }
    let places = ["1": 0, "0.1": 1, "0.01": 2, "0.001": 3, "0.0001": 4][text]
    guard let places else {
      throw UsageError(
        "'\(text)' is no precision: write 1, 0.1, 0.01, 0.001, 0.0001 or a fraction such as 1/16")
    }
    return .decimals(places)
  }

  private static func corners(_ text: String) throws -> [PagePoint] {
    let points = try Values.points(text)
    guard points.count > 1 else { throw UsageError("'\(text)' is one point: at least two are needed") }
    return points
  }

  private static func ending(
    _ name: String, _ help: String, _ step: @escaping @Sendable (LineEnding) -> DrawStep
  ) -> OptionDescription {
    let names = LineEnding.allCases.map(\.rawValue)
    return option(
      name, "NAME", "\(help) \(names.joined(separator: ", ")).", completion: .choices(names)
    ) { text in
      guard let ending = LineEnding(rawValue: text) else {
        throw UsageError("'\(text)' is not one of \(names.joined(separator: ", "))")
      }
      return step(ending)
    }
  }
}
