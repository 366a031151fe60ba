import { Activities } from "/activities.js"
import { announce } from "/announcer.js"
import { Detail } from "/detail.js"
import { appName, byID, clockTime, copy, direction, locales, moveClock, now, setText } from "/elements.js"
import { showCommand } from "/command.js"
import { lockStates } from "/status.js"
import { LockScreen } from "/lock-screen.js"
import { PushList } from "/push-list.js"
import { SendForm } from "/send.js"
import { CopiedStorage } from "/storage.js"
import { follow } from "/stream.js"

const name = decodeURIComponent(location.pathname.split("/").pop())
const narrow = matchMedia("(max-width: 70rem)")
const entries = new Map()
// The notifications that the app or its extension added.
let locals = []
let shownActivities = []
const newNumbers = new Set()
const lockScreen = new LockScreen(choose, draw)
const pushList = new PushList(choose, draw)
const activities = new Activities(choose)
const sendForm = new SendForm(name, () => {
    // In the narrow layout the form is below the phone.
    if (matchMedia("(max-width: 45rem)").matches) byID("handset").scrollIntoView({ block: "start" })
})
const detail = new Detail(name)
const storage = new CopiedStorage(name)
let phone
// The selected push: the newest, until the user selects another one. Its apns-id identifies it after a reconnection.
let chosen
let chosenID
let follows = true
let chosenFrom
let isWaiting = false
// The pushes of the page's earlier connection.
let earlier = new Map()

setText(byID("name"), name)
showCommand(byID("send"), `send payload.json --to ${name}`)

// Coalesces changes within 60 milliseconds into one drawing.
function scheduleDrawing() {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => { isWaiting = false; draw() }, 60)
}

function draw() {
    if (!phone) return
    const isComplete = phone.oldest === 0 || entries.has(phone.oldest)
    byID("loading").hidden = true
    const newestFirst = [...entries.values()].sort((one, other) => other.number - one.number)
    const selected = entries.get(chosen)
    // A selected push that is not loaded yet stays selected.
    if (selected ? selected.id !== chosenID : isComplete) follows = true
    if (follows) select(newestFirst[0]?.number)
    byID("follow").hidden = newestFirst.length === 0
    byID("follow").setAttribute("aria-pressed", follows)
    drawPhone()
    activities.draw(shownActivities, chosen)
    sendForm.draw(phone, shownActivities)
    lockScreen.draw(phone, newestFirst, locals, chosen, (entry) => newNumbers.has(entry.number),
                    isComplete && shownActivities.length === 0)
    pushList.draw(newestFirst, chosen, isComplete)
    detail.draw(entries.get(chosen) ?? earlier.get(chosen), phone.keys)
    storage.draw(phone)
    announce([...newNumbers].map((number) => entries.get(number)).filter((entry) => entry?.isOnLockScreen || entry?.activity))
    newNumbers.clear()
}

function select(number) {
    chosen = number
    chosenID = entries.get(number)?.id
}

function drawPhone() {
    const { app, badge, isOnline, lockState, hasApp, languages, token, startToken, server } = phone
    document.title = `${badge > 0 ? `(${badge}) ` : ""}${name} · SealedPush`
    setText(byID("app-name"), appName(app))
    setText(byID("app-icon"), appName(app).charAt(0))
    setText(byID("badge"), badge > 999 ? "999+" : `${badge}`)
    byID("badge").setAttribute("aria-label", `badge ${badge}`)
    byID("badge").setAttribute("role", "img")
    byID("badge").hidden = badge === 0
    for (const part of byID("dock").children) part.hidden = !hasApp
    setText(byID("network"), isOnline ? "online" : "offline")
    setText(byID("lock"), lockStates[lockState])
    setText(byID("online"), isOnline ? "Go offline" : "Go online")
    setText(byID("lock-state"), lockState === "unlocked" ? "Lock" : "Unlock")
    byID("restart").disabled = lockState === "beforeFirstUnlock"
    setText(byID("renew-token"), hasApp ? "Renew token" : "Install app")
    byID("remove-app").disabled = !hasApp
    byID("network").classList.toggle("off", !isOnline)
    byID("lock").classList.toggle("off", lockState === "beforeFirstUnlock")
    const about = [`${app}${hasApp ? "" : ", removed"}`, languages.join(", "), server ? `server ${server}` : ""]
    // The screen of an Arabic phone is mirrored.
    const [locale = "en"] = locales(languages)
    byID("handset").lang = locale
    byID("handset").dir = direction(locale)
    updateClock()
    byID("facts").hidden = false
    setText(byID("about"), about.filter(Boolean).join(" · "))
    setText(byID("token"), token)
    setText(byID("start-token"), startToken ?? "")
    byID("start-facts").hidden = startToken === undefined
    if (!server) return
    // The command seals with the keys of the simulator's own provider. The path on which a server takes pushes is not known.
    setText(byID("sender"), `${server} seals for this phone: send a push with that server.`)
    byID("send").parentElement.hidden = true
}

