// Subscribes to the events of a phone: a snapshot with the newest pushes when the connection opens, messages with older pushes,
// then the changes.
//
// EventSource reconnects after a lost connection, but not after an HTTP error; this function then opens a new one. The connection is
// closed while the page is hidden, since a browser has six for all pages of an origin.
export function follow(name, { onSnapshot, onOlder, onChange, onError }) {
    const path = `/api/phones/${encodeURIComponent(name)}/events`
    let delay = 500
    let source
    let timer

    function open() {
        close()
        source = new EventSource(path)
        source.onopen = () => { delay = 500 }
        source.onmessage = (event) => {
            const change = JSON.parse(event.data)
            if (change.isSnapshot) onSnapshot(change)
            else if (change.isOlder) onOlder(change)
            else onChange(change)
        }
        source.onerror = async ({ target }) => {
            if (target !== source) return
            const isClosed = target.readyState === EventSource.CLOSED
            if (isClosed) {
                timer = setTimeout(open, delay)
                delay = Math.min(delay * 2, 8000)
            }
            const isMissing = isClosed && await isUnknown(name)
            if (target === source) onError(isMissing)
        }
    }

    function close() {
        clearTimeout(timer)
        source?.close()
        source = undefined
    }

    document.addEventListener("visibilitychange", () => {
        if (document.hidden) close()
        else if (!source) open()
    })
    if (!document.hidden) open()
}

async function isUnknown(name) {
    try {
        const phones = await (await fetch("/api/phones")).json()
        return !phones.some((phone) => phone.name === name)
    } catch {
        return false
    }
}
