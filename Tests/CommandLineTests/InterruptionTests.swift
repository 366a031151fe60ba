import Foundation
import Glibc
import KeyManagement
import Testing

@testable import sealedpush

@Suite("interruption")
struct InterruptionTests {
    /// The threads that tests run on have signals blocked, and whoever started the tests may have some ignored.
    private static func unblock(_ number: Int32) {
        signal(number, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    @Test("Ctrl-C while a payload is typed leaves nothing behind")
    func controlC() async throws {
        let folder = try await Folder()
        let run = try await folder.runOnTerminal(
            "sealedpush seal --to phone -o out.json; echo not reached",
            typing: [(once: "Ctrl-D", text: "{\"aps\":\u{3}")], errorsApart: false)
        #expect(run.exitCode == 130)
        #expect(folder.files.isEmpty)
    }

    @Test(
        "Ctrl-C at the question for a passphrase ends by SIGINT and changes nothing",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func passphrase() async throws {
        let folder = try await Folder()
        let before = try folder.read("keys/phone.jwks")
        let run = try await folder.runOnTerminal(
            "setsid --ctty sealedpush keys protect phone; echo $?", typing: [(once: ": ", text: "s3c\u{3}")],
            errorsApart: false)
        #expect(String(decoding: run.outputBytes, as: UTF8.self).hasSuffix("130\n"))
        #expect(try folder.read("keys/phone.jwks") == before)
    }

    @Test("a signal during a write takes effect after the partial file is removed")
    func duringWriting() async throws {
        let result = try await #require(
            processExitsWith: .signal(SIGTERM), observing: [\.standardOutputContent]
        ) {
            Self.unblock(SIGTERM)
            Interruption.held {
                let before = Interruption.isPending
                raise(SIGTERM)
                print("before: \(before), after: \(Interruption.isPending)")
                fflush(nil)
            }
            _exit(3)
        }
        #expect(String(decoding: result.standardOutputContent, as: UTF8.self).contains("before: false, after: true\n"))
    }

    @Test("a held signal ends the process even where it is blocked")
    func blocked() async throws {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGTERM)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            Interruption.end(by: SIGTERM)
            _exit(3)
        }
    }

    @Test("without a signal, nothing happens, and a signal afterwards ends the process as before")
    func afterwards() async throws {
        await #expect(processExitsWith: .signal(SIGINT)) {
            Self.unblock(SIGINT)
            precondition(Interruption.held { !Interruption.isPending })
            raise(SIGINT)
            _exit(3)
        }
    }

    @Test("a signal that is ignored stays ignored")
    func ignored() async throws {
        await #expect(processExitsWith: .exitCode(5)) {
            Self.unblock(SIGHUP)
            signal(SIGHUP, SIG_IGN)
            Interruption.held {
                raise(SIGHUP)
                precondition(!Interruption.isPending)
            }
            raise(SIGHUP)
            _exit(5)
        }
    }

    @Test("a held signal takes effect as usual: the folder is removed")
    func heldWhileRemoving() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        await #expect(processExitsWith: .signal(SIGTERM)) { [folder = folder as String] in
            Self.unblock(SIGTERM)
            Interruption.removeAtEnd(folder)
            Interruption.held {
                raise(SIGTERM)
                precondition(Interruption.isPending)
            }
            _exit(3)
        }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("a signal whose handler ends late, on another thread, is found by the next call")
    func late() async throws {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            Self.unblock(SIGTERM)
            var action = sigaction()
            _ = Interruption.held { sigaction(SIGTERM, nil, &action) }
            action.__sigaction_handler.sa_handler?(SIGTERM)
            Interruption.held { precondition(Interruption.isPending) }
            _exit(3)
        }
    }

    @Test("a second signal ends a stream at once, but not a write to a file", arguments: [true, false])
    func second(ends: Bool) async throws {
        await #expect(processExitsWith: ends ? .signal(SIGTERM) : .exitCode(4)) { [ends] in
            Self.unblock(SIGTERM)
            Interruption.held(secondEnds: ends) {
                raise(SIGTERM)
                raise(SIGTERM)
                _exit(4)
            }
        }
    }
}
