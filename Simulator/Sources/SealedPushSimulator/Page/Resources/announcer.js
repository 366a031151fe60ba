import { at } from "/elements.js"

const quiet = 1200
const longest = 5000
let fresh = []
let timer
let since

// Says aloud what has come to the lock screen, once it is quiet or every five seconds: one by its words, many by
// their number.
export function announce(entries) {
    if (entries.length === 0) return
    if (fresh.length === 0) since = performance.now()
    fresh = fresh.concat(entries.map((entry) => entry.delivery.content))
    clearTimeout(timer)
    timer = setTimeout(say, Math.max(0, Math.min(quiet, longest - (performance.now() - since))))
}

function say() {
    const { title, subtitle, body } = fresh.at(-1)
    const words = [...[title, subtitle, body].filter(Boolean).join(". ")].slice(0, 160).join("")
    const many = `${fresh.length} new notifications, the last: ${words}`
    at("announcer").textContent = fresh.length === 1 ? `New notification: ${words}` : many
    fresh = []
}
