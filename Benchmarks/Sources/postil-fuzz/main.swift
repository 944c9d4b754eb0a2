import Foundation

// Opens, edits, saves and reopens files that may be damaged in any way, in one process. Each line of standard
// input is a case: a seed, the file, and a path to save to, separated by tabs. Each gets a line of JSON. What
// starts it watches over time and memory, and sees when it goes down: Scripts/fuzz.py.
while let line = readLine() {
  let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  guard words.count == 3, let seed = UInt64(words[0]) else {
    FileHandle.standardError.write(
      Data("postil-fuzz: a line is SEED, FILE and OUT, separated by tabs\n".utf8))
    exit(2)
  }
  var fuzzCase = FuzzCase(seed: seed, file: words[1], target: words[2])
  let outcome = fuzzCase.run()
  FileHandle.standardOutput.write(try JSONEncoder().encode(outcome) + Data("\n".utf8))
}
