// The number of items that a list shows at first and adds with each "Show more", so that the document stays small.
export const pageSize = 50

// Makes `nodes` the children of `parent`. It changes only the differences, so that focus and scroll position are kept.
export function setChildren(parent, nodes) {
    const wanted = new Set(nodes)
    const focused = parent.contains(document.activeElement) ? document.activeElement : null
    const index = focused ? items(parent).indexOf(focused) : -1
    for (const child of [...parent.children]) if (!wanted.has(child)) child.remove()
    let next = parent.firstElementChild
    for (const node of nodes) {
        if (node === next) next = next.nextElementSibling
        else parent.insertBefore(node, next)
    }
    if (!focused || document.activeElement === focused) return
    // A moved element has lost the focus, too.
    if (parent.contains(focused)) focused.focus({ preventScroll: true })
    else refocus(parent, index)
}

export const items = (list) => [...list.querySelectorAll("button")]

// Focuses the item at the index of a removed one.
function refocus(list, index) {
    const remaining = items(list)
    remaining[Math.min(Math.max(index, 0), remaining.length - 1)]?.focus({ preventScroll: true })
}

// Makes a list one tab stop; the arrow keys, Home, End, Page Up and Page Down move the focus in it (roving tabindex).
export function enableArrowKeys(list, { onMove }) {
    list.addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return
        const all = items(list)
        const current = all.indexOf(document.activeElement)
        const to = { ArrowDown: current + 1, ArrowUp: current - 1, PageDown: current + 10, PageUp: current - 10,
                     Home: 0, End: all.length - 1 }[event.key]
        if (current < 0 || to === undefined) return
        event.preventDefault()
        const next = all[Math.min(Math.max(to, 0), all.length - 1)]
        next.focus()
        onMove(next)
    })
    list.addEventListener("focusin", (event) => setTabStop(list, event.target))
}

// Makes one button the list's tab stop; by default the current one, else the first.
export function setTabStop(list, chosen) {
    const all = items(list)
    const stop = all.includes(chosen) ? chosen : all.find((one) => one.tabIndex === 0) ?? all[0]
    for (const one of all) if (one.tabIndex !== (one === stop ? 0 : -1)) one.tabIndex = one === stop ? 0 : -1
}
