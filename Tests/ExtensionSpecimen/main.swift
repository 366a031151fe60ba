import ExtensionHost

// With a folder of keys or a group of the keychain it is the ready-made extension, without one it does what the push says.
if CommandLine.arguments.dropFirst().first == "--keychain", let group = CommandLine.arguments.dropFirst(2).first {
    ExtensionProcess.serve { KeychainSpecimen(accessGroup: group) }
} else if let folder = CommandLine.arguments.dropFirst().first {
    ExtensionProcess.serve { SealedSpecimen(folder: folder) }
} else {
    ExtensionProcess.serve { Specimen() }
}
