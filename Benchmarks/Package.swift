// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "Postil", path: "..")],
  targets: [
    .executableTarget(
      name: "postil-bench", dependencies: [.product(name: "Postil", package: "Postil")])
  ],
  swiftLanguageModes: [.v6]
)
