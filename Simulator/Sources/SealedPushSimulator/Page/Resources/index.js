import { appName, byID, element, setText } from "/elements.js"
import { showCommand } from "/command.js"
import { onSubmit } from "/forms.js"
import { drawRefusals } from "/refusals.js"
import { lockStates } from "/status.js"

const interval = 2000
let shown = ""

// Polls the list of phones while the page is visible.
async function poll() {
    await refresh()
    setTimeout(poll, interval)
}

async function refresh() {
    if (!document.hidden) {
        try {
            const text = await (await fetch("/api/phones")).text()
            if (text !== shown) draw(JSON.parse(text))
            shown = text
            drawRefusals(await (await fetch("/api/refusals")).json())
            showConnection("live", "live")
        } catch {
            showConnection("reconnecting …", "lost")
        }
    }
}

function showConnection(text, className) {
    setText(byID("connection"), text)
    byID("connection").className = `connection ${className}`
}

function draw(phones) {
    byID("none").hidden = phones.length > 0
    const focused = document.activeElement?.pathname
    byID("phones").replaceChildren(...phones.map(card))
    for (const link of byID("phones").querySelectorAll("a")) if (link.pathname === focused) link.focus()
}

function card({ name, app, isOnline, lockState, hasApp, badge, notifications }) {
    const link = element("a", "phone-card")
    link.href = `/phones/${encodeURIComponent(name)}`
    const icon = element("span", "icon", appName(app).charAt(0))
    icon.setAttribute("aria-hidden", "true")
    const words = element("span", "words")
    words.append(element("span", "phone-name", name), element("span", "quiet", hasApp ? app : `${app}, removed`))
    const states = [isOnline ? "online" : "offline"]
    if (lockState === "beforeFirstUnlock") states.push(lockStates[lockState])
    states.push(notifications === 1 ? "1 notification" : `${notifications} notifications`)
    if (badge > 0) states.push(`badge ${badge}`)
    words.append(element("span", "quiet", states.join(" · ")))
    link.append(icon, words)
    const item = element("li")
    item.append(link)
    return item
}

onSubmit(byID("add-form"), "/api/phones", {
    values: (fields) => ({
        name: fields.name.value.trim(), app: fields.app.value.trim(),
        ...(fields.server.value.trim() ? { server: fields.server.value.trim() } : {}),
        languages: fields.languages.value.split(/[\s,]+/).filter(Boolean),
    }),
    result: () => {
        refresh()
        return ["The phone was added.", "good"]
    },
})
showCommand(byID("add-command"), "phone add jane --app com.example.bank")
poll()
