import { alertIn } from "/bytes.js"
import { at, button, element, exactTime, foreign, setText } from "/elements.js"
import { fateOf, isAway, isFallback } from "/fate.js"
import { arrange, items, portion, rove, setStop } from "/list.js"

const kinds = { all: () => true, fallback: isFallback, away: isAway }

// Every push that was sent to the phone, the newest first.
export class PushList {
    #list = at("pushes")
    #rows = new Map()
    #shown = portion
    #kind = "all"
    #more = element("li")
    #choose

    constructor(choose, redraw) {
        this.#choose = choose
        rove(this.#list, { onMove: (one) => { if (one.dataset.number) choose(Number(one.dataset.number)) } })
        for (const radio of document.querySelectorAll("input[name=kind]")) {
            radio.onchange = () => { this.#kind = radio.value; this.#shown = portion; redraw() }
        }
        const more = button("more")
        more.onclick = () => {
            const next = this.#shown
            this.#shown += portion
            redraw()
            items(this.#list)[next]?.focus()
        }
        this.#more.append(more)
    }

    draw(entries, chosen) {
        setText(at("count"), `${entries.length}`)
        setText(at("fallbacks"), `${entries.filter(isFallback).length}`)
        setText(at("aways"), `${entries.filter(isAway).length}`)
        const listed = entries.filter(kinds[this.#kind])
        at("no-push").hidden = listed.length > 0
        const visible = listed.slice(0, this.#shown)
        const nodes = visible.map((entry) => this.#row(entry, chosen))
        const kept = new Set(visible.map((entry) => entry.number))
        for (const number of this.#rows.keys()) if (!kept.has(number)) this.#rows.delete(number)
        const rest = listed.length - visible.length
        if (rest > 0) {
            setText(this.#more.firstChild, `Show ${Math.min(portion, rest)} more of ${rest}`)
            nodes.push(this.#more)
        }
        arrange(this.#list, nodes)
        setStop(this.#list)
    }

    find(number) { return this.#rows.get(number)?.node }

    #row(entry, chosen) {
        let row = this.#rows.get(entry.number)
        if (!row) {
            const push = button("push")
            push.dataset.number = entry.number
            push.onclick = (event) => this.#choose(entry.number, event)
            push.append(foreign("span", "what", ""), element("time", "time"), element("span", "pill"),
                        element("span", "took"), element("span", "number", `push ${entry.number}`))
            row = { node: element("li") }
            row.node.append(push)
            this.#rows.set(entry.number, row)
        }
        const push = row.node.firstChild
        if (row.entry !== entry) {
            row.entry = entry
            const [what, time, pill, took] = push.children
            const { title, subtitle, body } = entry.delivery?.content ?? Object.fromEntries(alertIn(entry.apple))
            setText(what, title || subtitle || body || "No alert")
            const { word, tone } = fateOf(entry)
            setText(pill, word)
            pill.className = `pill ${tone}`
            setText(took, entry.timings?.extension === undefined ? "" : `${entry.timings.extension.toFixed(1)} ms`)
            setText(time, exactTime(entry.acceptedAt))
        }
        if (entry.number === chosen) push.setAttribute("aria-current", "true")
        else push.removeAttribute("aria-current")
        return row.node
    }
}
