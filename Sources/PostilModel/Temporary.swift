extension Annotation {
  public var appearance: Appearance { Appearance() }
  public var bounds: PageRect { .zero }
  package func validated() throws -> Annotation { self }
}
