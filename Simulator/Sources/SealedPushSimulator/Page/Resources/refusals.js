import { byID, element, exactTime } from "/elements.js"
import { setChildren } from "/list.js"
import { bodyText, requestRows } from "/request.js"

const nodes = new Map()

// Draws the refused requests that name no phone, newest first.
export function drawRefusals(refusals) {
    byID("stray-section").hidden = refusals.length === 0
    const kept = new Set(refusals.map(({ number, id }) => `${number} ${id}`))
    for (const key of nodes.keys()) if (!kept.has(key)) nodes.delete(key)
    setChildren(byID("strays"), refusals.map((one) => {
        const key = `${one.number} ${one.id}`
        if (!nodes.has(key)) nodes.set(key, row(one))
        return nodes.get(key)
    }))
}

function row({ id, acceptedAt, refusal, apple }) {
    const item = element("li")
    const details = element("details")
    const summary = element("summary")
    summary.append(element("time", "quiet", exactTime(acceptedAt)), " ",
                   element("span", "pill bad", `${refusal.status} ${refusal.reason}`), " ",
                   element("code", "stray-path", `${apple.method} ${apple.path}`))
    const rows = element("dl", "request")
    rows.append(...requestRows(apple))
    const body = element("pre", "bytes")
    body.tabIndex = 0
    body.append(bodyText(apple))
    const cause = refusal.cause ? [element("p", "", refusal.cause)] : []
    details.append(summary, ...cause, element("p", "quiet", `apns-id ${id}`), rows,
                   element("h3", "", `Body, ${apple.byteCount} bytes`), body)
    item.append(details)
    return item
}
