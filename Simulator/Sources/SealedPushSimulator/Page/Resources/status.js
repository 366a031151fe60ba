export const lockStates = { unlocked: "unlocked", locked: "locked", beforeFirstUnlock: "before the first unlock" }

const outcomes = {
    opened: ["opened", "good", "The extension opened the envelope. The phone showed the sealed content."],
    modified: ["modified", "good", "The extension changed the content."],
    unchanged: ["unchanged", "quiet", "The phone showed the push unchanged."],
    placeholder: ["placeholder", "bad", "The extension did not open the push. The phone showed the placeholder."],
    suppressed: ["suppressed", "quiet", "The extension suppressed the notification."],
}

const original = ["unchanged", "bad", "The extension did not hand over content. The phone showed the push unchanged."]

const notSealed = ["not sealed", "quiet", "The push is not sealed. The phone showed it as Apple received it."]

const statuses = {
    delayed: ["delayed", "warn", "The push has a low priority, and waits for the time of run --low-priority-delay."],
    stored: ["stored", "warn", "The phone is offline. Apple stores the push until it can be delivered or expires."],
    replaced: ["replaced", "warn", "A newer push replaced it while the phone was offline. Apple stores one push for each app."],
    expired: ["expired", "warn", "The push expired before the phone was online."],
    dropped: ["dropped", "warn", "The phone is offline, and the push has an expiration that allows no storage."],
}

const discards = {
    malformed: ["malformed", "warn", "The push has arrived. Its body is not a JSON object, so that the system dropped it."],
    noApp: ["dropped", "warn", "The push has arrived after the app was removed, so that the system dropped it."],
}

const effects = {
    started: ["activity started", "good", "The push started Live Activity"],
    updated: ["activity updated", "good", "The push updated Live Activity"],
    ended: ["activity ended", "good", "The push ended Live Activity"],
    ignored: ["ignored", "warn", "The push had no effect on a Live Activity."],
}

// Reasons for an unchanged push that are no fault: the push is not sealed, or the system does not call the extension.
const expected = new Set(["notSealed", "notMutable", "noAlert", "alertIsText", "onlyLocalizationKeys", "alertsDisabled"])

export const isRefused = (entry) => entry.status === "refused"
export const isUndelivered = (entry) => entry.status !== "delivered" && !isRefused(entry)

// Whether the user sees less than was sent: a placeholder, a push that the extension left unchanged, a state that the widget did not open.
export function isPlaceholder(entry) {
    const { outcome, reason } = entry.delivery ?? {}
    return entry.activity?.isClosed === true || outcome === "placeholder"
        || (outcome === "unchanged" && reason !== undefined && !expected.has(reason))
}

// Returns the status of a push: a label, a colour and a sentence.
export function statusOf(entry) {
    if (isRefused(entry)) return refused(entry.refusal)
    if (isUndelivered(entry)) return named(statuses[entry.status])
    if (entry.discard) return named(discards[entry.discard])
    if (entry.activity) return effectOf(entry.activity)
    if (!entry.delivery) return named(["arrived", "quiet", "The push has arrived; the extension is running."])
    const { outcome, reason } = entry.delivery
    if (outcome === "unchanged" && reason === "notSealed") return named(notSealed)
    return named(outcome === "unchanged" && isPlaceholder(entry) ? original : outcomes[outcome])
}

function named([label, tone, sentence]) {
    return { label, tone, sentence }
}

function refused({ status, reason, isFault }) {
    const sentence = `The push service refused the push with ${status} ${reason}${isFault ? ", by an injected fault" : ""}.`
    return { label: `${status} ${reason}`, tone: "bad", sentence: `${sentence} The phone did not receive it.` }
}

function effectOf({ effect, activities = [], isClosed }) {
    const { label, tone, sentence: start } = named(effects[effect])
    const sentence = activities.length > 0 ? `${start} ${activities.join(", ")}.` : start
    if (!isClosed) return { label, tone, sentence }
    return { label: "not opened", tone: "bad", sentence: `${sentence} The widget did not open its content when it arrived.` }
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
