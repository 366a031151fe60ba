import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

// Usage: mutator FOLDER TABLE FILE…: rewrites the files in FOLDER, and writes the table of their mutants.
let arguments = CommandLine.arguments
let folder = URL(filePath: arguments[1], directoryHint: .isDirectory)
var table: [String] = []
for file in arguments.dropFirst(3) {
    let url = folder.appending(path: file)
    let source = try String(contentsOf: url, encoding: .utf8)
    let folded = OperatorTable.standardOperators.foldAll(Parser.parse(source: source)) { _ in }
    guard let tree = folded.as(SourceFileSyntax.self) else { fatalError(file) }
    let mutator = Mutator(file: file, firstNumber: table.count, tree: tree)
    let text = mutator.rewrite(tree).description
    table += mutator.mutants.map(\.row)
    if !mutator.mutants.isEmpty {
        try "public import CMutants\n\(text)".write(to: url, atomically: true, encoding: .utf8)
    }
}
try table.map { $0 + "\n" }.joined().write(toFile: arguments[2], atomically: true, encoding: .utf8)
