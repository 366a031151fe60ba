const outcomes = {
    opened: ["opened", "good", "The extension opened the seal. The phone shows what the provider meant."],
    modified: ["modified", "good", "The extension changed the content."],
    unchanged: ["as it came", "quiet", "The phone shows the push as it came."],
    placeholder: ["placeholder", "bad", "The phone fell back: it did not open the push, and shows a text that tells nothing."],
    suppressed: ["suppressed", "quiet", "The extension wanted nothing to be shown."],
}

const original = ["fell back", "bad", "The phone fell back: the extension opened nothing, and the push is shown as it came."]

const fates = {
    stored: ["waiting", "warn", "The phone is offline. Apple keeps the push until the phone is back, or until it expires."],
    replaced: ["replaced", "warn", "A newer push came while the phone was offline. Apple keeps only the newest of an app."],
    expired: ["expired", "warn", "The push waited for the phone until its time ran out."],
    dropped: ["dropped", "warn", "The phone is offline, and the push was not to be stored."],
}

// The system does not call the extension for these, so it is nobody's failure.
const uncalled = new Set(["notMutable", "noAlert", "alertIsText", "onlyLocalizationKeys", "alertsDisabled"])

export const isAway = (entry) => entry.fate !== "delivered"

export function isFallback(entry) {
    const { outcome, reason } = entry.delivery ?? {}
    return outcome === "placeholder" || (outcome === "unchanged" && reason !== undefined && !uncalled.has(reason))
}

// What became of a push, in a word, a colour and a sentence.
export function fateOf(entry) {
    if (isAway(entry)) return saying(fates[entry.fate])
    if (!entry.delivery) return saying(["arrived", "quiet", "The phone has the push; the extension is at work."])
    const { outcome } = entry.delivery
    return saying(outcome === "unchanged" && isFallback(entry) ? original : outcomes[outcome])
}

function saying([word, tone, sentence]) {
    return { word, tone, sentence }
}

export const collapseID = (entry) => entry.apple.headers.find(([name]) => name === "apns-collapse-id")?.[1]

// Why a push that arrived is not on the lock screen; undefined if it is, or if it never arrived.
export function absenceOf(entry, entries) {
    if (entry.isOnLockScreen || !entry.delivery) return undefined
    const { title, subtitle, body } = entry.delivery.content
    if (entry.delivery.outcome === "suppressed" || !(title || subtitle || body)) return "There is no alert to show."
    const id = collapseID(entry)
    for (const later of id === undefined ? [] : entries.values()) {
        if (later.number > entry.number && later.delivery && collapseID(later) === id) {
            return `Push ${later.number} has the same collapse id and took its place.`
        }
    }
    return "It is not on the lock screen any more."
}
