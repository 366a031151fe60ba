// Returns the bytes of a request's body. The JSON has the body as text if it is valid UTF-8, else as hex.
export function bytesOf(apple) {
    if (apple.body !== undefined) return new TextEncoder().encode(apple.body)
    return Uint8Array.from(apple.hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

const hex = (byte) => byte.toString(16).padStart(2, "0")

export const plainHex = (bytes) => Array.from(bytes, hex).join("")

// Returns a hex dump: the offset, the bytes, and the printable ASCII characters of each line.
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

// Returns the envelopes in a body, in their order in it: of a Live Activity those in its state and its attributes, else the longest
// base64url string outside `aps`.
export function envelopesIn(apple) {
    let payload
    try {
        payload = JSON.parse(apple.body)
    } catch {
        return []
    }
    const objects = [payload.aps?.["content-state"]?.sealed, payload.aps?.attributes?.sealed]
    const sealed = objects.filter((one) => typeof one === "string" && isEnvelope(one) && apple.body.includes(one))
    if (sealed.length > 0) return sealed.sort((one, other) => apple.body.indexOf(one) - apple.body.indexOf(other))
    const strings = Object.entries(payload).filter(([key, value]) =>
        key !== "aps" && typeof value === "string" && isEnvelope(value))
    const longest = strings.sort(([, one], [, other]) => other.length - one.length)[0]?.[1]
    return longest !== undefined && apple.body.includes(longest) ? [longest] : []
}

const suites = { 1: "hpke-auth", 2: "hpke-base", 3: "shared", 5: "hpke-auth-psk" }

// Returns what everybody can read in the header of an envelope: the suite, the key it is sealed to, and the day of a chain.
export function headerOf(envelope) {
    const text = atob(envelope.slice(0, 16).replaceAll("-", "+").replaceAll("_", "/"))
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
    const day = bytes[0] === 5 ? new Date((bytes[9] * 256 + bytes[10]) * 86_400_000).toISOString().slice(0, 10) : undefined
    return { suite: suites[bytes[0]] ?? bytes[0], key: plainHex(bytes.subarray(1, 5)), day }
}

const isEnvelope = (text) => /^[A-Za-z0-9_-]{60,}$/.test(text)

// Returns the members of the visible alert as pairs of name and text.
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

// Parses JSON and keeps the text of every number.
export function pretty(text) {
    const exact = (key, value, context) =>
        typeof value === "number" && context?.source !== undefined && JSON.rawJSON ? JSON.rawJSON(context.source) : value
    return JSON.parse(text, exact)
}
