const outcomes = {
    opened: ["opened", "good", "The extension opened the envelope. The phone shows the sealed content."],
    modified: ["modified", "good", "The extension changed the content."],
    unchanged: ["unchanged", "quiet", "The phone shows the push unchanged."],
    placeholder: ["placeholder", "bad", "Fallback: the extension did not open the push. The placeholder is shown."],
    suppressed: ["suppressed", "quiet", "The extension suppressed the notification."],
}

const original = ["fallback", "bad", "Fallback: the extension did not open the push. The phone shows it unchanged."]

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

export const collapseID = (entry) => entry.apple.headers.find(([name]) => name === "apns-collapse-id")?.[1]

// Returns the reason why a push that arrived is not on the lock screen; undefined if it is, or if it did not arrive.
export function absenceOf(entry, entries) {
    if (entry.isOnLockScreen || !entry.delivery) return undefined
    const { title, subtitle, body } = entry.delivery.content
    if (entry.delivery.outcome === "suppressed" || !(title || subtitle || body)) return "There is no alert to show."
    const id = collapseID(entry)
    for (const later of id === undefined ? [] : entries.values()) {
        if (later.number > entry.number && later.delivery && collapseID(later) === id) {
            return `Push ${later.number} has the same collapse id and replaced it.`
        }
    }
    return "It was removed from the lock screen."
}
