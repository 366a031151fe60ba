import { Refusal } from "/forms.js"
import { typeOf } from "/attachments.js"

// The most bytes of a thumbnail: more would leave little of a push for its text.
const thumbnailSize = 900

// Draws the photo of the example: the sun over hills, as a PNG.
export function examplePhoto() {
    const canvas = new OffscreenCanvas(480, 320)
    const context = canvas.getContext("2d")
    const sky = context.createLinearGradient(0, 0, 0, 320)
    for (const [at, color] of [[0, "#1f3b73"], [0.55, "#f08a5d"], [0.8, "#ffd27f"]]) sky.addColorStop(at, color)
    context.fillStyle = sky
    context.fillRect(0, 0, 480, 320)
    for (const [x, y, radius, color] of [[330, 170, 38, "#fff3c9"], [120, 430, 230, "#3d5a45"], [400, 470, 240, "#26402f"]]) {
        context.fillStyle = color
        context.beginPath()
        context.arc(x, y, radius, 0, 2 * Math.PI)
        context.fill()
    }
    return canvas.convertToBlob()
}

// Seals a file to a blob of the media host, and returns the payload with its descriptor.
export async function attach(file, payload) {
    const answer = await fetch(`/api/attachments?type=${typeOf(file)}`, { method: "POST", body: file })
    const member = await answer.json()
    if (!answer.ok) throw new Refusal(member.reason)
    const thumb = await thumbnailOf(file)
    if (thumb) member.sealedpush.attachments[0].thumb = thumb
    // As text, since JavaScript cannot represent every number of a payload.
    return payload.replace(/^\s*\{/, `{${JSON.stringify(member).slice(1, -1)},`)
}

// Returns a square JPEG of the middle of a picture in base64url; undefined for a file of another kind.
async function thumbnailOf(file) {
    const picture = await createImageBitmap(file).catch(() => undefined)
    if (!picture) return undefined
    const side = Math.min(picture.width, picture.height)
    for (const size of [48, 32, 16]) {
        const canvas = new OffscreenCanvas(size, size)
        canvas.getContext("2d").drawImage(
            picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, size, size)
        const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.6 })
        const bytes = withoutProfile([...new Uint8Array(await blob.arrayBuffer())])
        if (bytes.length > thumbnailSize) continue
        return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
    }
    return undefined
}

// Returns a JPEG without its colour profile, the segment APP2, which takes half of a small one.
function withoutProfile(bytes) {
    const start = bytes.findIndex((byte, index) => byte === 0xff && bytes[index + 1] === 0xe2)
    return start < 0 ? bytes : bytes.toSpliced(start, 2 + bytes[start + 2] * 256 + bytes[start + 3])
}
