// swift-tools-version: 6.0
import PackageDescription

// Small programs that use Postil as any package would.
let package = Package(
  name: "Examples",
  dependencies: [.package(name: "Postil", path: "..")],
  targets: [
    .executableTarget(name: "MarkUp", dependencies: ["Postil"]),
    .executableTarget(name: "Rearrange", dependencies: ["Postil"]),
    .executableTarget(name: "CustomTool", dependencies: ["Postil"]),
    .testTarget(name: "ExamplesTests", dependencies: ["MarkUp", "Rearrange", "CustomTool", "Postil"]),
  ],
  swiftLanguageModes: [.v6]
)
