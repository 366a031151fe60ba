// Subscribes to the events of a phone: a snapshot with the newest pushes when the connection opens, messages with older pushes,
// then the changes.
//
// EventSource reconnects after a lost connection, but not after an HTTP error; this function then opens a new one.
export function follow(name, { onSnapshot, onOlder, onChange, onError }) {
    const path = `/api/phones/${encodeURIComponent(name)}/events`
    let delay = 500

    function open() {
        const source = new EventSource(path)
        source.onopen = () => { delay = 500 }
        source.onmessage = (event) => {
            const change = JSON.parse(event.data)
            if (change.isSnapshot) onSnapshot(change)
            else if (change.isOlder) onOlder(change)
            else onChange(change)
        }
        source.onerror = async () => {
            const isClosed = source.readyState === EventSource.CLOSED
            if (isClosed) {
                setTimeout(open, delay)
                delay = Math.min(delay * 2, 8000)
            }
            onError(isClosed && await isUnknown(name))
        }
    }
    open()
}

async function isUnknown(name) {
    try {
        const phones = await (await fetch("/api/phones")).json()
        return !phones.some((phone) => phone.name === name)
    } catch {
        return false
    }
}
