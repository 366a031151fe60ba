import { announce } from "/announcer.js"
import { Detail } from "/detail.js"
import { appName, at, clockTime, setText } from "/elements.js"
import { LockScreen } from "/lock-screen.js"
import { PushList } from "/push-list.js"
import { follow } from "/stream.js"

const name = decodeURIComponent(location.pathname.split("/").pop())
const narrow = matchMedia("(max-width: 70rem)")
const entries = new Map()
const fresh = new Set()
const lockScreen = new LockScreen(choose, draw)
const pushList = new PushList(choose, draw)
const detail = new Detail()
let phone
// The push that is shown: the newest, until somebody chooses another.
let chosen
let follows = true
let chosenFrom
let isWaiting = false

setText(at("name"), name)
setText(at("send"), `sealedpush-simulator send payload.json --to ${name}`)

// Many changes are drawn at once.
function wait() {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => { isWaiting = false; draw() }, 60)
}

function draw() {
    if (!phone) return
    const newestFirst = [...entries.values()].sort((one, other) => other.number - one.number)
    if (follows || !entries.has(chosen)) chosen = newestFirst[0]?.number
    at("follow").hidden = newestFirst.length === 0
    at("follow").setAttribute("aria-pressed", follows)
    drawPhone()
    lockScreen.draw(phone, newestFirst, chosen, (entry) => fresh.has(entry.number))
    pushList.draw(newestFirst, chosen)
    detail.draw(entries.get(chosen), entries)
    announce([...fresh].map((number) => entries.get(number)).filter((entry) => entry?.isOnLockScreen))
    fresh.clear()
}

function drawPhone() {
    const { app, badge, isOnline, wasUnlocked, hasApp, languages, token } = phone
    document.title = `${badge > 0 ? `(${badge}) ` : ""}${name} · SealedPush`
    setText(at("app-name"), appName(app))
    setText(at("app-icon"), appName(app).charAt(0))
    setText(at("badge"), badge > 999 ? "999+" : `${badge}`)
    at("badge").setAttribute("aria-label", `badge ${badge}`)
    at("badge").setAttribute("role", "img")
    at("badge").hidden = badge === 0
    setText(at("network"), isOnline ? "online" : "offline")
    setText(at("lock"), wasUnlocked ? "locked" : "before the first unlock")
    setText(at("online"), isOnline ? "Go offline" : "Go online")
    setText(at("unlocked"), wasUnlocked ? "Restart" : "Unlock")
    setText(at("renew-token"), hasApp ? "Renew token" : "Install app")
    at("remove-app").disabled = !hasApp
    at("network").classList.toggle("off", !isOnline)
    at("lock").classList.toggle("off", !wasUnlocked)
    setText(at("facts"), `${app}${hasApp ? "" : ", removed"} · ${languages.join(", ")} · token ${token}`)
}

function tellTime() {
    const now = new Date()
    setText(at("clock"), clockTime(now))
    setText(at("date"), now.toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" }))
}
tellTime()
setInterval(tellTime, 5000)

// Shows a push. The arrow keys leave the keyboard in the list, Enter takes it to the detail, and so does a tap where
// the detail is not beside the list.
function choose(number, event) {
    chosen = number
    follows = false
    chosenFrom = event?.currentTarget ?? document.activeElement
    draw()
    const isKey = event?.detail === 0
    if (isKey || (event && narrow.matches)) {
        at("detail-title").focus({ preventScroll: true })
        at("detail").scrollIntoView({ block: "start" })
    }
}

at("detail").addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return
    const back = chosenFrom?.isConnected ? chosenFrom : (lockScreen.find(chosen) ?? pushList.find(chosen))?.firstChild
    back?.focus()
})

follow(name, {
    onWhole(change) {
        take(change, keepEqual(change.entries))
        setText(at("connection"), "live")
        at("connection").className = "connection live"
        at("trouble").hidden = true
    },
    onChange(change) {
        for (const entry of change.entries) {
            if (entry.isOnLockScreen && !entries.get(entry.number)?.isOnLockScreen) fresh.add(entry.number)
        }
        take(change, change.entries)
    },
    onTrouble(isUnknown) {
        setText(at("connection"), isUnknown ? "no such phone" : "looking for the simulator …")
        at("connection").className = "connection lost"
        if (isUnknown) trouble(`There is no phone ${name}. It appears here when it is added.`)
    },
})

function take(change, changed) {
    phone = change.phone
    for (const entry of changed) entries.set(entry.number, entry)
    for (const number of entries.keys()) if (number < phone.oldest || phone.oldest === 0) entries.delete(number)
    wait()
}

// After the connection was lost everything comes anew; what is the same stays, so that nothing on the page moves.
function keepEqual(whole) {
    const old = new Map(entries)
    if (old.get(chosen)?.id !== whole.find((entry) => entry.number === chosen)?.id) follows = true
    entries.clear()
    return whole.map((entry) => {
        const before = old.get(entry.number)
        return before?.id === entry.id && JSON.stringify(before) === JSON.stringify(entry) ? before : entry
    })
}

function trouble(words) {
    setText(at("trouble"), words)
    at("trouble").hidden = false
}

async function act(action) {
    try {
        const answer = await fetch(`/api/phones/${encodeURIComponent(name)}/${action}`, { method: "POST" })
        if (!answer.ok) trouble(`The simulator answered ${answer.status} to ${action}.`)
        else at("trouble").hidden = true
    } catch {
        trouble(`The simulator does not answer, so ${action} did not happen.`)
    }
}

at("follow").onclick = () => { follows = !follows; draw() }
at("online").onclick = () => act(phone?.isOnline ? "offline" : "online")
at("unlocked").onclick = () => act(phone?.wasUnlocked ? "restart" : "unlock")
for (const action of ["clear", "renew-token", "remove-app"]) at(action).onclick = () => act(action)
