import { element, noticeOf, detailOf, fateOf } from "/notification.js"

const name = decodeURIComponent(location.pathname.split("/").pop())
const at = (id) => document.getElementById(id)
const entries = new Map()
const openThreads = new Set()
let phone = {}
let chosen = null
let isWaiting = false

at("name").textContent = name
document.title = name

// The browser comes back by itself when the connection breaks; then everything is sent anew.
const source = new EventSource(`/api/phones/${encodeURIComponent(name)}/events`)
source.onopen = () => entries.clear()
source.onmessage = (event) => {
    const change = JSON.parse(event.data)
    phone = change.phone
    for (const entry of change.entries) entries.set(entry.number, entry)
    wait()
}
source.onerror = () => { at("state").textContent = "The simulator does not answer." }

// Many changes are drawn at once.
function wait() {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => { isWaiting = false; draw() }, 50)
}

function draw() {
    drawState()
    drawGroups()
    drawPushes()
    if (chosen !== null && entries.has(chosen)) drawDetail()
}

function drawState() {
    at("app").textContent = phone.app
    at("badge").textContent = phone.badge
    at("badge").hidden = phone.badge === 0
    at("badge").setAttribute("aria-label", `badge ${phone.badge}`)
    at("online").setAttribute("aria-pressed", phone.isOnline)
    at("unlocked").setAttribute("aria-pressed", phone.wasUnlocked)
    const words = [phone.isOnline ? "online" : "offline"]
    if (!phone.wasUnlocked) words.push("before the first unlock")
    at("state").textContent = `${words.join(", ")} · ${phone.languages.join(", ")} · token ${phone.token}`
}

function drawGroups() {
    const shown = [...entries.values()].filter((entry) => entry.isOnLockScreen).sort((a, b) => b.number - a.number)
    const groups = new Map()
    for (const entry of shown) {
        const thread = entry.delivery.content.threadIdentifier ?? ""
        if (!groups.has(thread)) groups.set(thread, [])
        groups.get(thread).push(entry)
    }
    at("empty").hidden = shown.length > 0
    keep(at("groups"), [...groups].map(([thread, members]) => groupOf(thread, members)))
}

function groupOf(thread, members) {
    const item = element("li", "group")
    item.dataset.key = `thread ${thread}`
    item.append(noticeOf(members[0], chosen, choose))
    const rest = members.slice(1)
    if (rest.length === 0) return item
    const isOpen = openThreads.has(thread)
    const more = element("button", "more", isOpen ? "Show less" : `${rest.length} more`)
    more.type = "button"
    more.dataset.key = `more ${thread}`
    more.setAttribute("aria-expanded", isOpen)
    more.onclick = () => {
        if (isOpen) openThreads.delete(thread); else openThreads.add(thread)
        draw()
    }
    if (isOpen) for (const entry of rest) item.append(noticeOf(entry, chosen, choose))
    else item.classList.add("stack")
    item.append(more)
    return item
}

function drawPushes() {
    at("count").textContent = `(${entries.size})`
    const newest = [...entries.values()].sort((a, b) => b.number - a.number)
    keep(at("pushes"), newest.map((entry) => {
        const button = element("button", "push", `${entry.number} · ${fateOf(entry)}`)
        button.type = "button"
        button.dataset.key = `push ${entry.number}`
        button.setAttribute("aria-pressed", entry.number === chosen)
        button.onclick = () => choose(entry.number)
        const item = element("li")
        item.append(button)
        return item
    }))
}

function choose(number) {
    chosen = number
    draw()
    at("detail").focus()
}

function drawDetail() {
    at("detail").replaceChildren(...detailOf(entries.get(chosen)))
}

// Puts new children in the place of the old ones and leaves the keyboard where it was.
function keep(parent, children) {
    const key = parent.contains(document.activeElement) ? document.activeElement.dataset.key : undefined
    parent.replaceChildren(...children)
    if (key === undefined) return
    const again = [...parent.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key)
    again?.focus({ preventScroll: true })
}

async function act(action) {
    await fetch(`/api/phones/${encodeURIComponent(name)}/${action}`, { method: "POST" })
}

at("online").onclick = () => act(phone.isOnline ? "offline" : "online")
at("unlocked").onclick = () => act(phone.wasUnlocked ? "restart" : "unlock")
for (const action of ["clear", "renew-token", "remove-app"]) at(action).onclick = () => act(action)
