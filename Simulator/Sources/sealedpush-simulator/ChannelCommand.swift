import ArgumentParser
import LocalAPNs
import SealedPushSimulator

/// `sealedpush-simulator channel`: the channels of an app, by Apple's requests.
struct ChannelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channel",
        abstract:
            "Creates, lists or deletes channels for broadcasts to Live Activities, by Apple's requests over HTTP/2.",
        subcommands: [Create.self, List.self, Delete.self]
    )

    struct Options: ParsableArguments {
        @OptionGroup var folder: FolderOption

        @Option(help: "The app's bundle id.")
        var app = "com.example.bank"
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Creates a channel and prints its identifier.")

        @OptionGroup var options: Options

        @Flag(help: "Store the newest broadcast for offline phones, for at most 8 hours.")
        var stored = false

        func run() async throws {
            let id = try await options.folder.withProvider { provider in
                try await provider.createChannel(app: options.app, storage: stored ? .mostRecent : .none)
            }
            print(id)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the identifiers of the app's channels, one in each line.")

        @OptionGroup var options: Options

        func run() async throws {
            for id in try await options.folder.withProvider({ try await $0.channels(of: options.app) }) { print(id) }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Deletes a channel.")

        @Argument(help: "The identifier of the channel.")
        var channel: String

        @OptionGroup var options: Options

        func run() async throws {
            try await options.folder.withProvider { try await $0.deleteChannel(channel, of: options.app) }
            print("\(channel) is deleted")
        }
    }
}
