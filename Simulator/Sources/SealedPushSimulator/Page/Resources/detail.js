import { alertIn, bytesOf, dump, envelopeIn, plainHex, pretty } from "/bytes.js"
import { hiddenIn, visible } from "/characters.js"
import { at, copy, element, exactTime, foreign, setText } from "/elements.js"
import { absenceOf, fateOf } from "/fate.js"

const narrow = matchMedia("(max-width: 45rem)")

// What is known of one push: what Apple saw, what the extension did, and what came of it.
export class Detail {
    #entry
    #absence

    constructor() {
        for (const radio of document.querySelectorAll("input[name=view]")) radio.onchange = () => this.#drawBody()
        narrow.onchange = () => { if (this.#entry) this.#drawBody() }
        at("copy-text").onclick = () => copy(this.#entry.apple.body, at("copy-text"))
        at("copy-hex").onclick = () => copy(plainHex(bytesOf(this.#entry.apple)), at("copy-hex"))
        at("copy-content").onclick = () => copy(contentOf(this.#entry), at("copy-content"))
    }

    // Draws only what is not drawn already.
    draw(entry, entries) {
        const absence = entry && absenceOf(entry, entries)
        if (entry && entry === this.#entry && absence === this.#absence) return
        const isSame = entry !== undefined && entry.number === this.#entry?.number
        this.#entry = entry
        this.#absence = absence
        at("hint").hidden = entry !== undefined
        at("said").hidden = entry === undefined
        at("detail-pill").hidden = entry === undefined
        if (!entry) return setText(at("detail-title"), "No push yet")
        setText(at("detail-title"), `Push ${entry.number}`)
        if (!isSame) at("detail").scrollTop = 0
        this.#drawFate(entry, absence)
        this.#drawTwins(entry)
        this.#drawTimes(entry.timings)
        this.#drawRequest(entry.apple)
        this.#drawBody()
        this.#drawContent(entry)
    }

    #drawFate(entry, absence) {
        const { word, tone, sentence } = fateOf(entry)
        setText(at("detail-pill"), word)
        at("detail-pill").className = `pill ${tone}`
        setText(at("sentence"), absence ? `${sentence} ${absence}` : sentence)
        const { reason, explanation, extensionErrors = [], missedPushes } = entry.delivery ?? {}
        at("reason").hidden = !reason
        at("reason").className = `reason ${tone}`
        if (reason) at("reason").replaceChildren(element("code", "", reason), ` ${explanation ?? ""}`)
        const wrongs = extensionErrors.map((one) => [one.code, one.explanation])
        if (missedPushes) wrongs.push(["missed", `${missedPushes} pushes directly before this one have not arrived`])
        at("extension-errors").hidden = wrongs.length === 0
        at("extension-errors").replaceChildren(...wrongs.map(([code, words]) => {
            const item = element("li")
            item.append(element("code", "", code), ` ${words}`)
            return item
        }))
    }

    #drawTwins(entry) {
        const alert = alertIn(entry.apple)
        const seen = alert.map(([part, text]) => foreign("p", part.endsWith("key") ? "key" : part, text))
        if (alert.length === 0) seen.push(element("p", "quiet", "No alert."))
        const envelope = envelopeIn(entry.apple)
        seen.push(element("p", envelope ? "sealed" : "open", envelope
            ? `and ${envelope.length} characters that tell them nothing` : "Nothing of it is sealed."))
        at("apple-sees").replaceChildren(...seen)
        const content = entry.delivery?.content
        const shown = []
        for (const part of ["title", "subtitle", "body"]) if (content?.[part]) shown.push(foreign("p", part, content[part]))
        if (shown.length === 0) shown.push(element("p", "quiet", content ? "Nothing." : "Nothing yet."))
        const hidden = hiddenIn(["title", "subtitle", "body"].map((part) => content?.[part] ?? "").join(""))
        if (hidden.length > 0) {
            shown.push(element("p", "hidden-characters", `Characters that nobody sees: ${hidden.join("; ")}`))
        }
        at("user-sees").replaceChildren(...shown)
    }

    #drawTimes(timings) {
        const steps = timings?.called === undefined ? [] : [
            ["start", timings.called, "until the extension was called"],
            ["work", timings.answered, "in the extension, from the call to its answer"],
            ["late", timings.expired, "until it was told that its time is over"],
            ["end", timings.settled, "until the content was settled"],
        ].filter(([, end]) => end !== undefined)
        steps.sort(([, one], [, other]) => one - other)
        let before = 0
        const parts = steps.map(([kind, end, words]) => {
            const took = end - before
            before = end
            return { kind, took, words }
        })
        at("bar").hidden = parts.length === 0
        at("bar").replaceChildren(...parts.map(({ kind, took }) => {
            const part = element("span", kind)
            part.style.flexGrow = Math.max(took, timings.settled / 100)
            return part
        }))
        const lines = parts.map(({ kind, took, words }) => {
            const line = element("li", kind)
            line.append(element("b", "", `${took.toFixed(2)} ms`), ` ${words}`)
            return line
        })
        if (!timings) lines.push(element("li", "", "It was not called yet."))
        else if (parts.length === 0) lines.push(element("li", "", "The system did not call it."))
        else if (timings.answered === undefined) lines.push(element("li", "late", "It never answered."))
        at("times").replaceChildren(...lines)
    }

    #drawRequest(apple) {
        const facts = [["POST", apple.path], ...apple.headers]
        at("request").replaceChildren(...facts.flatMap(([name, value]) => {
            const said = element("dd")
            said.append(visible(value))
            return [element("dt", "", name), said]
        }))
    }

    #drawBody() {
        if (!this.#entry) return
        const { apple } = this.#entry
        const envelope = envelopeIn(apple)
        setText(at("body-title"), `The body, ${apple.byteCount} bytes`)
        const clear = apple.byteCount - (envelope?.length ?? 0)
        setText(at("share"), envelope === undefined ? "Everything in it can be read on the way."
            : `${envelope.length} of its bytes are the envelope, dimmed here; ${clear} can be read on the way.`)
        at("copy-text").hidden = apple.body === undefined
        const isHex = document.querySelector("input[name=view]:checked").value === "hex" || apple.body === undefined
        at("body").classList.toggle("hex", isHex)
        if (isHex) return at("body").replaceChildren(dump(bytesOf(apple), narrow.matches ? 8 : 16))
        if (envelope === undefined) return at("body").replaceChildren(visible(apple.body))
        const place = apple.body.indexOf(envelope)
        at("body").replaceChildren(visible(apple.body.slice(0, place)), element("span", "envelope", envelope),
                                   visible(apple.body.slice(place + envelope.length)))
    }

    #drawContent(entry) {
        at("content-part").hidden = !entry.delivery
        if (entry.delivery) at("content").replaceChildren(...linesOf(contentOf(entry)))
    }
}

// JSON in lines: those breaks are ours, and a break in a string is spelled as an escape.
const linesOf = (json) => json.split("\n").flatMap((line) => [visible(line), "\n"])

// The content by Apple's names, `userInfo` with every number as it was spelled.
function contentOf(entry) {
    const content = entry.delivery.content
    const nesting = (content.userInfo.match(/[[{]/g) ?? []).length
    return JSON.stringify({ ...content, userInfo: pretty(content.userInfo) }, null, nesting > 400 ? 0 : 2)
}
