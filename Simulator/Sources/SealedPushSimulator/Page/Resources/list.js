// How many there are at a time; the rest comes when it is asked for, so that the document stays small.
export const portion = 50

// Makes `nodes` the children of `parent` and touches only what differs, so that focus and scrolling stay.
export function arrange(parent, nodes) {
    const wanted = new Set(nodes)
    const focused = parent.contains(document.activeElement) ? document.activeElement : null
    const place = focused ? items(parent).indexOf(focused) : -1
    for (const child of [...parent.children]) if (!wanted.has(child)) child.remove()
    let next = parent.firstElementChild
    for (const node of nodes) {
        if (node === next) next = next.nextElementSibling
        else parent.insertBefore(node, next)
    }
    if (!focused || document.activeElement === focused) return
    // What was moved has lost the keyboard, too.
    if (parent.contains(focused)) focused.focus({ preventScroll: true })
    else refocus(parent, place)
}

export const items = (list) => [...list.querySelectorAll("button")]

// The keyboard goes to what has come in the place of what has gone.
function refocus(list, place) {
    const left = items(list)
    left[Math.min(Math.max(place, 0), left.length - 1)]?.focus({ preventScroll: true })
}

// One stop of the Tab key for a whole list; arrows, Home, End, Page Up and Page Down go through it.
export function rove(list, { onMove }) {
    list.addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return
        const all = items(list)
        const here = all.indexOf(document.activeElement)
        const to = { ArrowDown: here + 1, ArrowUp: here - 1, PageDown: here + 10, PageUp: here - 10,
                     Home: 0, End: all.length - 1 }[event.key]
        if (here < 0 || to === undefined) return
        event.preventDefault()
        const next = all[Math.min(Math.max(to, 0), all.length - 1)]
        next.focus()
        onMove(next)
    })
    list.addEventListener("focusin", (event) => setStop(list, event.target))
}

// Makes one button the list's stop; a list that has lost its stop gets its first.
export function setStop(list, chosen) {
    const all = items(list)
    const stop = all.includes(chosen) ? chosen : all.find((one) => one.tabIndex === 0) ?? all[0]
    for (const one of all) if (one.tabIndex !== (one === stop ? 0 : -1)) one.tabIndex = one === stop ? 0 : -1
}
