import { byID, element } from "/elements.js"
import { examples } from "/examples.js"
import { enablePanel, onSubmit } from "/forms.js"

// The form that seals a payload to the phone and sends it.
export class SendForm {
    #form = byID("send-form")
    #targets = byID("send-activity")
    #drawn = ""

    constructor(phone) {
        enablePanel(byID("open-send"), this.#form)
        const choice = byID("example")
        choice.append(...examples.map(({ name }) => element("option", "", name)))
        choice.onchange = () => this.#fill(examples[choice.selectedIndex])
        this.#fill(examples[0])
        onSubmit(this.#form, `/api/phones/${encodeURIComponent(phone)}/pushes`, {
            values: (fields) => ({
                payload: fields.payload.value, placeholderTitle: fields.placeholderTitle.value,
                placeholderBody: fields.placeholderBody.value, collapseID: fields.collapseID.value,
                activity: fields.activity.value, plain: fields.plain.checked,
            }),
            result: ({ status, reason, id }) => [`${status}${reason ? ` ${reason}` : ""}, apns-id ${id ?? "none"}`,
                                                 status === 200 ? "good" : "bad"],
        })
    }

    // Offers the Live Activities that have a push token.
    draw(activities) {
        const offered = activities.filter(({ token }) => token)
        const source = JSON.stringify(offered.map(({ number, token }) => [number, token]))
        if (source === this.#drawn) return
        this.#drawn = source
        const selected = this.#targets.value
        const app = element("option", "", "the app, or the start of a Live Activity")
        app.value = ""
        this.#targets.replaceChildren(app, ...offered.map(({ number, type, token }) => {
            const option = element("option", "", `Live Activity ${number}, ${type}`)
            option.value = token
            return option
        }))
        this.#targets.value = offered.some(({ token }) => token === selected) ? selected : ""
    }

    // The dates of a Live Activity's push are moved to now, since one with an earlier timestamp has no effect.
    #fill({ payload }) {
        const made = Number(payload.match(/"timestamp": (\d+)/)?.[1])
        const later = Math.floor(Date.now() / 1000) - made
        byID("payload").value = payload.replace(/"(timestamp|stale-date|dismissal-date)": (\d+)/g,
                                                (_, name, date) => `"${name}": ${Number(date) + later}`)
    }
}
