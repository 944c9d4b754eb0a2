/// An argument that is known by its place.
struct ArgumentDescription: Sendable {
  let name: String
  let help: String
  var completion = ValueCompletion.files
  var isOptional = false
}
