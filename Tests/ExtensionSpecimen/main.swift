import ExtensionProcess

// With a folder of keys it is the ready-made extension, without one it does what the push says.
if let folder = CommandLine.arguments.dropFirst().first {
    ExtensionProcess.serve { SealedSpecimen(folder: folder) }
} else {
    ExtensionProcess.serve { Specimen() }
}
