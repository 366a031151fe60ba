import { appName, byID, button, clockTime, element, exactTime, pushText, setText } from "/elements.js"
import { statusOf, isFallback } from "/status.js"
import { setChildren, items, pageSize, enableArrowKeys, setTabStop } from "/list.js"

const levels = { passive: "passive", timeSensitive: "time sensitive", critical: "critical" }

// The lock screen: notifications grouped by thread, each thread collapsed under its newest notification.
export class LockScreen {
    #list = byID("threads")
    #cards = new Map()
    #threads = new Map()
    #threadsShown = pageSize
    #app = ""
    #choose
    #redraw

    constructor(choose, redraw) {
        this.#choose = choose
        this.#redraw = redraw
        enableArrowKeys(this.#list, { onMove: (one) => { if (one.dataset.number) choose(Number(one.dataset.number)) } })
    }

    draw(phone, entries, chosen, isNew) {
        this.#app = phone.app
        const threads = new Map()
        let count = 0
        for (const entry of entries) {
            if (!entry.isOnLockScreen) continue
            const thread = entry.delivery.content.threadIdentifier ?? ""
            if (!threads.has(thread)) threads.set(thread, [])
            threads.get(thread).push(entry)
            count += 1
        }
        byID("empty").hidden = count > 0
        for (const thread of this.#threads.keys()) if (!threads.has(thread)) this.#threads.delete(thread)
        const kept = new Set()
        const nodes = [...threads].slice(0, this.#threadsShown).map(([thread, members]) =>
            this.#thread(thread, members, chosen, kept, isNew))
        const rest = threads.size - this.#threadsShown
        if (rest > 0) nodes.push(this.#moreThreads(rest))
        for (const number of this.#cards.keys()) if (!kept.has(number)) this.#cards.delete(number)
        setChildren(this.#list, nodes)
        setTabStop(this.#list)
    }

    find(number) { return this.#cards.get(number)?.node }

    #thread(name, members, chosen, kept, isNew) {
        let thread = this.#threads.get(name)
        if (!thread) {
            thread = { isOpen: false, shown: pageSize, node: element("li", "thread"), cards: element("ul", "cards") }
            thread.head = button("thread-head")
            thread.head.append(
                pushText("span", "thread-name", name || "Other notifications"), element("span", "thread-count"))
            thread.head.onclick = () => { thread.isOpen = !thread.isOpen; thread.shown = pageSize; this.#redraw() }
            thread.more = button("more")
            thread.more.onclick = () => this.#showMore(thread)
            thread.cards.setAttribute("aria-label", name ? `Thread ${name}` : "Other notifications")
            this.#threads.set(name, thread)
        }
        const count = members.length
        const visible = count > 1 && thread.isOpen ? members.slice(0, thread.shown) : members.slice(0, 1)
        setText(thread.head.lastChild, thread.isOpen ? `${count}, show less` : `${count}, show all`)
        thread.head.setAttribute("aria-expanded", thread.isOpen)
        thread.node.classList.toggle("stack", count > 1 && !thread.isOpen)
        thread.node.classList.toggle("deep", count > 2 && !thread.isOpen)
        setText(thread.more, `Show ${Math.min(pageSize, count - visible.length)} more of ${count - visible.length}`)
        setChildren(thread.cards, visible.map((entry) => this.#card(entry, chosen, kept, isNew)))
        const nodes = count > 1 ? [thread.head, thread.cards] : [thread.cards]
        if (thread.isOpen && count > visible.length) nodes.push(thread.more)
        setChildren(thread.node, nodes)
        return thread.node
    }

    #showMore(thread) {
        const next = thread.cards.children.length
        thread.shown += pageSize
        this.#redraw()
        items(thread.cards)[next]?.focus()
    }

    #moreThreads(rest) {
        const item = element("li", "thread")
        const more = button("more", `Show ${Math.min(pageSize, rest)} more threads of ${rest}`)
        more.onclick = () => {
            const next = this.#threadsShown
            this.#threadsShown += pageSize
            this.#redraw()
            items(this.#list.children[next])[0]?.focus()
        }
        item.append(more)
        return item
    }

    #card(entry, chosen, kept, isNew) {
        let card = this.#cards.get(entry.number)
        if (card?.entry !== entry) {
            const old = card?.node
            card = { entry, node: element("li") }
            card.node.append(this.#notice(entry))
            if (old?.contains(document.activeElement)) {
                queueMicrotask(() => card.node.firstChild.focus({ preventScroll: true }))
            } else if (isNew(entry)) {
                card.node.classList.add("new")
            }
            this.#cards.set(entry.number, card)
        }
        kept.add(entry.number)
        if (entry.number === chosen) card.node.firstChild.setAttribute("aria-current", "true")
        else card.node.firstChild.removeAttribute("aria-current")
        return card.node
    }

    #notice(entry) {
        const { title, subtitle, body, interruptionLevel, sound, badge } = entry.delivery.content
        const notice = button("notice")
        notice.dataset.number = entry.number
        notice.onclick = (event) => this.#choose(entry.number, event)
        if (interruptionLevel) notice.classList.add(interruptionLevel)
        const icon = element("span", "icon", appName(this.#app).charAt(0))
        icon.setAttribute("aria-hidden", "true")
        const words = element("span", "words")
        if (interruptionLevel) words.append(element("span", "level", levels[interruptionLevel] ?? interruptionLevel))
        const head = element("span", "head")
        const time = element("time", "time", clockTime(entry.acceptedAt))
        time.title = exactTime(entry.acceptedAt)
        head.append(pushText("span", "title", title || appName(this.#app)), time)
        words.append(head)
        if (subtitle) words.append(pushText("span", "subtitle", subtitle))
        if (body) words.append(pushText("span", "body", body))
        const marks = element("span", "marks")
        if (isFallback(entry)) marks.append(element("span", "pill bad", statusOf(entry).label))
        if (sound) marks.append(element("span", "fact", `♪ ${typeof sound === "string" ? sound : sound.name ?? "sound"}`))
        if (badge !== undefined) marks.append(element("span", "fact", `badge ${badge}`))
        if (marks.children.length > 0) words.append(marks)
        notice.append(icon, words)
        return notice
    }
}
