import { setText } from "/elements.js"

// Shows a command of the command line with the path of the executable and of the simulator's folder, so that it can be run as it is.
export async function showCommand(node, words) {
    try {
        const { tool, folder } = await (await fetch("/api/simulator")).json()
        setText(node, `${quoted(tool)} ${words} --folder ${quoted(folder)}`)
    } catch {
        setText(node, `sealedpush-simulator ${words}`)
    }
}

const quoted = (text) => /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
