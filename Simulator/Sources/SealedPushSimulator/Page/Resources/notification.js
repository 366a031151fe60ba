// Everything that came in a push is put on the page as text, never as markup.
export function element(tag, className, text) {
    const made = document.createElement(tag)
    if (className) made.className = className
    if (text !== undefined) made.textContent = text
    return made
}

const outcomes = {
    opened: "opened", modified: "modified", unchanged: "as it came", placeholder: "placeholder", suppressed: "suppressed",
}

export function fateOf(entry) {
    if (entry.fate !== "delivered") {
        return { stored: "waits for the phone", replaced: "replaced by a newer one", expired: "expired while waiting",
                 dropped: "not stored, the phone is offline" }[entry.fate]
    }
    if (!entry.delivery) return "arrived"
    const reason = entry.delivery.reason ? ` (${entry.delivery.reason})` : ""
    return outcomes[entry.delivery.outcome] + reason
}

export function noticeOf(entry, chosen, choose) {
    const content = entry.delivery.content
    const button = element("button", "notice")
    button.type = "button"
    button.dataset.key = `notice ${entry.number}`
    button.classList.add(entry.delivery.outcome)
    button.setAttribute("aria-pressed", entry.number === chosen)
    const level = content.interruptionLevel
    if (level) button.classList.add(level)
    const head = element("span", "head")
    head.append(element("time", "time", new Date(entry.acceptedAt).toLocaleTimeString()))
    if (level) head.append(element("span", "mark", level === "timeSensitive" ? "time sensitive" : level))
    if (content.sound) head.append(element("span", "mark", `♪ ${soundOf(content.sound)}`))
    if (content.badge !== undefined) head.append(element("span", "mark", `badge ${content.badge}`))
    button.append(head)
    for (const part of ["title", "subtitle", "body"]) {
        if (content[part]) button.append(element("span", part, content[part]))
    }
    button.onclick = () => choose(entry.number)
    return button
}

function soundOf(sound) {
    return typeof sound === "string" ? sound : JSON.stringify(sound)
}

export function detailOf(entry) {
    const parts = [element("h2", "", `Push ${entry.number}`)]
    parts.push(factsOf([
        ["became", fateOf(entry)],
        ["why", entry.delivery?.explanation],
        ["extension", entry.timings && (entry.timings.extension === undefined
            ? "was not called, or did not answer" : `${entry.timings.extension} ms`)],
        ["shown after", entry.timings && `${entry.timings.settled} ms`],
        ["missteps", entry.delivery?.missteps?.map((one) => `${one.code}: ${one.explanation}`).join("\n")],
    ]))
    parts.push(element("h3", "", `What Apple saw: ${entry.apple.byteCount} bytes`))
    parts.push(factsOf([["path", entry.apple.path], ...entry.apple.headers]))
    parts.push(element("pre", "bytes", entry.apple.body ?? entry.apple.hex))
    if (entry.delivery) {
        parts.push(element("h3", "", "What the phone shows"))
        parts.push(element("pre", "bytes", JSON.stringify(entry.delivery.content, null, 2)))
    }
    return parts
}

function factsOf(facts) {
    const list = element("dl")
    for (const [name, value] of facts) {
        if (value === undefined || value === "") continue
        list.append(element("dt", "", name), element("dd", "", value))
    }
    return list
}
