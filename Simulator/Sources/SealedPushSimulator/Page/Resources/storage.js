import { byID, element, setText } from "/elements.js"
import { onSubmit } from "/forms.js"

// The panel of the copied storage: which recorded pushes the copy opens, and the clock by which the days of a chain end.
export class CopiedStorage {
    #path
    #phone
    #drawn

    constructor(name) {
        this.#path = `/api/phones/${encodeURIComponent(name)}/copy`
        byID("storage").ontoggle = () => this.draw(this.#phone)
        onSubmit(byID("clock-form"), "/api/clock", {
            values: ({ days }) => ({ days: Number(days.value) }),
            result: () => ["The clock is moved forward.", "good"],
        })
    }

    // Draws the results of the phone's copy, unless they are drawn.
    async draw(phone) {
        this.#phone = phone
        if (!phone?.copiedAt || !byID("storage").open) return
        const state = `${phone.copiedAt} ${phone.newest}`
        if (state === this.#drawn) return
        this.#drawn = state
        try {
            const { pushes } = await (await fetch(this.#path)).json()
            if (state === this.#drawn) this.#drawResults(phone.copiedAt, pushes)
        } catch {
            this.#drawn = undefined
        }
    }

    #drawResults(copiedAt, pushes) {
        const opened = pushes.filter(({ isOpened }) => isOpened).length
        setText(byID("copied"), `The copy of ${dayOf(copiedAt)} opens ${opened} of ${pushes.length} recorded pushes.`)
        byID("copied-pushes").hidden = pushes.length === 0
        byID("copied-pushes").tBodies[0].replaceChildren(...pushes.reverse().map(({ number, suite, day, acceptedAt, age, isOpened, reason }) => {
            const row = element("tr")
            const result = element("td")
            result.append(element("span", `pill ${isOpened ? "bad" : "good"}`, isOpened ? "opened" : "closed"), ` ${reason ?? ""}`)
            row.append(element("td", "", `${number}`), element("td", "", `${suite}`), element("td", "", dayOf(day === undefined ? acceptedAt : day * 86_400_000)),
                       element("td", "", ageText(age)), result)
            return row
        }))
    }
}

// Returns a day of UTC, by which chains count.
export const dayOf = (milliseconds) => new Date(milliseconds).toISOString().slice(0, 10)

const ageText = (days) => days < 0 ? "later" : days === 1 ? "1 day" : `${days} days`
