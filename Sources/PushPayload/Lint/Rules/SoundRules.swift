/// Rules about the sound.
extension LintRule {
    /// A sound is default or a file with its extension: aiff, aif, wav or caf.
    public static let soundContainer = LintRule(
        "sound-container", .warning, "A sound is default or a file with its extension: aiff, aif, wav or caf.",
        source: "Apple, UNNotificationSound; Apple's own samples also name an mp4")
    /// The dictionary form of a sound is for critical alerts.
    public static let soundNotCritical = LintRule(
        "sound-dictionary-not-critical", .warning, "The dictionary form of a sound is for critical alerts.",
        source: "Apple, Generating a remote notification")
    /// A sound dictionary names its sound.
    public static let soundNameMissing = LintRule(
        "sound-name-missing", .warning, "A sound dictionary names its sound.",
        source: "Apple, Generating a remote notification")
    /// A volume is 0 to 1.
    public static let soundVolumeRange = LintRule(
        "sound-volume-range", .error, "A volume is 0 to 1.",
        source: "Apple, Generating a remote notification")
    /// A sound dictionary holds critical, name and volume only.
    public static let unknownSoundKey = LintRule(
        "unknown-sound-key", .warning, "A sound dictionary holds critical, name and volume only.",
        source: "Apple, Generating a remote notification")

    static let soundRules: [LintRule] = [
        .soundContainer, .soundNotCritical, .soundNameMissing, .soundVolumeRange, .unknownSoundKey,
    ]
}
