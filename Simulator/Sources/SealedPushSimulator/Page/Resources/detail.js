import { alertIn, bytesOf, dump, envelopesIn, headerOf, plainHex, pretty } from "/bytes.js"
import { hiddenIn, visible } from "/characters.js"
import { byID, copy, element, exactTime, now, pushText, setText } from "/elements.js"
import { contentList } from "/activities.js"
import { expanded, results } from "/attachments.js"
import { requestRows } from "/request.js"
import { absenceOf, isRefused, shownTexts, statusOf } from "/status.js"
import { dayOf } from "/storage.js"

const narrow = matchMedia("(max-width: 45rem)")

// The detail view of one push: the request, the extension's timings, and the result. It requests them from the simulator, since
// the lists have only what they show.
export class Detail {
    // The push of the lists that is shown or requested.
    #listed
    // The same push with its details.
    #entry
    #path
    #request = new AbortController()
    #keys

    constructor(phone) {
        this.#path = `/api/phones/${encodeURIComponent(phone)}/pushes/`
        for (const radio of document.querySelectorAll("input[name=view]")) radio.onchange = () => this.#drawBody()
        narrow.onchange = () => { if (this.#entry) this.#drawBody() }
        byID("copy-id").onclick = () => copy(this.#listed.id, byID("copy-id"))
        byID("copy-text").onclick = () => copy(this.#entry.apple.body, byID("copy-text"))
        byID("copy-hex").onclick = () => copy(plainHex(bytesOf(this.#entry.apple)), byID("copy-hex"))
        byID("copy-content").onclick = () => copy(contentOf(this.#entry), byID("copy-content"))
    }

    // Draws a push of the lists unless it is already drawn, and the age of its key among the phone's keys.
    async draw(listed, keys) {
        this.#keys = keys
        this.#drawKey()
        if (listed && listed === this.#listed) return
        const isSame = listed !== undefined && listed.id === this.#listed?.id
        this.#listed = listed
        this.#request.abort()
        byID("hint").hidden = listed !== undefined
        if (!isSame) byID("push-detail").hidden = true
        byID("detail-pill").hidden = listed === undefined
        byID("detail").setAttribute("aria-busy", listed !== undefined)
        if (!listed) return setText(byID("detail-title"), "No push yet")
        setText(byID("detail-title"), `Push ${listed.number}`)
        const entry = await this.#load(listed.number)
        if (listed !== this.#listed) return
        byID("detail").setAttribute("aria-busy", "false")
        byID("push-detail").hidden = entry === undefined
        if (!entry) {
            // The next drawing requests it again.
            this.#listed = undefined
            return
        }
        this.#entry = entry
        if (!isSame) byID("detail").scrollTop = 0
        this.#drawStatus(entry)
        this.#drawKey()
        for (const part of document.querySelectorAll(".of-accepted")) part.hidden = isRefused(entry)
        if (!isRefused(entry)) {
            this.#drawComparison(entry)
            this.#drawTimes(entry)
        }
        byID("request").replaceChildren(...requestRows(entry.apple))
        this.#drawBody()
        this.#drawContent(entry)
    }

    // Returns a push with its details; undefined if another one was requested since, or if there is no answer.
    async #load(number) {
        this.#request = new AbortController()
        const { signal } = this.#request
        try {
            const answer = await fetch(this.#path + number, { signal })
            if (answer.ok) return await answer.json()
        } catch {
            if (signal.aborted) return undefined
        }
        return undefined
    }

    #drawStatus(entry) {
        const { label, tone, sentence } = statusOf(entry)
        const absence = absenceOf(entry)
        setText(byID("detail-pill"), label)
        byID("detail-pill").className = `pill ${tone}`
        setText(byID("sentence"), [sentence, absence, commandsOf(entry)].filter(Boolean).join(" "))
        setText(byID("apns-id"), entry.id)
        const { extensionErrors = [], missedPushes } = entry.delivery ?? {}
        const { reason, explanation } = reasonOf(entry)
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
        byID("attachments").replaceChildren(...results(entry.delivery ?? {}))
        byID("attachments").hidden = byID("attachments").children.length === 0
        this.#drawKeyReports(entry.reports)
    }

    #drawKey() {
        const [envelope] = this.#entry ? envelopesIn(this.#entry.apple) : []
        const key = envelope && this.#keys.find(({ id }) => id === headerOf(envelope).key)
        byID("key-age").hidden = !key
        if (key) setText(byID("key-age"), keyText(key))
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
        const envelopes = envelopesIn(entry.apple)
        visibleParts.push(...envelopes.map((envelope) => element("p", "sealed", sealedText(envelope))))
        if (envelopes.length === 0) visibleParts.push(element("p", "open", "The push is not sealed."))
        byID("apple-sees").replaceChildren(...visibleParts)
        setText(byID("user-title"), entry.activity ? "Read by the widget" : "Shown to the user")
        if (entry.activity) return byID("user-sees").replaceChildren(...activityParts(entry.activity))
        const content = entry.delivery && shownTexts(entry.delivery.content)
        const shown = []
        for (const part of ["title", "subtitle", "body"]) if (content?.[part]) shown.push(pushText("p", part, content[part]))
        if (shown.length === 0) shown.push(element("p", "quiet", content ? "No text." : "Not delivered yet."))
        const hidden = hiddenIn(["title", "subtitle", "body"].map((part) => content?.[part] ?? "").join(""))
        if (hidden.length > 0) {
            shown.push(element("p", "hidden-characters", `Invisible characters: ${hidden.join("; ")}`))
        }
        shown.push(...expanded(entry.attachments ?? []))
        byID("user-sees").replaceChildren(...shown)
    }

    #drawTimes({ timings, activity }) {
        byID("timing-part").hidden = activity !== undefined
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

    #drawBody() {
        if (!this.#entry) return
        const { apple } = this.#entry
        const envelopes = envelopesIn(apple)
        const length = envelopes.reduce((sum, one) => sum + one.length, 0)
        setText(byID("body-title"), `Body, ${apple.byteCount} bytes`)
        const what = envelopes.length > 1 ? `${envelopes.length} envelopes` : "the envelope"
        setText(byID("share"), length === 0 ? "Intermediaries can read the whole body."
            : `${length} bytes are ${what} (dimmed); intermediaries can read the other ${apple.byteCount - length}.`)
        byID("copy-text").hidden = apple.body === undefined
        const isHex = document.querySelector("input[name=view]:checked").value === "hex" || apple.body === undefined
        byID("body").classList.toggle("hex", isHex)
        if (isHex) return byID("body").replaceChildren(dump(bytesOf(apple), narrow.matches ? 8 : 16))
        let rest = apple.body
        const parts = envelopes.flatMap((envelope) => {
            const before = rest.slice(0, rest.indexOf(envelope))
            rest = rest.slice(before.length + envelope.length)
            return [visible(before), element("span", "envelope", envelope)]
        })
        byID("body").replaceChildren(...parts, visible(rest))
    }

    #drawContent(entry) {
        byID("content-part").hidden = !entry.delivery
        if (entry.delivery) byID("content").replaceChildren(...linesWithMarks(contentOf(entry)))
    }
}

// Returns the reason of a refusal, of an ignored Live Activity or of a placeholder, with an explanation.
function reasonOf({ refusal, activity, delivery }) {
    if (refusal) return { reason: refusal.reason, explanation: refusal.cause ?? `for the topic ${refusal.topic ?? "none"}` }
    if (activity?.effect === "ignored") return { reason: "ignored", explanation: activity.reason }
    const closed = [activity?.state, activity?.attributes].find((one) => one?.kind === "closed")
    return closed ? { reason: closed.code, explanation: closed.reason } : delivery ?? {}
}

// Returns what everybody can read of an envelope, as text.
function sealedText(envelope) {
    const { suite, key, day } = headerOf(envelope)
    return `and an encrypted envelope of ${envelope.length} characters, of suite ${suite} to key ${key}${day ? `, with the key of ${day}` : ""}`
}

// Returns the age of a phone's key as text, and its end after its renewal.
function keyText({ id, created, until }) {
    const made = `The phone made key ${id} on ${dayOf(created)}`
    if (until === undefined) return `${made}, and renews it from ${dayOf(created + 23 * 86_400_000)} on.`
    return `${made}, and renewed it; it ${until < now() ? "ended" : "ends"} on ${dayOf(until)}.`
}

// Returns the objects of a Live Activity's push as the widget read them.
function activityParts({ attributes, state }) {
    return [["Attributes", attributes], ["State", state]].filter(([, content]) => content).flatMap(([name, content]) =>
        [element("p", "title", name), contentList(content)])
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
