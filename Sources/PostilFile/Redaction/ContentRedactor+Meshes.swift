import PostilModel

/// Shadings. What a mesh shows stands in its data piece by piece, as what paths show does, and samples of a function of the place are a picture;
/// other shadings are how colors change and no more.
extension ContentRedactor {
  func shade(_ name: PDFName, _ operation: ContentOperation) throws {
    guard !isHidden else { return drop() }
    let shading = resources.value("Shading", name)
    let mesh: Mesh
    do { mesh = try self.mesh(shading, state.matrix, state.clip) } catch let error as PDFError
      where error.code == .damaged
    {
      // Readers do not paint it either.
      mesh = .none
    }
    switch mesh {
    case .kept: resources.use("Shading", name)
    case .none: return removeShading(shading)
    case .part: break
    }
    guard !areas.isEmpty else { return keep(operation) }
    isChanged = true
    output.write("q\n")
    let bounds = areas.map(\.polygon.bounds).reduce(areas[0].polygon.bounds) { $0.union($1) }
    clip(out: areas.map(\.polygon), around: bounds.insetBy(-100_000))
    if case .part(let part) = mesh {
      removeShading(shading)
      output.write(.name(resources.add("Shading", part)))
      output.write(" sh\n")
    } else {
      keep(operation)
    }
    output.write("Q\n")
  }

  private func removeShading(_ shading: PDFObject?) {
    touchMarks()
    run.report.paths += 1
    if let id = shading?.reference { run.replaced.insert(id) }
  }

  /// What is left of a shading.
  private enum Mesh {
    /// All.
    case kept
    /// A new one.
    case part(PDFObject)
    /// Nothing.
    case none
  }

  /// A mesh without what touches areas.
  ///
  /// - Parameters:
  ///   - matrix: From its space to that of the areas.
  ///   - clip: What is seen of it, in the space of the areas.
  /// - Throws: ``PDFError`` with code `.damaged` if it cannot be read, `.unsupported` if all of them are too large, or if it is a picture of
  ///   which an area covers a part.
  private func mesh(
    _ shading: PDFObject?, _ matrix: Affine, _ clip: ContentClip = .everything
  ) throws -> Mesh {
    guard !areas.isEmpty, let shading else { return .kept }
    if let picture = object(shading).dictionary, isSampled(picture) {
      return try self.picture(picture, matrix, clip)
    }
    guard case .stream(let dictionary, _) = object(shading),
      let type = object(dictionary["ShadingType"]).integer, MeshShading.types.contains(type)
    else { return .kept }
    let data = try run.changes.decoded(shading, limit: StreamLimit.content)
    run.meshBytes += data.count
    guard run.meshBytes <= RedactionRun.mostMeshBytes else {
      throw run.refusal("it paints meshes too often", place)
    }
    guard var mesh = MeshShading(dictionary, data, run.changes) else {
      throw PDFError(.damaged, "A mesh of colors is not as its entries say.")
    }
    guard mesh.remove(areas.map(\.polygon), matrix, tolerance: tolerance) else { return .kept }
    return .part(.reference(run.changes.add(mesh.stream(dictionary))))
  }

  /// Whether the color of each place is a sample of a table (ISO 32000-2, 8.7.4.5.2 and 7.10.2).
  private func isSampled(_ shading: PDFDictionary) -> Bool {
    guard object(shading["ShadingType"]).integer == 1 else { return false }
    let function = object(shading["Function"])
    return (function.array ?? [function]).contains {
      object(object($0).dictionary?["FunctionType"]).integer == 0
    }
  }

  private func picture(_ shading: PDFDictionary, _ matrix: Affine, _ clip: ContentClip) throws -> Mesh {
    let domain = run.changes.numbers(shading["Domain"]).flatMap { $0.count == 4 ? $0 : nil } ?? [0, 1, 0, 1]
    let whole = PageRect(
      x: min(domain[0], domain[1]), y: min(domain[2], domain[3]), width: abs(domain[1] - domain[0]),
      height: abs(domain[3] - domain[2]))
    let placed = (Affine(run.changes.numbers(shading["Matrix"])) ?? .identity).then(matrix)
    // A background is painted everywhere, but says nothing.
    let frame = ConvexPolygon(hullOf: placed.corners(of: whole))
    guard let seen = clip.part(of: frame.bounds).map({ ConvexPolygon($0) }) else { return .none }
    let touched = areas.map(\.polygon).filter { $0.overlaps(frame) && $0.overlaps(seen) }
    if touched.isEmpty { return .kept }
    guard touched.contains(where: { $0.contains(seen) || $0.contains(frame) }) else {
      throw run.refusal("an area covers a part of a shading that is a picture", place)
    }
    return .none
  }

  /// A pattern that is a mesh (ISO 32000-2, 8.7.4) without what touches areas; `nil` if that is as it was.
  ///
  /// - Throws: ``PDFError`` with code `.unsupported` if it cannot be read.
  func patternWithoutMesh(_ name: PDFName) throws -> PDFName? {
    guard !areas.isEmpty else { return nil }
    if let known = meshPatterns[name] { return known }
    let pattern = resources.value("Pattern", name)
    guard var dictionary = object(pattern).dictionary, object(dictionary["PatternType"]).integer == 2 else {
      return nil
    }
    let matrix = (Affine(run.changes.numbers(dictionary["Matrix"])) ?? .identity).then(content.base)
    var result: PDFName?
    do {
      let mesh = try mesh(dictionary["Shading"], matrix)
      if case .none = mesh {
        throw run.refusal("an area covers a pattern that is a picture", place)
      }
      if case .part(let part) = mesh {
        removeShading(dictionary["Shading"])
        if let id = pattern?.reference { run.replaced.insert(id) }
        dictionary["Shading"] = part
        result = resources.addUnused("Pattern", .reference(run.changes.add(.dictionary(dictionary))))
      }
    } catch let error as PDFError where error.code == .damaged {
      throw run.refusal("a pattern of it is a mesh that cannot be read: \(error.message)", place)
    }
    meshPatterns[name] = .some(result)
    return result
  }
}
