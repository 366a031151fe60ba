import { button, byID, clockTime, copy, element, pushText } from "/elements.js"
import { enableArrowKeys, setChildren, setTabStop } from "/list.js"

const phases = { active: "", stale: "out of date", ended: "ended" }
const registrations = { pending: "the app's server does not have the token yet", done: "the app's server has the token" }
const notes = {
    opened: "opened by the widget", plain: "not sealed", closed: "not opened",
}

// Returns the members of a state or of attributes as a list; for an object that the widget could not open, the reason.
export function contentList({ kind, fields, code, reason }) {
    const list = element("dl", "fields")
    for (const [name, value] of fields) list.append(pushText("dt", "", name), pushText("dd", "", value))
    const note = element("p", `note ${kind}`, kind === "closed" ? `${notes.closed}: ${code}, ${reason}` : notes[kind])
    const content = element("div", "activity-content")
    if (fields.length > 0) content.append(list)
    content.append(note)
    return content
}

// The Live Activities on the lock screen, above the notifications; the most relevant first.
export class Activities {
    #list = byID("activities")
    #cards = new Map()
    #choose

    constructor(choose) {
        this.#choose = choose
        enableArrowKeys(this.#list, { onMove: (one) => { if (one.dataset.number) choose(Number(one.dataset.number)) } })
    }

    draw(activities, chosen) {
        this.#list.hidden = activities.length === 0
        const kept = new Map()
        for (const activity of activities) {
            const source = JSON.stringify(activity)
            const old = this.#cards.get(activity.number)
            kept.set(activity.number, old?.source === source ? old : { source, node: this.#card(activity) })
        }
        this.#cards = kept
        setChildren(this.#list, [...kept.values()].map(({ node }) => node))
        for (const one of this.#list.querySelectorAll(".activity")) {
            if (Number(one.dataset.number) === chosen) one.setAttribute("aria-current", "true")
            else one.removeAttribute("aria-current")
        }
        setTabStop(this.#list)
    }

    #card(activity) {
        const { number, type, phase, push, attributes, state, token, channel, staleAt, dismissedAt, alert,
                registration, registrationFailure } = activity
        const card = element("li", phase)
        const show = button("activity")
        show.dataset.number = push
        show.onclick = (event) => this.#choose(push, event)
        const head = element("span", "head")
        head.append(pushText("span", "title", type), element("span", "time", `activity ${number}`))
        show.append(head)
        // An alert is never sealed.
        const shown = alert ? { kind: "plain", text: alert } : undefined
        for (const [name, content] of [["Attributes", attributes], ["State", state], ["Alert", shown]]) {
            if (!content) continue
            const row = element("span", "row")
            row.append(element("span", "row-name", name), pushText("span", "row-text", textOf(content)))
            // The mark is outside of the text, so that a long text cannot hide it.
            if (content.kind !== "opened") row.append(element("span", `mark ${content.kind}`, markOf(content)))
            show.append(row)
        }
        if (phases[phase]) show.append(element("span", "fact phase", phases[phase]))
        const facts = [phase === "active" && staleAt ? `stale at ${clockTime(staleAt)}` : "",
                       dismissedAt ? `leaves at ${clockTime(dismissedAt)}` : "", channel ? `channel ${channel}` : "",
                       // The app has the server forget the token at the end.
                       phase === "ended" ? "" : registrations[registration] ?? "",
                       registrationFailure ? `the app's server does not have the token: ${registrationFailure}` : ""]
        for (const fact of facts.filter(Boolean)) show.append(element("span", "fact", fact))
        card.append(show)
        if (token) {
            const address = button("token", `Copy token ${token.slice(0, 8)} …`)
            address.title = `The push token of activity ${number}: ${token}`
            address.onclick = () => copy(token, address)
            card.append(address)
        }
        return card
    }
}

const textOf = ({ text, fields }) => text ?? fields.map(([name, value]) => `${name} ${value}`).join(" · ")

const markOf = ({ kind, code }) => kind === "closed" ? `${notes.closed}: ${code}` : notes[kind]
