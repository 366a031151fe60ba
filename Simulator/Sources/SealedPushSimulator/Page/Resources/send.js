import { byID, element, now, setText } from "/elements.js"
import { examples } from "/examples.js"
import { enablePanel, onSubmit } from "/forms.js"
import { attach, examplePhoto } from "/photo.js"

// The form that seals a payload to the phone and sends it.
export class SendForm {
    #form = byID("send-form")
    #targets = byID("send-target")
    #drawn = ""
    #targetsDrawn = []
    // Whether the user has chosen the target since the example.
    #isTargetChosen = false
    // The timestamp of the example as the form has moved it; undefined for a payload without one.
    #timestamp

    // `onAccepted` is called when the service has accepted a push.
    constructor(phone, onAccepted) {
        enablePanel(byID("open-send"), this.#form)
        const choice = byID("example")
        choice.append(...examples.map(({ name }) => element("option", "", name)))
        choice.onchange = () => this.#fill(examples[choice.selectedIndex])
        this.#targets.onchange = () => { this.#isTargetChosen = true }
        byID("plain").onchange = () => this.#drawLabel()
        this.#fill(examples[0])
        onSubmit(this.#form, `/api/phones/${encodeURIComponent(phone)}/pushes`, {
            values: async (fields) => {
                this.#moveDates()
                const payload = await this.#attached(fields)
                const [kind, target] = fields.target.value.split(" ")
                return {
                    payload, placeholderTitle: fields.placeholderTitle.value,
                    placeholderBody: fields.placeholderBody.value, collapseID: fields.collapseID.value,
                    pushType: fields.pushType.value, expiresIn: fields.expiresIn.value, plain: fields.plain.checked,
                    ...(kind ? { [kind]: target } : {}),
                }
            },
            result: ({ status, reason, id, diagnostics }) => {
                if (status === 200) onAccepted()
                return [[`${status}${reason ? ` ${reason}` : ""}, apns-id ${id ?? "none"}`, ...diagnostics.map(sentence)].join("\n"),
                        status === 200 ? "good" : "bad"]
            },
        })
    }

    // Offers the Live Activities that have a push token, and the app's channels.
    draw({ server, channels = [] }, activities) {
        const newestFirst = activities.toSorted((one, other) => other.number - one.number)
        const targets = [
            ["", "the app, or a new Live Activity"],
            ...newestFirst.filter(({ token }) => token)
                .map(({ number, type, token }) => [`activity ${token}`, `Live Activity ${number}, ${type}`]),
            ...channels.map((channel) => [`channel ${channel}`, `the phones that follow channel ${channel}`]),
        ]
        const source = JSON.stringify([targets, server])
        if (source === this.#drawn) return
        this.#drawn = source
        this.#targetsDrawn = targets
        const selected = this.#targets.value
        this.#targets.replaceChildren(...targets.map(([value, text]) => {
            const option = element("option", "", text)
            option.value = value
            return option
        }))
        this.#targets.value = targets.some(([value]) => value === selected) ? selected : ""
        this.#chooseTarget()
        const isOther = server !== undefined
        byID("other-server").hidden = !isOther
        setText(byID("other-server"), `The phone is enrolled with ${server}. That server seals its pushes; the simulator has no key of the `
            + "phone, and sends pushes without sealing them.")
        byID("plain").disabled = isOther
        if (isOther) byID("plain").checked = true
        this.#drawLabel()
    }

    // Returns the payload with the chosen file or the photo of the example, whose first download has the chosen fault.
    async #attached({ payload, attachment, media, plain }) {
        const hasPhoto = !byID("has-photo").hidden
        if (plain.checked || (!hasPhoto && attachment.files.length === 0)) return payload.value
        if (media.value) await fetch("/api/faults", { method: "POST", body: JSON.stringify({ behaviour: media.value }) })
        return attach(attachment.files[0] ?? await examplePhoto(), payload.value)
    }

    #drawLabel() {
        setText(byID("payload-label"), byID("plain").checked ? "Payload, which is not sealed" : "Payload, which is sealed")
    }

    #fill({ payload, hasPhoto = false }) {
        byID("payload").value = payload
        byID("has-photo").hidden = !hasPhoto
        this.#timestamp = timestampIn(payload)
        this.#moveDates()
        this.#isTargetChosen = false
        this.#chooseTarget()
    }

    // Selects the newest Live Activity for an update or an end, unless the user has chosen a target.
    #chooseTarget() {
        if (this.#isTargetChosen) return
        const isChange = /"event": "(update|end)"/.test(byID("payload").value)
        const newest = this.#targetsDrawn.find(([value]) => value !== "")?.[0] ?? ""
        this.#targets.value = isChange ? newest : ""
    }

    // Moves the dates of an example to now, since a push with an earlier timestamp than the last has no effect; not after the user has
    // changed the timestamp.
    #moveDates() {
        const payload = byID("payload").value
        const made = timestampIn(payload)
        if (made === undefined || made !== this.#timestamp) return
        this.#timestamp = Math.floor(now() / 1000)
        const later = this.#timestamp - made
        byID("payload").value = payload.replace(/"(timestamp|stale-date|dismissal-date)": (\d+)/g,
                                                (_, name, date) => `"${name}": ${Number(date) + later}`)
    }
}

// Returns the sentence of the linter about a place of the payload.
function sentence({ severity, message, line, column }) {
    return `${severity}: ${message} (line ${line}, column ${column})`
}

function timestampIn(payload) {
    const found = payload.match(/"timestamp": (\d+)/)
    return found ? Number(found[1]) : undefined
}
