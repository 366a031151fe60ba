import { alertIn, bytesOf, dump, envelopeIn, plainHex, pretty } from "/bytes.js"
import { hiddenIn, visible } from "/characters.js"
import { byID, copy, element, exactTime, pushText, setText } from "/elements.js"
import { absenceOf, shownTexts, statusOf } from "/status.js"

const narrow = matchMedia("(max-width: 45rem)")

// The detail view of one push: the request, the extension's timings, and the result.
export class Detail {
    #entry

    constructor() {
        for (const radio of document.querySelectorAll("input[name=view]")) radio.onchange = () => this.#drawBody()
        narrow.onchange = () => { if (this.#entry) this.#drawBody() }
        byID("copy-text").onclick = () => copy(this.#entry.apple.body, byID("copy-text"))
        byID("copy-hex").onclick = () => copy(plainHex(bytesOf(this.#entry.apple)), byID("copy-hex"))
        byID("copy-content").onclick = () => copy(contentOf(this.#entry), byID("copy-content"))
    }

    // Draws the entry unless it is already drawn.
    draw(entry) {
        if (entry && entry === this.#entry) return
        const isSame = entry !== undefined && entry.number === this.#entry?.number
        this.#entry = entry
        byID("hint").hidden = entry !== undefined
        byID("push-detail").hidden = entry === undefined
        byID("detail-pill").hidden = entry === undefined
        if (!entry) return setText(byID("detail-title"), "No push yet")
        setText(byID("detail-title"), `Push ${entry.number}`)
        if (!isSame) byID("detail").scrollTop = 0
        this.#drawStatus(entry)
        this.#drawComparison(entry)
        this.#drawTimes(entry.timings)
        this.#drawRequest(entry.apple)
        this.#drawBody()
        this.#drawContent(entry)
    }

    #drawStatus(entry) {
        const { label, tone, sentence } = statusOf(entry)
        const absence = absenceOf(entry)
        setText(byID("detail-pill"), label)
        byID("detail-pill").className = `pill ${tone}`
        setText(byID("sentence"), [sentence, absence, commandsOf(entry)].filter(Boolean).join(" "))
        const { reason, explanation, extensionErrors = [], missedPushes } = entry.delivery ?? {}
        byID("reason").hidden = !reason
        byID("reason").className = `reason ${tone}`
        if (reason) byID("reason").replaceChildren(element("code", "", reason), ` ${explanation ?? ""}`)
        const problems = extensionErrors.map((one) => [one.code, one.explanation])
        if (missedPushes) problems.push(["missed", `${missedPushes} pushes directly before this one have not arrived`])
        byID("extension-errors").hidden = problems.length === 0
        byID("extension-errors").replaceChildren(...problems.map(([code, text]) => {
            const item = element("li")
            item.append(element("code", "", code), ` ${text}`)
            return item
        }))
        this.#drawKeyReports(entry.reports)
    }

    #drawKeyReports(reports = []) {
        byID("key-reports").hidden = reports.length === 0
        byID("key-reports").replaceChildren(...reports.map((report) => {
            const item = element("li")
            item.append("Key report: ", element("code", "", report.action ?? "no answer"), ` ${sentenceOf(report)}`)
            return item
        }))
    }

    #drawComparison(entry) {
        const alert = alertIn(entry.apple)
        const visibleParts = alert.map(([part, text]) => pushText("p", part.endsWith("key") ? "key" : part, text))
        if (alert.length === 0) visibleParts.push(element("p", "quiet", "No alert."))
        const envelope = envelopeIn(entry.apple)
        visibleParts.push(element("p", envelope ? "sealed" : "open", envelope
            ? `and an encrypted envelope of ${envelope.length} characters` : "The push is not sealed."))
        byID("apple-sees").replaceChildren(...visibleParts)
        const content = entry.delivery && shownTexts(entry.delivery.content)
        const shown = []
        for (const part of ["title", "subtitle", "body"]) if (content?.[part]) shown.push(pushText("p", part, content[part]))
        if (shown.length === 0) shown.push(element("p", "quiet", content ? "No text." : "Not delivered yet."))
        const hidden = hiddenIn(["title", "subtitle", "body"].map((part) => content?.[part] ?? "").join(""))
        if (hidden.length > 0) {
            shown.push(element("p", "hidden-characters", `Invisible characters: ${hidden.join("; ")}`))
        }
        byID("user-sees").replaceChildren(...shown)
    }

    #drawTimes(timings) {
        const steps = timings?.called === undefined ? [] : [
            ["start", timings.called, "until the extension was called"],
            ["work", timings.answered, "in the extension, from the call to its answer"],
            ["late", timings.expired, "until the extension was notified of the timeout"],
            ["end", timings.settled, "until the content was final"],
        ].filter(([, end]) => end !== undefined)
        steps.sort(([, one], [, other]) => one - other)
        let before = 0
        const parts = steps.map(([kind, end, label]) => {
            const took = end - before
            before = end
            return { kind, took, label }
        })
        byID("bar").hidden = parts.length === 0
        byID("bar").replaceChildren(...parts.map(({ kind, took }) => {
            const part = element("span", kind)
            part.style.flexGrow = Math.max(took, timings.settled / 100)
            return part
        }))
        const lines = parts.map(({ kind, took, label }) => {
            const line = element("li", kind)
            line.append(element("b", "", `${took.toFixed(2)} ms`), ` ${label}`)
            return line
        })
        if (!timings) lines.push(element("li", "", "The extension was not called yet."))
        else if (parts.length === 0) lines.push(element("li", "", "The system did not call the extension."))
        else if (timings.answered === undefined) lines.push(element("li", "late", "The extension did not answer."))
        byID("times").replaceChildren(...lines)
    }

    #drawRequest(apple) {
        const facts = [["POST", apple.path], ...apple.headers]
        byID("request").replaceChildren(...facts.flatMap(([name, value]) => {
            const description = element("dd")
            description.append(visible(value))
            return [element("dt", "", name), description]
        }))
    }

    #drawBody() {
        if (!this.#entry) return
        const { apple } = this.#entry
        const envelope = envelopeIn(apple)
        setText(byID("body-title"), `Body, ${apple.byteCount} bytes`)
        const clear = apple.byteCount - (envelope?.length ?? 0)
        setText(byID("share"), envelope === undefined ? "Intermediaries can read the whole body."
            : `${envelope.length} bytes are the envelope (dimmed); intermediaries can read the other ${clear}.`)
        byID("copy-text").hidden = apple.body === undefined
        const isHex = document.querySelector("input[name=view]:checked").value === "hex" || apple.body === undefined
        byID("body").classList.toggle("hex", isHex)
        if (isHex) return byID("body").replaceChildren(dump(bytesOf(apple), narrow.matches ? 8 : 16))
        if (envelope === undefined) return byID("body").replaceChildren(visible(apple.body))
        const index = apple.body.indexOf(envelope)
        byID("body").replaceChildren(visible(apple.body.slice(0, index)), element("span", "envelope", envelope),
                                     visible(apple.body.slice(index + envelope.length)))
    }

    #drawContent(entry) {
        byID("content-part").hidden = !entry.delivery
        if (entry.delivery) byID("content").replaceChildren(...linesWithMarks(contentOf(entry)))
    }
}

// Returns the result of the push's sealed commands as text; undefined without commands.
function commandsOf({ delivery }) {
    if (!delivery?.commands) return undefined
    const { end, removed, replaced } = delivery.commands
    const what = `Its commands removed ${notifications(removed)} and replaced ${notifications(replaced)}`
    return end === "done" ? `${what}.` : `${what}; their end is ${end}.`
}

const notifications = (count) => count === 1 ? "1 notification" : `${count} notifications`

// Returns a key report that the app sent to its server, and what the app did, as text.
function sentenceOf({ subject, key, standing, enrolled, pinned, failed }) {
    const cause = `The push was sealed ${subject === "sender" ? "by" : "to"} key ${key}, which is ${standing} on the phone.`
    if (enrolled) return `${cause} The app has enrolled key ${enrolled}.`
    if (pinned) return `${cause} The app has pinned the provider's key ${pinned}.`
    return failed ? `${cause} The app failed: ${failed}` : `${cause} There was nothing to do.`
}

// Returns the lines of indented JSON. Line feeds inside strings are escapes, so each line break is one of the indentation.
const linesWithMarks = (json) => json.split("\n").flatMap((line) => [visible(line), "\n"])

// Returns the content as JSON with Apple's property names; `userInfo` keeps the text of every number.
function contentOf(entry) {
    const content = entry.delivery.content
    const nesting = (content.userInfo.match(/[[{]/g) ?? []).length
    return JSON.stringify({ ...content, userInfo: pretty(content.userInfo) }, null, nesting > 400 ? 0 : 2)
}
