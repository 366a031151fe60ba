import ExtensionHost

/// The extension executable that a phone's `ExtensionProcessHost` starts.
@main
struct SimulatedExtension {
    static func main() {
        let launch = Launch(CommandLine.arguments)
        ExtensionProcess.serve { SimulatedService(launch) }
    }
}
