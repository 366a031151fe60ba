// Follows a phone: everything there is when the connection opens, then what changes.
//
// A browser looks for a simulator that went away by itself, but gives up when it is answered with an error; so this
// looks on.
export function follow(name, { onWhole, onChange, onTrouble }) {
    const path = `/api/phones/${encodeURIComponent(name)}/events`
    let wait = 500

    function open() {
        let isWhole = true
        const source = new EventSource(path)
        source.onopen = () => { isWhole = true; wait = 500 }
        source.onmessage = (event) => {
            const change = JSON.parse(event.data)
            if (isWhole) onWhole(change)
            else onChange(change)
            isWhole = false
        }
        source.onerror = async () => {
            const isOver = source.readyState === EventSource.CLOSED
            if (isOver) {
                setTimeout(open, wait)
                wait = Math.min(wait * 2, 8000)
            }
            onTrouble(isOver && await isUnknown(name))
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
