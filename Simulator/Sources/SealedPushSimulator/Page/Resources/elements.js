// Everything that came in a push is put on the page as text, never as markup.
export function element(tag, className, text) {
    const made = document.createElement(tag)
    if (className) made.className = className
    if (text !== undefined) made.textContent = text
    return made
}

export const at = (id) => document.getElementById(id)

// Text of a push: which way it runs is its own affair, and ends with it.
export function foreign(tag, className, text) {
    const made = element(tag, className, text)
    made.dir = "auto"
    return made
}

export function setText(node, text) {
    if (node.textContent !== text) node.textContent = text
}

export function button(className, text) {
    const made = element("button", className, text)
    made.type = "button"
    return made
}

const minutes = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
const clock = new Intl.DateTimeFormat([], minutes)
const exact = new Intl.DateTimeFormat([], { ...minutes, second: "2-digit" })

export const clockTime = (milliseconds) => clock.format(milliseconds)
export const exactTime = (milliseconds) => exact.format(milliseconds)

// com.example.bank is Bank.
export function appName(bundleID) {
    const last = bundleID.split(".").pop() || bundleID
    return last.charAt(0).toUpperCase() + last.slice(1)
}

// Copies, and says so on the button for a moment.
export async function copy(text, from) {
    const words = from.dataset.words ??= from.textContent
    try {
        await navigator.clipboard.writeText(text)
        from.textContent = "Copied"
    } catch {
        from.textContent = "The browser does not let me"
    }
    setTimeout(() => { from.textContent = words }, 1500)
}