function updateClock() {
    const time = new Date(now())
    setText(byID("clock"), clockTime(time))
    setText(byID("date"), time.toLocaleDateString(locales(phone?.languages ?? []), { weekday: "long", day: "numeric", month: "long" }))
}
updateClock()
setInterval(updateClock, 5000)

// Selects a push. The arrow keys keep the focus in the list; Enter moves it to the detail, and so does a click in the
// narrow layout.
function choose(number, event) {
    select(number)
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
        earlier = new Map(entries)
        entries.clear()
        apply(change, change.entries.map(unchanged))
        showKnown(true)
        setText(byID("connection"), "live")
        byID("connection").className = "connection live"
        byID("error").hidden = true
    },
    onOlder(change) {
        apply(change, change.entries.map(unchanged))
    },
    onChange(change) {
        for (const entry of change.entries) {
            const before = entries.get(entry.number)
            const isAlert = entry.activity && entry.activity.effect !== "ignored" && entry.headline && !before?.activity
            if (isAlert || (entry.isOnLockScreen && !before?.isOnLockScreen)) newNumbers.add(entry.number)
        }
        apply(change, change.entries)
    },
    onError(isUnknown) {
        setText(byID("connection"), isUnknown ? "no such phone" : "reconnecting …")
        byID("connection").className = "connection lost"
        if (isUnknown) showKnown(false)
    },
})

function apply(change, changed) {
    phone = change.phone
    moveClock(phone.secondsAhead)
    locals = change.locals ?? locals
    shownActivities = change.activities ?? shownActivities
    for (const entry of changed) entries.set(entry.number, entry)
    for (const number of entries.keys()) if (number < phone.oldest || phone.oldest === 0) entries.delete(number)
    scheduleDrawing()
}

// Returns the object of the earlier connection for an unchanged push, so that it is not drawn again.
function unchanged(entry) {
    const before = earlier.get(entry.number)
    return before?.id === entry.id && JSON.stringify(before) === JSON.stringify(entry) ? before : entry
}

// Shows the phone, or that the simulator does not have it.
function showKnown(isKnown) {
    for (const id of ["main", "actions", "open-send"]) byID(id).hidden = !isKnown
    byID("unknown").hidden = isKnown
    if (isKnown) return
    byID("facts").hidden = true
    byID("send-form").hidden = true
    setText(byID("unknown-name"), name)
    document.title = "No such phone · SealedPush"
}

function showError(text) {
    setText(byID("error"), text)
    byID("error").hidden = false
}

// The results of the actions, for screen readers.
const results = {
    online: "is online", offline: "is offline", lock: "is locked", unlock: "is unlocked", clear: "shows no notifications",
    restart: "is restarted, and not unlocked yet", "renew-token": "has a new device token", "lose-key": "has lost its keys",
    "remove-app": "has no app", "copy-storage": "has its storage copied", "open-app": "has opened its app, and pinned the server's keys",
}

// Performs an action by a button, which has no effect until the answer.
async function act(action, from) {
    if (from.ariaDisabled === "true") return
    from.ariaDisabled = "true"
    try {
        const answer = await fetch(`/api/phones/${encodeURIComponent(name)}/${action}`, { method: "POST" })
        if (!answer.ok) return showError(await reasonIn(answer) ?? `The simulator answered ${answer.status} to ${action}.`)
        byID("error").hidden = true
        byID("action-result").textContent = `${name} ${results[action]}`
    } catch {
        showError(`The simulator does not answer; ${action} failed.`)
    } finally {
        from.ariaDisabled = null
    }
}

// Returns the reason of a refusal by the simulator; undefined without one.
async function reasonIn(answer) {
    try {
        return (await answer.json()).reason
    } catch {
        return undefined
    }
}

byID("follow").onclick = () => { follows = !follows; draw() }
byID("copy-token").onclick = () => copy(phone.token, byID("copy-token"))
byID("copy-start-token").onclick = () => copy(phone.startToken, byID("copy-start-token"))
const actions = {
    online: () => phone?.isOnline ? "offline" : "online", "lock-state": () => phone?.lockState === "unlocked" ? "lock" : "unlock",
}
for (const id of ["online", "lock-state", "restart", "open-app", "clear", "renew-token", "lose-key", "remove-app", "copy-storage"]) {
    byID(id).onclick = () => act(actions[id]?.() ?? id, byID(id))
}
