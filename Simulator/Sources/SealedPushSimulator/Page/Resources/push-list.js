import { byID, button, element, exactTime, pushText, setText } from "/elements.js"
import { shownTexts, statusOf, isUndelivered, isPlaceholder, isRefused } from "/status.js"
import { setChildren, items, pageSize, enableArrowKeys, setTabStop } from "/list.js"

const kinds = { all: () => true, placeholder: isPlaceholder, undelivered: isUndelivered, refused: isRefused }

// The list of all pushes to the phone, newest first.
export class PushList {
    #list = byID("pushes")
    #rows = new Map()
    #shown = pageSize
    #kind = "all"
    #words = ""
    #more = element("li")
    #choose

    constructor(choose, redraw) {
        this.#choose = choose
        enableArrowKeys(this.#list, { onMove: (one) => { if (one.dataset.number) choose(Number(one.dataset.number)) } })
        for (const radio of document.querySelectorAll("input[name=kind]")) {
            radio.onchange = () => { this.#kind = radio.value; this.#shown = pageSize; redraw() }
        }
        byID("find").oninput = () => { this.#words = byID("find").value.trim().toLowerCase(); this.#shown = pageSize; redraw() }
        const more = button("more")
        more.onclick = () => {
            const next = this.#shown
            this.#shown += pageSize
            redraw()
            items(this.#list)[next]?.focus()
        }
        this.#more.append(more)
    }

    draw(entries, chosen, isComplete) {
        setText(byID("count"), isComplete ? `${entries.length}` : `${entries.length}, loading …`)
        setText(byID("placeholders"), `${entries.filter(isPlaceholder).length}`)
        setText(byID("undelivered"), `${entries.filter(isUndelivered).length}`)
        setText(byID("refused"), `${entries.filter(isRefused).length}`)
        const listed = entries.filter(kinds[this.#kind]).filter((entry) => this.#isFound(entry))
        byID("no-push").hidden = listed.length > 0
        setText(byID("no-push"), isComplete ? "None." : "Loading …")
        const visible = listed.slice(0, this.#shown)
        const nodes = visible.map((entry) => this.#row(entry, chosen))
        const kept = new Set(visible.map((entry) => entry.number))
        for (const number of this.#rows.keys()) if (!kept.has(number)) this.#rows.delete(number)
        const rest = listed.length - visible.length
        if (rest > 0) {
            setText(this.#more.firstChild, `Show ${Math.min(pageSize, rest)} more of ${rest}`)
            nodes.push(this.#more)
        }
        setChildren(this.#list, nodes)
        setTabStop(this.#list)
    }

    // A push is found by a part of its apns-id or of its first text.
    #isFound(entry) {
        return this.#words === "" || entry.id.toLowerCase().includes(this.#words)
            || headlineOf(entry).toLowerCase().includes(this.#words)
    }

    find(number) { return this.#rows.get(number)?.node }

    #row(entry, chosen) {
        let row = this.#rows.get(entry.number)
        if (!row) {
            const push = button("push")
            push.dataset.number = entry.number
            push.onclick = (event) => this.#choose(entry.number, event)
            push.append(pushText("span", "headline", ""), element("time", "time"), element("span", "pill"),
                        element("span", "took"), element("span", "number", `push ${entry.number}`))
            row = { node: element("li") }
            row.node.append(push)
            this.#rows.set(entry.number, row)
        }
        const push = row.node.firstChild
        if (row.entry !== entry) {
            row.entry = entry
            const [headline, time, pill, took] = push.children
            setText(headline, headlineOf(entry))
            const { label, tone } = statusOf(entry)
            setText(pill, label)
            pill.className = `pill ${tone}`
            setText(took, entry.extension === undefined ? "" : `${entry.extension.toFixed(1)} ms`)
            setText(time, exactTime(entry.acceptedAt))
        }
        if (entry.number === chosen) push.setAttribute("aria-current", "true")
        else push.removeAttribute("aria-current")
        return row.node
    }
}

function headlineOf(entry) {
    if (entry.refusal) return "Refused push"
    const { title, subtitle, body } = entry.delivery ? shownTexts(entry.delivery.content) : {}
    return title || subtitle || body || entry.headline || (entry.pushType === "liveactivity" ? "Live Activity" : "No alert")
}
