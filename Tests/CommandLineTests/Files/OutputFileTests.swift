import Glibc
import Testing

@testable import sealedpush

@Suite("output files")
struct OutputFileTests {
    @Test("a name of an open regular file in /dev is not replaced", arguments: ["/dev/stderr", "/dev/../dev/stderr"])
    func openFile(path: String) async {
        await #expect(processExitsWith: .success) { [path] in
            var template = Array("/tmp/sealedpush-output-XXXXXX".utf8CString)
            let file = mkstemp(&template)
            unlink(template)
            precondition(file >= 0 && dup2(file, STDERR_FILENO) == STDERR_FILENO)
            do throws(Failure) {
                try OutputFile(path: path).requireReplaceable()
                _exit(1)
            } catch {
                _exit(error.message.contains("it is a name of an open file") ? 0 : 2)
            }
        }
    }
}
