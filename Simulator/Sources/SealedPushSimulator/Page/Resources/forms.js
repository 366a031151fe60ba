import { setText } from "/elements.js"

// An error of a form whose message is shown.
export class Refusal extends Error {}

// Posts the values of a form as JSON, and shows the result or the error in its element with role status.
export function onSubmit(form, path, { values, result }) {
    form.onsubmit = async (event) => {
        event.preventDefault()
        // A second press of the button has no effect until the answer.
        if (form.ariaBusy === "true") return
        form.ariaBusy = "true"
        const output = form.querySelector("[role=status]")
        show(output, "Sending …", "")
        try {
            const answer = await fetch(path, { method: "POST", body: JSON.stringify(await values(form.elements)) })
            const text = await answer.text()
            const json = text ? JSON.parse(text) : {}
            if (answer.ok) show(output, ...result(json))
            else show(output, json.reason ?? `The simulator answered ${answer.status}.`, "bad")
        } catch (error) {
            show(output, error instanceof Refusal ? error.message : "The simulator does not answer.", "bad")
        } finally {
            form.ariaBusy = null
        }
    }
}

function show(output, text, tone) {
    setText(output, text)
    output.className = `result ${tone}`
}

// Makes a button open and close a panel. A panel that opens gets the focus, and Escape closes it.
export function enablePanel(toggle, panel) {
    const set = (isOpen) => {
        panel.hidden = !isOpen
        toggle.setAttribute("aria-expanded", isOpen)
        if (isOpen) panel.querySelector("select, input, textarea").focus()
        else toggle.focus()
    }
    toggle.onclick = () => set(panel.hidden)
    panel.onkeydown = (event) => { if (event.key === "Escape") set(false) }
}
