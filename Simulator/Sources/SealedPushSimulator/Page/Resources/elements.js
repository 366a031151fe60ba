// Creates an element. Its content is set as text, never as markup.
export function element(tag, className, text) {
    const created = document.createElement(tag)
    if (className) created.className = className
    if (text !== undefined) created.textContent = text
    return created
}

export const byID = (id) => document.getElementById(id)

// Creates an element with text of a push, which has its own text direction.
export function pushText(tag, className, text) {
    const created = element(tag, className, text)
    created.dir = "auto"
    return created
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

let ahead = 0

// Follows the simulator's clock, which is ahead of the browser's.
export function moveClock(seconds) { ahead = seconds * 1000 }

// Returns the simulator's time, in milliseconds since 1970.
export const now = () => Date.now() + ahead

export const clockTime = (milliseconds) => clock.format(milliseconds)
export const exactTime = (milliseconds) => exact.format(milliseconds)

// Returns the languages that are well-formed, as the browser's functions take them.
export function locales(languages) {
    return languages.flatMap((language) => {
        try {
            return Intl.getCanonicalLocales(language.replaceAll("_", "-"))
        } catch {
            return []
        }
    })
}

// The scripts of Unicode that are written from right to left and that phones have.
const rightToLeft = new Set(["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Syrc", "Thaa"])

export const direction = (locale) => rightToLeft.has(new Intl.Locale(locale).maximize().script) ? "rtl" : "ltr"

// Returns the last part of a bundle id as a name: Bank for com.example.bank.
export function appName(bundleID) {
    const last = bundleID.split(".").pop() || bundleID
    return last.charAt(0).toUpperCase() + last.slice(1)
}

// Copies a text and shows the result on the button for 1.5 seconds.
export async function copy(text, from) {
    const label = from.dataset.label ??= from.textContent
    try {
        await navigator.clipboard.writeText(text)
        from.textContent = "Copied"
    } catch {
        from.textContent = "The browser denied access to the clipboard"
    }
    setTimeout(() => { from.textContent = label }, 1500)
}
