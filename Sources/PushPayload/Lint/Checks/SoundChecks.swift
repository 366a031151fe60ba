import StrictJSON

extension LintRun {
    /// Checks a sound, which is a string or a dictionary.
    mutating func checkSound(_ value: JSONValue, at path: [LintStep]) {
        guard let sound = value.objectValue else {
            checkSoundName(value.stringValue ?? "", at: path)
            return
        }
        for member in sound {
            let place = path + [.name(member.name)]
            guard let shape = KnownMembers.sound[member.name] else {
                reportUnknown(member.name, in: KnownMembers.sound, path, .unknownSoundKey)
                continue
            }
            guard check(member.value, is: shape, at: place) else { continue }
            if let name = member.value.stringValue { checkSoundName(name, at: place) }
            if member.name == "volume", !(0...1).contains(member.value.numberValue?.double ?? .infinity) {
                report(.soundVolumeRange, at: place, "A volume is 0 to 1.")
            }
        }
        if !sound.contains("critical") {
            report(.soundNotCritical, at: path, "The dictionary form is for critical alerts; write the name alone.")
        }
        if !sound.contains("name") {
            report(.soundNameMissing, at: path, "A sound dictionary names its sound, a file or default.")
        }
    }

    private mutating func checkSoundName(_ name: String, at path: [LintStep]) {
        guard checkQuotes(name, at: path), name != "default" else { return }
        let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased()
        if !["aiff", "aif", "wav", "caf"].contains(ending) {
            report(
                .soundContainer, at: path,
                "A sound file is an aiff, wav or caf, with its extension; others play the default.")
        }
    }
}
