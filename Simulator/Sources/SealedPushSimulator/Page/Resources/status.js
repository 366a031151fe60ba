export const lockStates = { unlocked: "unlocked", locked: "locked", beforeFirstUnlock: "before the first unlock" }

const outcomes = {
    opened: ["opened", "good", "The extension opened the envelope. The phone showed the sealed content."],
    modified: ["modified", "good", "The extension changed the content."],
    unchanged: ["unchanged", "quiet", "The phone showed the push unchanged."],
    placeholder: ["placeholder", "bad", "Fallback: the extension did not open the push. The phone showed the placeholder."],
    suppressed: ["suppressed", "quiet", "The extension suppressed the notification."],
}

const original = ["fallback", "bad", "Fallback: the extension did not open the push. The phone showed it unchanged."]

const statuses = {
    stored: ["stored", "warn", "The phone is offline. Apple stores the push until it can be delivered or expires."],
    replaced: ["replaced", "warn", "A newer push replaced it while the phone was offline. Apple stores one push for each app."],
    expired: ["expired", "warn", "The push expired before the phone was online."],
    dropped: ["dropped", "warn", "The phone is offline, and the push has an expiration that allows no storage."],
}

// Reasons for which the system does not call the extension. They are no fallback.
const uncalled = new Set(["notMutable", "noAlert", "alertIsText", "onlyLocalizationKeys", "alertsDisabled"])

export const isUndelivered = (entry) => entry.status !== "delivered"

export function isFallback(entry) {
    const { outcome, reason } = entry.delivery ?? {}
    return outcome === "placeholder" || (outcome === "unchanged" && reason !== undefined && !uncalled.has(reason))
}

// Returns the status of a push: a label, a colour and a sentence.
export function statusOf(entry) {
    if (isUndelivered(entry)) return named(statuses[entry.status])
    if (!entry.delivery) return named(["arrived", "quiet", "The push has arrived; the extension is running."])
    const { outcome } = entry.delivery
    return named(outcome === "unchanged" && isFallback(entry) ? original : outcomes[outcome])
}

function named([label, tone, sentence]) {
    return { label, tone, sentence }
}

// Returns the reason why a push that arrived is not on the lock screen; undefined if it is, or if it did not arrive.
export function absenceOf(entry) {
    if (entry.isOnLockScreen || !entry.delivery) return undefined
    if (entry.removal) return removals[entry.removal.kind](entry.removal)
    const { title, subtitle, body } = entry.delivery.content
    if (entry.delivery.outcome === "suppressed" || !(title || subtitle || body)) return "There is no alert to show."
    return "The lock screen does not show it."
}

const removals = {
    replaced: ({ by }) => `Push ${by} has the same identifier and replaced it.`,
    replacedByLocal: ({ during }) => `The extension replaced it by a notification of its own${whileProcessing(during)}.`,
    removed: ({ during }) => `The extension removed it from the lock screen${whileProcessing(during)}.`,
    cleared: () => "The user removed it from the lock screen.",
    dropped: () => "It was removed from the lock screen, since a phone lists 1,000 notifications.",
}

function whileProcessing(pushes) {
    if (pushes.length === 0) return ""
    return ` while it processed ${pushes.length === 1 ? "push" : "pushes"} ${pushes.join(", ")}`
}

// Returns the texts that the lock screen shows. A communication notification has the sender's name in place of the title and
// the group in place of the subtitle.
export function shownTexts({ title, subtitle, body, message }) {
    if (!message) return { title, subtitle, body }
    const { sender, group, recipients = [] } = message
    return { title: sender, subtitle: group ?? (recipients.length > 0 ? `To you, ${recipients.join(", ")}` : subtitle), body }
}
