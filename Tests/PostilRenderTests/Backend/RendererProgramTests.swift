import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilRender

@Suite struct RendererProgramTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a program, in a folder that is made for it.
  private func program(_ path: String, isExecutable: Bool = true) throws -> String {
    let file = folder.url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: file)
    chmod(file.path, isExecutable ? 0o755 : 0o644)
    return file.path
  }

  private func find(_ option: String? = nil, variable: String? = nil) throws -> String {
    var variables = ["PATH": folder.url.path]
    variables["POSTIL_RENDER"] = variable
    return try RendererProgram.find(
      .poppler, option.map { URL(fileURLWithPath: $0) }, variables: variables,
      folder: folder.url.appendingPathComponent("bin").path
    ).path
  }

  private func error(_ option: String? = nil, variable: String? = nil) throws -> PDFError {
    let error = #expect(throws: PDFError.self) { try find(option, variable: variable) }
    return try #require(error)
  }

  @Test func theOptionIsFirstThenTheVariableThenTheResources() throws {
    let resource = try program("bin/Postil_PostilRender.resources/postil-render")
    let (option, variable) = (try program("option"), try program("variable"))
    #expect(try find(option, variable: variable) == option)
    #expect(try find(variable: variable) == variable)
    #expect(try find() == resource)
    #expect(try find(variable: "") == resource)
  }

  /// In the order in which they are looked at: each is found, and what stands later in the list does not matter.
  @Test func itIsFoundAroundTheRunningProgram() throws {
    let places = [
      "lib/postil/postil-render", "libexec/postil/postil-render", "bin/postil-render",
      "bin/Postil_PostilRender.resources/postil-render",
    ]
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("bin"), withIntermediateDirectories: true)
    for place in places {
      let path = try program(place)
      #expect(URL(fileURLWithPath: try find()).standardizedFileURL.path == path)
    }
  }

  @Test func whatIsNoProgramIsPassedOver() throws {
    _ = try program("bin/Postil_PostilRender.resources/postil-render", isExecutable: false)
    let second = try program("bin/postil-render")
    #expect(try find() == second)
  }

  @Test func theErrorSaysWhatToDo() throws {
    let error = try error()
    #expect(error.code == .rendererNotFound)
    for word in ["postil-render", "POSTIL_RENDER", "Postil_PostilRender.resources", "rendererProgram"] {
      #expect(error.message.contains(word), "\(word)")
    }
  }

  // MARK: - PDFium

  private func findPDFium(
    _ option: String? = nil, library: String? = nil, variables: [String: String] = [:]
  ) throws -> RendererProgram {
    try RendererProgram.find(
      .pdfium, option.map { URL(fileURLWithPath: $0) }, library: library.map { URL(fileURLWithPath: $0) },
      variables: variables, folder: folder.url.appendingPathComponent("bin").path)
  }

  @Test func pdfiumHasAProgramAndALibrary() throws {
    let own = try program("bin/Postil_PostilRender.resources/postil-render-pdfium")
    let beside = try program("bin/libpdfium.so", isExecutable: false)
    #expect(try findPDFium() == RendererProgram(path: own, library: beside))
    // Beside what loads it first.
    let first = try program("bin/Postil_PostilRender.resources/libpdfium.so", isExecutable: false)
    #expect(try findPDFium() == RendererProgram(path: own, library: first))
    let (variable, option) = (
      try program("variable", isExecutable: false), try program("option", isExecutable: false)
    )
    let variables = ["POSTIL_PDFIUM": variable]
    #expect(try findPDFium(variables: variables).library == variable)
    #expect(try findPDFium(library: option, variables: variables).library == option)
    let other = try program("other")
    #expect(try findPDFium(variables: ["POSTIL_RENDER_PDFIUM": other]).path == other)
    // Not that of the other renderer.
    #expect(try findPDFium(variables: ["POSTIL_RENDER": other]).path == own)
    #expect(try findPDFium(library: option).environment.contains("POSTIL_PDFIUM=\(option)"))
  }

  @Test func ofPDFiumTheErrorsSayWhatToDo() throws {
    func message(library: String? = nil) throws -> String {
      let error = #expect(throws: PDFError.self) { try findPDFium(library: library) }
      let found = try #require(error)
      #expect(found.code == .rendererNotFound)
      return found.message
    }
    #expect(try message().contains("POSTIL_RENDER_PDFIUM"))
    _ = try program("bin/postil-render-pdfium")
    for word in ["libpdfium.so", "POSTIL_PDFIUM", "pdfiumLibrary", "make pdfium"] {
      #expect(try message().contains(word), "\(word)")
    }
    #expect(try message(library: "/nowhere/libpdfium.so").contains("/nowhere/libpdfium.so"))
  }

  /// It is not looked for elsewhere: a wrong path must not go unnoticed.
  @Test func aWrongPathIsAnErrorOfItsOwn() throws {
    _ = try program("bin/postil-render")
    let missing = folder.url.appendingPathComponent("missing").path
    let byOption = try error(missing)
    #expect(byOption.code == .rendererNotFound)
    #expect(byOption.message.contains(missing) && byOption.message.contains("rendererProgram"))
    let byVariable = try error(variable: missing)
    #expect(byVariable.code == .rendererNotFound)
    #expect(byVariable.message.contains(missing) && byVariable.message.contains("POSTIL_RENDER"))
    // Neither a folder nor a file that may not be executed is a program.
    #expect(try error(variable: folder.url.path).code == .rendererNotFound)
    #expect(try error(try program("data", isExecutable: false)).code == .rendererNotFound)
  }

  /// What a process ends with when the dynamic loader finds no libpoppler; another end is a crash.
  @Test func aProgramThatCannotRunIsToldFromOneThatCrashes() throws {
    func failure(_ script: String) throws -> any Error {
      let path = try program("script")
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
      var options = ProcessOptions()
      options.program = URL(fileURLWithPath: path)
      let error = #expect(throws: (any Error).self) {
        try TestWorker(PageDocument(pageCount: 1).data, options: options)
      }
      return try #require(error)
    }
    let missing = try #require(try failure("exit 127") as? PDFError)
    #expect(missing.code == .rendererNotFound && missing.message.contains("ldd \(folder.url.path)/script"))
    for script in ["exit 0", "exit 1", "kill -SEGV $$"] {
      #expect((try failure(script) as? PDFError)?.code == .renderCrashed)
    }
  }

  @Test func ofTheEnvironmentItGetsWhatDrawingTakes() {
    let given = [
      "HOME": "/home/reader", "LANG": "C", "LC_ALL": "C.UTF-8", "TZ": "UTC", "LD_LIBRARY_PATH": "/opt/lib",
      "XDG_CACHE_HOME": "/cache", "FONTCONFIG_FILE": "/fonts.conf", "POSTIL_RENDER_ERRORS": "1",
    ]
    let kept = [
      "PATH": "/bin", "LD_PRELOAD": "other.so", "PASSWORD": "secret", "POSTIL_RENDER": "/bin/true",
      "HOMEPAGE": "there", "MALLOC_CHECK_": "3", "HTTP_PROXY": "http://user:secret@proxy",
    ]
    let passed = RendererProgram.environment(of: given.merging(kept) { first, _ in first })
    #expect(Set(passed) == Set(given.map { "\($0)=\($1)" }))
  }
}
