// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Postil",
  products: [
    .library(name: "Postil", targets: ["Postil"]),
    .library(name: "PostilTools", targets: ["PostilTools"]),
    .library(name: "PostilViewer", targets: ["PostilViewer"]),
    .library(name: "PostilSignatures", targets: ["PostilSignatures"]),
    .library(name: "PostilLayout", targets: ["PostilLayout"]),
    .library(name: "PostilLayoutSVG", targets: ["PostilLayoutSVG"]),
    .library(name: "PDFKitCompatibility", targets: ["PDFKit"]),
    .executable(name: "postil", targets: ["PostilCommand"]),
    .executable(name: "postil-render", targets: ["postil-render"]),
    .executable(name: "postil-render-pdfium", targets: ["postil-render-pdfium"]),
  ],
  targets: [
    .systemLibrary(name: "CPostilQPDF", pkgConfig: "libqpdf", providers: [.apt(["libqpdf-dev"])]),
    .systemLibrary(name: "CPostilZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CPostilNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(
      name: "CPostilPoppler", pkgConfig: "poppler-glib", providers: [.apt(["libpoppler-glib-dev"])]),
    // Poppler's own headers, which are C++, are in libpoppler-private-dev: PostilSplashBridge does without.
    .systemLibrary(
      name: "CPostilSplash", pkgConfig: "poppler", providers: [.apt(["libpoppler-private-dev"])]),
    // For PostilPangoBridge too: of pango's own flags SwiftPM would warn.
    .systemLibrary(
      name: "CPostilCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev", "libpango1.0-dev"])]),
    .systemLibrary(
      name: "CPostilHarfBuzz", pkgConfig: "harfbuzz-subset", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(name: "CPostilJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
    .systemLibrary(
      name: "CPostilFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
    .systemLibrary(name: "CPostilLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CPostilGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
    .systemLibrary(name: "CPostilLCMS2", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(
      name: "CPostilCMark", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    // It has no flags of its own.
    .systemLibrary(name: "CPostilZint", providers: [.apt(["libzint-dev"])]),

    .target(name: "CPostilSystem"),
    .target(
      name: "PostilQPDFBridge", dependencies: ["CPostilQPDF"],
      cxxSettings: [
        // Whether qpdf's headers still define the pointers of its older versions: no.
        .define("POINTERHOLDER_TRANSITION", to: "4"),
        // What links it links CPostilSystem. As a dependency that is a module, which C++ 20 would import and SwiftPM does not give.
        .headerSearchPath("../CPostilSystem/include"),
      ]),
    .target(
      name: "PostilRenderRemedies",
      dependencies: ["CPostilPoppler", "CPostilCairo", "CPostilLCMS2", "CPostilZlib"],
      linkerSettings: [.linkedLibrary("m"), .linkedLibrary("dl")]),
    .target(
      name: "PostilSplashBridge", dependencies: ["CPostilSplash"], linkerSettings: [.linkedLibrary("poppler")]
    ),
    .target(name: "PostilModel"),
    .target(
      name: "PostilSystem", dependencies: ["PostilModel", "CPostilSystem"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(
      name: "PostilPangoBridge", dependencies: ["CPostilCairo", "CPostilFontconfig", "CPostilHarfBuzz"],
      linkerSettings: [
        .linkedLibrary("pangocairo-1.0"), .linkedLibrary("pangoft2-1.0"), .linkedLibrary("pango-1.0"),
        .linkedLibrary("gobject-2.0"),
      ]),
    .target(name: "PostilJPEGBridge", dependencies: ["CPostilJPEG"]),
    .target(
      name: "PostilGraphics", dependencies: ["PostilModel", "PostilPangoBridge", "CPostilCairo"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(name: "PostilXMLBridge", dependencies: ["CPostilLibXML2"]),
    .target(
      name: "PostilXML", dependencies: ["PostilModel", "PostilXMLBridge"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(
      name: "PostilExchange", dependencies: ["PostilModel", "PostilXML"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(
      name: "PostilFile",
      dependencies: [
        "PostilModel", "PostilSystem", "PostilGraphics", "PostilXML", "PostilQPDFBridge", "CPostilNettle",
        "CPostilZlib",
      ],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(
      name: "PostilRender",
      dependencies: [
        "PostilModel", "PostilSystem", "PostilGraphics", "PostilRenderProtocol", "CPostilSystem",
        "CPostilCairo",
        "CPostilZlib", "PostilJPEGBridge",
      ],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")],
      plugins: ["PostilEmbedRenderer"]),

    // The programs that draw pages. Only postil-render links poppler, and nothing links PDFium, which is loaded.
    .target(
      name: "PostilRenderProtocol", dependencies: ["CPostilSystem"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(name: "CPostilSandbox"),
    .target(
      name: "PostilRenderServer",
      dependencies: ["PostilRenderProtocol", "CPostilSandbox", "CPostilFontconfig", "CPostilSystem"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(
      name: "PostilPoppler",
      dependencies: [
        "PostilRenderServer", "PostilRenderProtocol", "PostilRenderRemedies", "PostilSplashBridge",
        "CPostilPoppler", "CPostilCairo",
      ],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")],
      linkerSettings: [.linkedLibrary("gio-2.0")]),
    .target(name: "CPostilPDFium", linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("m")]),
    .target(
      name: "PostilPDFium", dependencies: ["PostilRenderServer", "PostilRenderProtocol", "CPostilPDFium"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .executableTarget(
      name: "postil-render", dependencies: ["PostilPoppler", "PostilRenderServer"],
      path: "Sources/PostilRenderWorker"),
    .executableTarget(
      name: "postil-render-pdfium", dependencies: ["PostilPDFium", "PostilRenderServer"],
      path: "Sources/PostilRenderPDFium"),
    .plugin(
      name: "PostilEmbedRenderer", capability: .buildTool(),
      dependencies: ["postil-render", "postil-render-pdfium"]),

    .target(
      name: "Postil",
      dependencies: [
        "PostilModel", "PostilSystem", "PostilGraphics", "PostilExchange", "PostilFile", "PostilRender",
        "PostilRenderProtocol",
      ]),
    .target(
      name: "PostilTools", dependencies: ["PostilModel"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(name: "PostilViewer", dependencies: ["Postil", "PostilTools", "PostilSystem"]),
    .target(
      name: "PostilZintBridge", dependencies: ["CPostilZint"], linkerSettings: [.linkedLibrary("zint")]),
    .target(
      name: "PostilLayout",
      dependencies: [
        "Postil", "PostilFile", "PostilGraphics", "PostilModel", "PostilSystem", "PostilZintBridge",
        "CPostilCMark",
      ],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    // librsvg's flags SwiftPM would warn of, as it would of pango's.
    .target(
      name: "PostilSVGBridge", dependencies: ["CPostilCairo"],
      linkerSettings: [.linkedLibrary("rsvg-2"), .linkedLibrary("gobject-2.0"), .linkedLibrary("glib-2.0")]),
    .target(
      name: "PostilLayoutSVG", dependencies: ["PostilLayout", "Postil", "PostilSystem", "PostilSVGBridge"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    // For programs that were written for Apple's PDFKit.
    .target(
      name: "PDFKit", dependencies: ["Postil"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(name: "PostilGnuTLSBridge", dependencies: ["CPostilGnuTLS"]),
    .target(
      name: "PostilSignatures",
      dependencies: ["Postil", "PostilFile", "PostilModel", "PostilSystem", "PostilGnuTLSBridge"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .executableTarget(
      name: "PostilCommand", dependencies: ["Postil", "PostilLayout", "PostilSignatures", "PostilSystem"]),
    .executableTarget(
      name: "postil-demo", dependencies: ["Postil", "PostilTools", "CPostilCairo"], path: "Sources/PostilDemo"
    ),

    .target(name: "PostilTestSupport", dependencies: ["PostilModel"], path: "Tests/TestSupport"),
    // The code of the articles, compiled as that of a program that is not in this package.
    .target(
      name: "PostilSnippets",
      dependencies: ["Postil", "PostilTools", "PostilLayout", "PostilSignatures"], path: "Tests/Snippets",
      packageAccess: false),
    .target(
      name: "PostilViewerSnippets", dependencies: ["PostilViewer"], path: "Tests/ViewerSnippets",
      packageAccess: false),
    .executableTarget(
      name: "postil-remedies", dependencies: ["PostilRenderRemedies", "CPostilPoppler", "CPostilCairo"],
      path: "Tests/DrawingWithRemedies"),
    .executableTarget(
      name: "postil-answers",
      dependencies: ["PostilRender", "PostilModel", "PostilRenderProtocol", "PostilTestSupport"],
      path: "Tests/FuzzedAnswers"),
    .testTarget(
      name: "PostilRenderRemediesTests",
      dependencies: [
        "PostilRenderRemedies", "PostilRender", "PostilRenderProtocol", "PostilTestSupport", "CPostilZlib",
      ]),
    .testTarget(name: "PostilModelTests", dependencies: ["PostilModel", "PostilTestSupport"]),
    .testTarget(name: "PostilToolsTests", dependencies: ["PostilTools", "PostilModel", "PostilTestSupport"]),
    .testTarget(
      name: "PostilGraphicsTests", dependencies: ["PostilGraphics", "PostilModel", "PostilTestSupport"]),
    .testTarget(
      name: "PostilSystemTests",
      dependencies: ["PostilModel", "PostilSystem", "CPostilSystem", "PostilTestSupport"]),
    .testTarget(name: "PostilXMLTests", dependencies: ["PostilXML", "PostilModel"]),
    .testTarget(
      name: "PostilExchangeTests", dependencies: ["PostilExchange", "PostilXML", "PostilModel"]),
    .testTarget(
      name: "PostilFileTests", dependencies: ["PostilFile", "PostilTestSupport", "CPostilSystem"],
      exclude: ["Findings"]),
    .testTarget(
      name: "PostilRenderTests",
      dependencies: [
        "PostilRender", "PostilTools", "PostilFile", "PostilRenderProtocol", "PostilTestSupport",
        "CPostilCairo", "CPostilSystem", "CPostilZlib",
      ]),
    .testTarget(name: "CPostilSandboxTests", dependencies: ["CPostilSandbox"]),
    .testTarget(
      name: "PostilRenderProtocolTests",
      dependencies: ["PostilRenderProtocol", "PostilTestSupport"]),
    .testTarget(
      name: "PostilPDFiumTests",
      dependencies: ["PostilPDFium", "PostilRenderServer", "PostilRenderProtocol"]),
    .testTarget(
      name: "PostilPopplerTests",
      dependencies: [
        "PostilPoppler", "PostilSplashBridge", "PostilRenderServer", "PostilRenderProtocol",
        "PostilTestSupport",
      ]),
    .testTarget(
      name: "PostilTests",
      dependencies: [
        "Postil", "PostilTools", "PostilLayout", "PostilFile", "PostilRender", "PostilModel",
        "PostilSnippets", "PostilTestSupport",
      ]),
    .testTarget(
      name: "PostilSignaturesTests",
      dependencies: ["PostilSignatures", "PostilSnippets", "PostilTestSupport"],
      exclude: ["Keys", "Messages"]),
    .testTarget(
      name: "PostilLayoutTests", dependencies: ["PostilLayout", "Postil", "PostilFile", "PostilTestSupport"]),
    .testTarget(
      name: "PostilLayoutSVGTests",
      dependencies: ["PostilLayoutSVG", "PostilLayout", "Postil", "PostilTestSupport"]),
    .testTarget(name: "PDFKitTests", dependencies: ["PDFKit", "PostilTestSupport"]),
    .testTarget(
      name: "PostilViewerTests", dependencies: ["PostilViewer", "PostilViewerSnippets", "PostilTestSupport"]),
    .testTarget(name: "PostilCommandTests", dependencies: ["PostilCommand", "PostilTestSupport"]),
  ],
  swiftLanguageModes: [.v6],
  // That of poppler's headers from version 25 on.
  cxxLanguageStandard: .cxx20
)
