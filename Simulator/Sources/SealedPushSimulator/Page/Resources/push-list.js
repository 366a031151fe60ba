import { alertIn } from "/bytes.js"
import { byID, button, element, exactTime, pushText, setText } from "/elements.js"
import { shownTexts, statusOf, isUndelivered, isFallback } from "/status.js"
import { setChildren, items, pageSize, enableArrowKeys, setTabStop } from "/list.js"

const kinds = { all: () => true, fallback: isFallback, undelivered: isUndelivered }

// The list of all pushes to the phone, newest first.
export class PushList {
    #list = byID("pushes")
    #rows = new Map()
    #shown = pageSize
    #kind = "all"
    #more = element("li")
    #choose

    constructor(choose, redraw) {
        this.#choose = choose
        enableArrowKeys(this.#list, { onMove: (one) => { if (one.dataset.number) choose(Number(one.dataset.number)) } })
        for (const radio of document.querySelectorAll("input[name=kind]")) {
            radio.onchange = () => { this.#kind = radio.value; this.#shown = pageSize; redraw() }
        }
        const more = button("more")
        more.onclick = () => {
            const next = this.#shown
            this.#shown += pageSize
            redraw()
            items(this.#list)[next]?.focus()
        }
        this.#more.append(more)
    }

    draw(entries, chosen) {
        setText(byID("count"), `${entries.length}`)
        setText(byID("fallbacks"), `${entries.filter(isFallback).length}`)
        setText(byID("undelivered"), `${entries.filter(isUndelivered).length}`)
        const listed = entries.filter(kinds[this.#kind])
        byID("no-push").hidden = listed.length > 0
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
            const { title, subtitle, body } = entry.delivery ? shownTexts(entry.delivery.content)
                : Object.fromEntries(alertIn(entry.apple))
            setText(headline, title || subtitle || body || "No alert")
            const { label, tone } = statusOf(entry)
            setText(pill, label)
            pill.className = `pill ${tone}`
            setText(took, entry.timings?.extension === undefined ? "" : `${entry.timings.extension.toFixed(1)} ms`)
            setText(time, exactTime(entry.acceptedAt))
        }
        if (entry.number === chosen) push.setAttribute("aria-current", "true")
        else push.removeAttribute("aria-current")
        return row.node
    }
}
