() => {
    const shown = (node) => !node.closest(".visually-hidden")
        && node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    const all = (selector) => [...document.querySelectorAll(selector)].filter(shown)
    const name = (node) => node.id || `${node.tagName.toLowerCase()}.${node.className}`

    // Colours as Chromium computes them: rgb(1, 2, 3) or rgba(1, 2, 3, 0.4).
    const colors = (text) => [...text.matchAll(/rgba?\(([^)]+)\)/g)].map(([, parts]) => parts.split(",").map(Number))
    const light = ([red, green, blue]) => {
        const [r, g, b] = [red, green, blue].map((part) => part / 255)
            .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const contrast = (one, other) => {
        const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b)
        return (bright + 0.05) / (dark + 0.05)
    }
    // The possible background colours of a text: the nearest opaque background and every colour of its gradients.
    const backgrounds = (node) => {
        for (let at = node; at; at = at.parentElement) {
            const style = getComputedStyle(at)
            const own = [...colors(style.backgroundColor), ...colors(style.backgroundImage)]
                .filter((one) => (one[3] ?? 1) === 1)
            if (own.length > 0) return own
        }
        return [[255, 255, 255]]
    }
    const faint = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
        const node = walker.currentNode.parentElement
        if (!walker.currentNode.data.trim() || !shown(node) || node.closest(":disabled, script")) continue
        const { color, fontSize, fontWeight } = getComputedStyle(node)
        const isLarge = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && fontWeight >= 700)
        const worst = Math.min(...backgrounds(node).map((background) => contrast(colors(color)[0], background)))
        if (worst < (isLarge ? 3 : 4.5)) faint.push([name(node), walker.currentNode.data.slice(0, 20), worst.toFixed(2)])
    }

    const ids = [...document.querySelectorAll("[id]")].map((node) => node.id)
    const references = ["aria-labelledby", "aria-describedby", "aria-controls"].flatMap((kind) =>
        [...document.querySelectorAll(`[${kind}]`)].flatMap((node) => node.getAttribute(kind).split(" ")))
    const targets = all("button, a, label").map((node) => [name(node), node.getBoundingClientRect()])
    const levels = [...document.querySelectorAll("h1, h2, h3, h4")].filter((node) => node.checkVisibility())
        .map((node) => Number(node.tagName[1]))
    const scrolling = all("*").filter((node) => {
        const { overflowX, overflowY } = getComputedStyle(node)
        return (/auto|scroll/.test(overflowY) && node.scrollHeight > node.clientHeight + 1)
            || (/auto|scroll/.test(overflowX) && node.scrollWidth > node.clientWidth + 1)
    })
    return {
        "every text has the contrast that WCAG AA requires": faint,
        "every target has at least 24 by 24 pixels": targets
            .filter(([, box]) => box.width < 24 || box.height < 24).map(([id, box]) => [id, box.width, box.height]),
        "every id is unique": ids.filter((id, index) => ids.indexOf(id) !== index),
        "every ARIA reference has a target": references.filter((id) => id && !document.getElementById(id)),
        "heading levels increase by one": levels.filter((level, index) => index > 0 && level > levels[index - 1] + 1)
            .concat(levels.filter((level) => level === 1).slice(1)),
        "no tabindex is positive": [...document.querySelectorAll("[tabindex]")]
            .filter((node) => node.tabIndex > 0).map(name),
        "every scrollable element can be scrolled with the keyboard": scrolling.filter((node) =>
            !node.matches("html, body, textarea, [tabindex]") && !node.querySelector("button, a, input, [tabindex='0']")).map(name),
        "the page has a language and a title": document.documentElement.lang && document.title ? [] : ["lang or title"],
    }
}
