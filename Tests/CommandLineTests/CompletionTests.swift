import Testing

@testable import sealedpush

@Suite("completion")
struct CompletionTests {
    @Test("quotes and backslashes of a word are removed, and nothing is expanded")
    func unquoting() {
        #expect(ShellWords.unquoted(#"a\ b"#) == "a b")
        #expect(ShellWords.unquoted(#"'a "b\'"#) == #"a "b\"#)
        #expect(ShellWords.unquoted(#""a 'b\"""#) == #"a 'b""#)
        #expect(ShellWords.unquoted("$HOME/`x`") == "$HOME/`x`")
        #expect(ShellWords.unquoted("'~/keys'") == "~/keys")
    }
}
