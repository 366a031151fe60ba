import ExtensionHost
import Foundation

/// The extension executable that a phone's `ExtensionProcessHost` starts.
@main
struct SimulatedExtension {
    static func main() {
        let launch = Launch(CommandLine.arguments)
        // Temporary files are in the data container, as on a phone, and end with it.
        unsafe setenv("TMPDIR", NSHomeDirectory() + "/tmp", 1)
        ExtensionProcess.serve { SimulatedService(launch) }
    }
}
