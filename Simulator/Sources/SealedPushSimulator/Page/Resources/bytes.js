// The body that Apple saw, as bytes: it comes as text where it is valid UTF-8, and as hex where it is not.
export function bytesOf(apple) {
    if (apple.body !== undefined) return new TextEncoder().encode(apple.body)
    return Uint8Array.from(apple.hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

const hex = (byte) => byte.toString(16).padStart(2, "0")

export const plainHex = (bytes) => Array.from(bytes, hex).join("")

// A dump in lines: offset, bytes, and ASCII where a byte is a printing character of it.
export function dump(bytes, columns) {
    const lines = []
    for (let start = 0; start < bytes.length; start += columns) {
        const line = bytes.subarray(start, start + columns)
        const left = Array.from(line.subarray(0, columns / 2), hex).join(" ")
        const right = Array.from(line.subarray(columns / 2), hex).join(" ")
        const ascii = Array.from(line, (byte) => byte > 0x1f && byte < 0x7f ? String.fromCharCode(byte) : "·").join("")
        const offset = start.toString(16).padStart(4, "0")
        lines.push(`${offset}  ${`${left}  ${right}`.padEnd(columns * 3)}  ${ascii}`)
    }
    return lines.join("\n")
}

// The envelope in a body: the longest base64url string beside `aps`; undefined if there is none.
export function envelopeIn(apple) {
    let payload
    try {
        payload = JSON.parse(apple.body)
    } catch {
        return undefined
    }
    const strings = Object.entries(payload).filter(([key, value]) =>
        key !== "aps" && typeof value === "string" && /^[A-Za-z0-9_-]{60,}$/.test(value))
    const longest = strings.sort(([, one], [, other]) => other.length - one.length)[0]?.[1]
    return longest !== undefined && apple.body.includes(longest) ? longest : undefined
}

// The alert that everybody on the way can read, by the names of its parts.
export function alertIn(apple) {
    try {
        const { alert } = JSON.parse(apple.body).aps
        if (typeof alert === "string") return [["body", alert]]
        const parts = ["title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key"]
        return parts.filter((part) => typeof alert[part] === "string" && alert[part]).map((part) => [part, alert[part]])
    } catch {
        return []
    }
}

// JSON for a reader, with every number spelled as it came.
export function pretty(text) {
    const exact = (key, value, context) =>
        typeof value === "number" && context?.source !== undefined && JSON.rawJSON ? JSON.rawJSON(context.source) : value
    return JSON.parse(text, exact)
}
