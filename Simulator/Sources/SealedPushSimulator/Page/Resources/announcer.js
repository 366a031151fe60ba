import { byID } from "/elements.js"
import { shownTexts } from "/status.js"

const pause = 1200
const maximumDelay = 5000
let pending = []
let timer
let since

// Announces new notifications and alerts of Live Activities to screen readers after a pause of 1.2 seconds, or after five seconds at
// the latest. One is announced with its text, several with their number and the text of the last.
export function announce(entries) {
    if (entries.length === 0) return
    if (pending.length === 0) since = performance.now()
    pending = pending.concat(entries)
    clearTimeout(timer)
    timer = setTimeout(announcePending, Math.max(0, Math.min(pause, maximumDelay - (performance.now() - since))))
}

function announcePending() {
    const last = pending.at(-1)
    const { title, subtitle, body } = last.activity ? { title: last.headline } : shownTexts(last.delivery.content)
    const words = [...[title, subtitle, body].filter(Boolean).join(". ")].slice(0, 160).join("")
    const one = `${last.activity ? "Live Activity" : "New notification"}: ${words}`
    byID("announcer").textContent = pending.length === 1 ? one : `${pending.length} new notifications, the last: ${words}`
    pending = []
}
