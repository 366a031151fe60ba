import { appName, byID, button, clockTime, element, exactTime, pushText, setText } from "/elements.js"
import { shownTexts, statusOf, isPlaceholder } from "/status.js"
import { thumbnail } from "/attachments.js"
import { setChildren, items, pageSize, enableArrowKeys, setTabStop } from "/list.js"

const levels = { passive: "passive", timeSensitive: "time sensitive", critical: "critical" }

// The notifications of the phone: pushes by their number, and those that the app or its extension added by their identifier.
function itemsOf(entries, locals) {
    const pushes = entries.filter((entry) => entry.isOnLockScreen)
        .map((entry) => ({ key: entry.number, entry, shownAt: entry.acceptedAt, content: entry.delivery.content }))
    const others = locals.map((local) => ({ key: `local ${local.identifier}`, shownAt: local.shownAt, content: local.content }))
    return [...pushes, ...others].sort((one, other) =>
        other.shownAt - one.shownAt || (other.entry?.number ?? 0) - (one.entry?.number ?? 0))
}

// The lock screen: notifications grouped by thread, each thread collapsed under its newest notification.
export class LockScreen {
    #list = byID("threads")
    #banner = byID("banner")
    #bannerEnd
    #cards = new Map()
    #categories = {}
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

    draw(phone, entries, locals, chosen, isNew, isEmpty) {
        this.#app = phone.app
        this.#categories = phone.categories ?? {}
        const threads = new Map()
        const shown = itemsOf(entries, locals)
        for (const item of shown) {
            const thread = item.content.threadIdentifier ?? ""
            if (!threads.has(thread)) threads.set(thread, [])
            threads.get(thread).push(item)
        }
        byID("empty").hidden = shown.length > 0 || !isEmpty
        for (const thread of this.#threads.keys()) if (!threads.has(thread)) this.#threads.delete(thread)
        const kept = new Set()
        const nodes = [...threads].slice(0, this.#threadsShown).map(([thread, members]) =>
            this.#thread(thread, members, chosen, kept, isNew))
        const rest = threads.size - this.#threadsShown
        if (rest > 0) nodes.push(this.#moreThreads(rest))
        for (const key of this.#cards.keys()) if (!kept.has(key)) this.#cards.delete(key)
        setChildren(this.#list, nodes)
        setTabStop(this.#list)
        const arrived = shown.find(({ entry, content }) => entry && isNew(entry) && content.interruptionLevel !== "passive")
        if (phone.lockState !== "unlocked") this.#banner.replaceChildren()
        else if (arrived) this.#showBanner(arrived)
    }

    // Shows a notification at the top of the screen for 5 seconds, as an unlocked phone does when it arrives.
    #showBanner(item) {
        this.#banner.replaceChildren(this.#notice(item))
        clearTimeout(this.#bannerEnd)
        this.#bannerEnd = setTimeout(() => this.#banner.replaceChildren(), 5000)
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
        // A stack hides no critical alert, as on a phone.
        const isOnTop = ({ content }, index) => index === 0 || content.interruptionLevel === "critical"
        const visible = count > 1 && thread.isOpen ? members.slice(0, thread.shown) : members.filter(isOnTop).slice(0, thread.shown)
        const hidden = thread.isOpen ? 0 : count - visible.length
        setText(thread.head.lastChild, thread.isOpen ? `${count}, show less` : `${count}, show all`)
        thread.head.setAttribute("aria-expanded", thread.isOpen)
        thread.node.classList.toggle("stack", hidden > 0)
        thread.node.classList.toggle("deep", hidden > 1)
        setText(thread.more, `Show ${Math.min(pageSize, count - visible.length)} more of ${count - visible.length}`)
        setChildren(thread.cards, visible.map((item) => this.#card(item, chosen, kept, isNew)))
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

    #card(item, chosen, kept, isNew) {
        const source = item.entry ?? JSON.stringify(item.content)
        let card = this.#cards.get(item.key)
        if (card?.source !== source) {
            const old = card?.node
            card = { source, node: element("li") }
            card.node.append(this.#notice(item))
            if (old?.contains(document.activeElement)) {
                queueMicrotask(() => card.node.firstChild.focus({ preventScroll: true }))
            } else if (item.entry && isNew(item.entry)) {
                card.node.classList.add("new")
            }
            this.#cards.set(item.key, card)
        }
        kept.add(item.key)
        const isChosen = item.entry !== undefined && item.entry.number === chosen
        if (isChosen) card.node.firstChild.setAttribute("aria-current", "true")
        else card.node.firstChild.removeAttribute("aria-current")
        this.#drawActions(card.node, isChosen || !item.entry ? this.#categories[item.content.categoryIdentifier] : undefined)
        return card.node
    }

    // Shows the actions of the notification's category under a selected notification, as a long press does on a phone.
    #drawActions(card, actions = []) {
        const shown = JSON.stringify(actions)
        if ((card.dataset.actions ?? "[]") === shown) return
        card.dataset.actions = shown
        card.querySelector(".actions-of-notice")?.remove()
        if (actions.length === 0) return
        const list = element("ul", "actions-of-notice")
        list.setAttribute("aria-label", "Actions")
        list.append(...actions.map(({ title, isDestructive, takesText }) =>
            element("li", isDestructive ? "destructive" : "", takesText ? `${title} …` : title)))
        card.append(list)
    }

    #notice({ entry, shownAt, content }) {
        const { interruptionLevel, sound, badge, message } = content
        const { title, subtitle, body } = shownTexts(content)
        const notice = button("notice")
        if (entry) {
            notice.dataset.number = entry.number
            notice.onclick = (event) => this.#choose(entry.number, event)
        }
        if (interruptionLevel) notice.classList.add(interruptionLevel)
        const words = element("span", "words")
        if (interruptionLevel) words.append(element("span", "level", levels[interruptionLevel] ?? interruptionLevel))
        const head = element("span", "head")
        const time = element("time", "time", clockTime(shownAt))
        time.title = exactTime(shownAt)
        head.append(pushText("span", "title", title || appName(this.#app)), time)
        words.append(head)
        if (subtitle) words.append(pushText("span", "subtitle", subtitle))
        if (body) words.append(pushText("span", "body", body))
        const marks = element("span", "marks")
        if (entry && isPlaceholder(entry)) marks.append(element("span", "pill bad", statusOf(entry).label))
        if (!entry) marks.append(element("span", "fact", "added by the extension"))
        if (sound) marks.append(element("span", "fact", `♪ ${typeof sound === "string" ? sound : sound.name ?? "sound"}`))
        if (badge !== undefined) marks.append(element("span", "fact", `badge ${badge}`))
        if (marks.children.length > 0) words.append(marks)
        notice.append(message ? this.#portrait(message, entry?.picture) : this.#appIcon(), words)
        const picture = thumbnail(entry?.attachments ?? [])
        if (picture) notice.append(picture)
        return notice
    }

    #appIcon() {
        const icon = element("span", "icon", appName(this.#app).charAt(0))
        icon.setAttribute("aria-hidden", "true")
        return icon
    }

    // The round picture of the sender or the group, or initials without one, with the app's icon at its corner.
    #portrait({ sender, group }, picture) {
        const portrait = element("span", "portrait")
        portrait.setAttribute("aria-hidden", "true")
        if (picture) {
            const image = element("img")
            image.src = picture
            image.alt = ""
            portrait.append(image)
        } else {
            portrait.append(element("span", "initials", initials(group ?? sender)))
        }
        portrait.append(this.#appIcon())
        return portrait
    }
}

// Returns the first letters of the first and the last word of a name.
function initials(name) {
    const words = name.split(/\s+/u).filter(Boolean)
    return [words.at(0), words.length > 1 ? words.at(-1) : ""].map((word) => [...(word ?? "")].at(0) ?? "").join("")
}
