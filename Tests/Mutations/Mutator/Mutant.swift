/// A change of one place in the sources.
struct Mutant {
    let number: Int
    /// The path of the file, as given to the mutator.
    let file: String
    let line: Int
    /// The declaration that contains the place, such as `OpeningKeys.find`.
    let declaration: String
    /// The text of the place without line breaks, and the text that takes its place.
    let original: String
    let mutated: String

    /// The mutant as a row of a table; without number and line it identifies the mutant in later versions of the file.
    var row: String { [String(number), file, String(line), declaration, original, mutated].joined(separator: "\t") }
}
