import EditorUI
import Foundation

exit(EditorProgram.run(CommandLine.arguments))
