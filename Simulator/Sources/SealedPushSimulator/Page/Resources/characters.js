import { element } from "/elements.js"

// Characters without a visible glyph: control, format, private and unassigned characters, fillers, unusual spaces.
const kinds = "\\p{Cc}\\p{Cf}\\p{Cn}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}"
const others = "\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2800\\u3164\\uffa0\\ufe00-\\ufe0f"
const invisible = new RegExp(`[${kinds}${others}]|(?! )\\p{Zs}`, "gu")

const abbreviations = { "\t": "TAB", "\n": "LF", "\r": "CR" }

const names = {
    0x00: "NUL", 0x09: "tab", 0x0a: "line feed", 0x0d: "carriage return", 0xa0: "no-break space", 0xad: "soft hyphen",
    0x061c: "Arabic letter mark", 0x200b: "zero width space", 0x200c: "zero width non-joiner", 0x200d: "zero width joiner",
    0x200e: "left-to-right mark", 0x200f: "right-to-left mark", 0x2028: "line separator", 0x2029: "paragraph separator",
    0x202a: "left-to-right embedding", 0x202b: "right-to-left embedding", 0x202c: "pop directional formatting",
    0x202d: "left-to-right override", 0x202e: "right-to-left override", 0x2060: "word joiner",
    0x2066: "left-to-right isolate", 0x2067: "right-to-left isolate", 0x2068: "first strong isolate",
    0x2069: "pop directional isolate", 0x3164: "Hangul filler", 0xfeff: "zero width no-break space",
}

const code = (character) => abbreviations[character]
    ?? `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`

// Returns a text in which a label replaces each invisible character. A line feed keeps its effect.
export function visible(text) {
    const shown = element("span")
    let end = 0
    for (const found of text.matchAll(invisible)) {
        shown.append(text.slice(end, found.index))
        const mark = element("span", "character-mark", code(found[0]))
        mark.title = names[found[0].codePointAt(0)] ?? ""
        shown.append(mark)
        if (found[0] === "\n") shown.append("\n")
        end = found.index + found[0].length
    }
    shown.append(text.slice(end))
    return shown
}

// Returns descriptions of the invisible characters in a text, except line feeds and those of emoji sequences.
export function hiddenIn(text) {
    const counts = new Map()
    for (const [character] of text.matchAll(invisible)) {
        if (/[\n\u200d\ufe0f]/.test(character)) continue
        counts.set(character, (counts.get(character) ?? 0) + 1)
    }
    return [...counts].map(([character, count]) => {
        const name = names[character.codePointAt(0)]
        return `${code(character)}${name ? ` ${name}` : ""}${count > 1 ? `, ${count} times` : ""}`
    })
}
