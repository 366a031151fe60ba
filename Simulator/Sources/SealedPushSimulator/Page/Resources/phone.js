import { announce } from "/announcer.js"
import { Detail } from "/detail.js"
import { appName, byID, clockTime, setText } from "/elements.js"
import { lockStates } from "/status.js"
import { LockScreen } from "/lock-screen.js"
import { PushList } from "/push-list.js"
import { follow } from "/stream.js"

const name = decodeURIComponent(location.pathname.split("/").pop())
const narrow = matchMedia("(max-width: 70rem)")
const entries = new Map()
// The notifications that the app or its extension added.
let locals = []
const newNumbers = new Set()
const lockScreen = new LockScreen(choose, draw)
const pushList = new PushList(choose, draw)
const detail = new Detail()
let phone
// The selected push: the newest, until the user selects another one.
let chosen
let follows = true
let chosenFrom
let isWaiting = false

setText(byID("name"), name)
setText(byID("send"), `sealedpush-simulator send payload.json --to ${name}`)

// Coalesces changes within 60 milliseconds into one drawing.
function scheduleDrawing() {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => { isWaiting = false; draw() }, 60)
}

function draw() {
    if (!phone) return
    const newestFirst = [...entries.values()].sort((one, other) => other.number - one.number)
    if (follows || !entries.has(chosen)) chosen = newestFirst[0]?.number
    byID("follow").hidden = newestFirst.length === 0
    byID("follow").setAttribute("aria-pressed", follows)
    drawPhone()
    lockScreen.draw(phone, newestFirst, locals, chosen, (entry) => newNumbers.has(entry.number))
    pushList.draw(newestFirst, chosen)
    detail.draw(entries.get(chosen))
    announce([...newNumbers].map((number) => entries.get(number)).filter((entry) => entry?.isOnLockScreen))
    newNumbers.clear()
}

function drawPhone() {
    const { app, badge, isOnline, lockState, hasApp, languages, token } = phone
    document.title = `${badge > 0 ? `(${badge}) ` : ""}${name} · SealedPush`
    setText(byID("app-name"), appName(app))
    setText(byID("app-icon"), appName(app).charAt(0))
    setText(byID("badge"), badge > 999 ? "999+" : `${badge}`)
    byID("badge").setAttribute("aria-label", `badge ${badge}`)
    byID("badge").setAttribute("role", "img")
    byID("badge").hidden = badge === 0
    setText(byID("network"), isOnline ? "online" : "offline")
    setText(byID("lock"), lockStates[lockState])
    setText(byID("online"), isOnline ? "Go offline" : "Go online")
    setText(byID("lock-state"), lockState === "unlocked" ? "Lock" : "Unlock")
    byID("restart").disabled = lockState === "beforeFirstUnlock"
    setText(byID("renew-token"), hasApp ? "Renew token" : "Install app")
    byID("remove-app").disabled = !hasApp
    byID("network").classList.toggle("off", !isOnline)
    byID("lock").classList.toggle("off", lockState === "beforeFirstUnlock")
    setText(byID("facts"), `${app}${hasApp ? "" : ", removed"} · ${languages.join(", ")} · token ${token}`)
}

function updateClock() {
    const now = new Date()
    setText(byID("clock"), clockTime(now))
    setText(byID("date"), now.toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" }))
}
updateClock()
setInterval(updateClock, 5000)

// Selects a push. The arrow keys keep the focus in the list; Enter moves it to the detail, and so does a click in the
// narrow layout.
function choose(number, event) {
    chosen = number
    follows = false
    chosenFrom = event?.currentTarget ?? document.activeElement
    draw()
    const isKey = event?.detail === 0
    if (isKey || (event && narrow.matches)) {
        byID("detail-title").focus({ preventScroll: true })
        byID("detail").scrollIntoView({ block: "start" })
    }
}

byID("detail").addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return
    const back = chosenFrom?.isConnected ? chosenFrom : (lockScreen.find(chosen) ?? pushList.find(chosen))?.firstChild
    back?.focus()
})

follow(name, {
    onSnapshot(change) {
        apply(change, reuseUnchanged(change.entries))
        setText(byID("connection"), "live")
        byID("connection").className = "connection live"
        byID("error").hidden = true
    },
    onChange(change) {
        for (const entry of change.entries) {
            if (entry.isOnLockScreen && !entries.get(entry.number)?.isOnLockScreen) newNumbers.add(entry.number)
        }
        apply(change, change.entries)
    },
    onError(isUnknown) {
        setText(byID("connection"), isUnknown ? "no such phone" : "reconnecting …")
        byID("connection").className = "connection lost"
        if (isUnknown) showError(`There is no phone named ${name}. The page updates when it is added.`)
    },
})

function apply(change, changed) {
    phone = change.phone
    locals = change.locals ?? locals
    for (const entry of changed) entries.set(entry.number, entry)
    for (const number of entries.keys()) if (number < phone.oldest || phone.oldest === 0) entries.delete(number)
    scheduleDrawing()
}

// Returns the entries of a snapshot, with the existing object for each unchanged entry, so that it is not drawn again.
function reuseUnchanged(snapshot) {
    const old = new Map(entries)
    if (old.get(chosen)?.id !== snapshot.find((entry) => entry.number === chosen)?.id) follows = true
    entries.clear()
    return snapshot.map((entry) => {
        const before = old.get(entry.number)
        return before?.id === entry.id && JSON.stringify(before) === JSON.stringify(entry) ? before : entry
    })
}

function showError(text) {
    setText(byID("error"), text)
    byID("error").hidden = false
}

async function act(action) {
    try {
        const answer = await fetch(`/api/phones/${encodeURIComponent(name)}/${action}`, { method: "POST" })
        if (!answer.ok) showError(`The simulator answered ${answer.status} to ${action}.`)
        else byID("error").hidden = true
    } catch {
        showError(`The simulator does not answer; ${action} failed.`)
    }
}

byID("follow").onclick = () => { follows = !follows; draw() }
byID("online").onclick = () => act(phone?.isOnline ? "offline" : "online")
byID("lock-state").onclick = () => act(phone?.lockState === "unlocked" ? "lock" : "unlock")
for (const action of ["restart", "clear", "renew-token", "lose-key", "remove-app"]) byID(action).onclick = () => act(action)
