import Foundation
import PostilSignatures

// Opens, edits, saves and reopens files that may be damaged in any way, in one process. Each line of standard
// input is a case: a seed, the file, and a path to save to, separated by tabs; or a seed, "into", a file of annotations,
// values or edits, and the document that takes it in. Each gets a line of JSON. The argument, if
// there is one, is a key (PKCS#12, with the password "postil"): some documents are signed with it. What
// starts it watches over time and memory, and sees when it goes down: Scripts/fuzz.py.
func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data("postil-fuzz: \(text)\n".utf8))
  exit(2)
}

func outcome(_ seed: UInt64, _ file: String, _ target: String, _ key: SigningIdentity?) async -> FuzzOutcome {
  var fuzzCase = FuzzCase(seed: seed, file: file, target: target, key: key)
  return await fuzzCase.run()
}

func outcome(_ seed: UInt64, _ file: String, into document: String) -> FuzzOutcome {
  var fuzzCase = ExchangeFuzzCase(seed: seed, file: file, into: document)
  return fuzzCase.run()
}

var key: SigningIdentity?
if let path = CommandLine.arguments.dropFirst().first {
  do {
    key = try SigningIdentity(pkcs12: Data(contentsOf: URL(fileURLWithPath: path)), password: "postil")
  } catch {
    fail("\(path) is no key: \(error)")
  }
}

while let line = readLine() {
  let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  guard let seed = words.first.flatMap(UInt64.init), words.count == 3 || words.count == 4 else {
    fail("a line is SEED, FILE and OUT, or SEED, into, FILE and DOCUMENT, separated by tabs")
  }
  let outcome =
    words.count == 3
    ? await outcome(seed, words[1], words[2], key) : outcome(seed, words[2], into: words[3])
  FileHandle.standardOutput.write(try JSONEncoder().encode(outcome) + Data("\n".utf8))
}
