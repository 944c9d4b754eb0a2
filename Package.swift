// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Postil",
  products: [
    .library(name: "Postil", targets: ["Postil"]),
    .library(name: "PostilViewer", targets: ["PostilViewer"]),
    .library(name: "PostilSignatures", targets: ["PostilSignatures"]),
    .library(name: "PDFKitCompatibility", targets: ["PDFKit"]),
    .executable(name: "postil", targets: ["PostilCommand"]),
    .executable(name: "postil-render", targets: ["postil-render"]),
  ],
  targets: [
    .systemLibrary(name: "CQPDF", pkgConfig: "libqpdf", providers: [.apt(["libqpdf-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(
      name: "CPoppler", pkgConfig: "poppler-glib", providers: [.apt(["libpoppler-glib-dev"])]),
    // For PangoBridge too: of pango's own flags SwiftPM would warn.
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev", "libpango1.0-dev"])]),
    .systemLibrary(
      name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
    .systemLibrary(name: "CLCMS2", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),

    .target(name: "CSystem"),
    .target(
      name: "QPDFBridge", dependencies: ["CQPDF", "CSystem"],
      // Whether qpdf's headers still define the pointers of its older versions: no.
      cxxSettings: [.define("POINTERHOLDER_TRANSITION", to: "4")]),
    .target(
      name: "RenderRemedies", dependencies: ["CPoppler", "CCairo", "CLCMS2", "CZlib"],
      linkerSettings: [.linkedLibrary("m"), .linkedLibrary("dl")]),
    .target(
      name: "PNGCoding", dependencies: ["CZlib"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(name: "PostilModel"),
    .target(
      name: "PostilSystem", dependencies: ["PostilModel", "CSystem"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(
      name: "PangoBridge", dependencies: ["CCairo"],
      linkerSettings: [
        .linkedLibrary("pangocairo-1.0"), .linkedLibrary("pango-1.0"), .linkedLibrary("gobject-2.0"),
      ]),
    .target(
      name: "PostilGraphics", dependencies: ["PostilModel", "PangoBridge", "CCairo"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(name: "XMLBridge", dependencies: ["CLibXML2"]),
    .target(
      name: "PostilXML", dependencies: ["PostilModel", "XMLBridge"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(
      name: "PostilExchange", dependencies: ["PostilModel", "PostilXML"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(
      name: "PostilFile",
      dependencies: [
        "PostilModel", "PostilSystem", "PostilGraphics", "PostilXML", "QPDFBridge", "CNettle", "CZlib",
      ],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(
      name: "PostilRender",
      dependencies: [
        "PostilModel", "PostilSystem", "PostilGraphics", "RenderProtocol", "PNGCoding", "CSystem", "CCairo",
        "CZlib",
      ],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")],
      plugins: ["EmbedRenderer"]),

    // The program that draws pages. Only it links poppler.
    .target(
      name: "RenderProtocol", dependencies: ["CSystem"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(
      name: "PostilPoppler",
      dependencies: [
        "RenderProtocol", "RenderRemedies", "CFontconfig", "CPoppler", "CCairo", "CSystem",
      ],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(name: "CSandbox"),
    .executableTarget(
      name: "postil-render",
      dependencies: ["PostilPoppler", "RenderProtocol", "RenderRemedies", "CSandbox", "CSystem"],
      path: "Sources/PostilRenderWorker"),
    .plugin(name: "EmbedRenderer", capability: .buildTool(), dependencies: ["postil-render"]),

    .target(
      name: "Postil",
      dependencies: [
        "PostilModel", "PostilSystem", "PostilGraphics", "PostilExchange", "PostilFile", "PostilRender",
        "RenderProtocol",
      ]),
    .target(name: "PostilViewer", dependencies: ["Postil", "PostilSystem"]),
    // For programs that were written for Apple's PDFKit.
    .target(
      name: "PDFKit", dependencies: ["Postil"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(name: "GnuTLSBridge", dependencies: ["CGnuTLS"]),
    .target(
      name: "PostilSignatures", dependencies: ["Postil", "PostilFile", "PostilModel", "GnuTLSBridge"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .executableTarget(
      name: "PostilCommand", dependencies: ["Postil", "PostilSignatures", "PostilSystem"]),
    .executableTarget(name: "postil-demo", dependencies: ["Postil", "CCairo"], path: "Sources/PostilDemo"),

    .target(name: "PostilTestSupport", dependencies: ["PostilModel"], path: "Tests/TestSupport"),
    .executableTarget(
      name: "postil-remedies", dependencies: ["RenderRemedies", "CPoppler", "CCairo"],
      path: "Tests/DrawingWithRemedies"),
    .executableTarget(
      name: "postil-answers",
      dependencies: ["PostilRender", "PostilModel", "RenderProtocol", "PostilTestSupport"],
      path: "Tests/FuzzedAnswers"),
    .testTarget(
      name: "RenderRemediesTests",
      dependencies: ["RenderRemedies", "PostilRender", "RenderProtocol", "PostilTestSupport", "CZlib"]),
    .testTarget(name: "PostilModelTests", dependencies: ["PostilModel", "PostilTestSupport"]),
    .testTarget(
      name: "PostilGraphicsTests", dependencies: ["PostilGraphics", "PostilModel", "PostilTestSupport"]),
    .testTarget(name: "PostilSystemTests", dependencies: ["PostilSystem", "CSystem", "PostilTestSupport"]),
    .testTarget(name: "PostilXMLTests", dependencies: ["PostilXML", "PostilModel"]),
    .testTarget(
      name: "PostilExchangeTests", dependencies: ["PostilExchange", "PostilXML", "PostilModel"]),
    .testTarget(
      name: "PostilFileTests", dependencies: ["PostilFile", "PostilTestSupport", "CSystem"],
      exclude: ["Findings"]),
    .testTarget(
      name: "PostilRenderTests",
      dependencies: [
        "PostilRender", "PostilFile", "RenderProtocol", "PostilTestSupport", "CCairo", "CSystem",
      ]),
    .testTarget(name: "CSandboxTests", dependencies: ["CSandbox"]),
    .testTarget(name: "PNGCodingTests", dependencies: ["PNGCoding", "CZlib"]),
    .testTarget(name: "RenderProtocolTests", dependencies: ["RenderProtocol", "PostilTestSupport"]),
    .testTarget(
      name: "PostilPopplerTests", dependencies: ["PostilPoppler", "RenderProtocol", "PostilTestSupport"]),
    .testTarget(
      name: "PostilTests", dependencies: ["Postil", "PostilFile", "PostilModel", "PostilTestSupport"]),
    .testTarget(
      name: "PostilSignaturesTests", dependencies: ["PostilSignatures", "PostilTestSupport"],
      exclude: ["Keys", "Messages"]),
    .testTarget(name: "PDFKitTests", dependencies: ["PDFKit", "PostilTestSupport"]),
    .testTarget(name: "PostilViewerTests", dependencies: ["PostilViewer", "PostilTestSupport"]),
    .testTarget(name: "PostilCommandTests", dependencies: ["PostilCommand", "PostilTestSupport"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
