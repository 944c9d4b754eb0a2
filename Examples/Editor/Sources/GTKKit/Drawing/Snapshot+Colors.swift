import CGTK

extension Snapshot {
  /// Adds what is added in two closures, the second over the first: of red, green and blue the darker of both.
  public func darkened(_ bottom: () -> Void, by top: () -> Void) {
    gtk_snapshot_push_blend(pointer, GSK_BLEND_MODE_DARKEN)
    bottom()
    gtk_snapshot_pop(pointer)
    top()
    gtk_snapshot_pop(pointer)
  }

  /// Shows everything that is added in a closure in shades from a colour, where it is black, to white.
  public func inShades(of color: RGBA, _ body: () -> Void) {
    let (black, luminance) = ([color.red, color.green, color.blue], [0.2126, 0.7152, 0.0722])
    var values = [Float](repeating: 0, count: 16)
    for (row, share) in luminance.enumerated() {
      for column in 0..<3 { values[row * 4 + column] = Float(share * (1 - black[column])) }
    }
    values[15] = 1
    var (matrix, offset) = (graphene_matrix_t(), graphene_vec4_t())
    graphene_matrix_init_from_float(&matrix, values)
    graphene_vec4_init(&offset, Float(black[0]), Float(black[1]), Float(black[2]), 0)
    gtk_snapshot_push_color_matrix(pointer, &matrix, &offset)
    body()
    gtk_snapshot_pop(pointer)
  }
}
