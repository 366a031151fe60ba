import { element } from "/elements.js"

// The types that Apple lists for attachments: the media types of a browser's file, and the name of those without a picture.
const types = {
    "public.jpeg": { media: ["image/jpeg"] },
    "public.png": { media: ["image/png"] },
    "com.compuserve.gif": { media: ["image/gif"] },
    "public.aiff-audio": { media: ["audio/aiff", "audio/x-aiff"], name: "AIFF", icon: "♪" },
    "com.microsoft.waveform-audio": { media: ["audio/wav", "audio/x-wav", "audio/vnd.wave"], name: "WAV", icon: "♪" },
    "public.mp3": { media: ["audio/mpeg"], name: "MP3", icon: "♪" },
    "public.mpeg-4-audio": { media: ["audio/mp4", "audio/x-m4a"], name: "M4A", icon: "♪" },
    "public.mpeg": { media: ["video/mpeg"], name: "MPEG", icon: "▶" },
    "public.mpeg-2-video": { media: ["video/mpeg2"], name: "MPEG-2", icon: "▶" },
    "public.mpeg-4": { media: ["video/mp4"], name: "MPEG-4", icon: "▶" },
    "public.avi": { media: ["video/x-msvideo"], name: "AVI", icon: "▶" },
}

// Returns the uniform type identifier of a browser's file; empty for a type that Apple does not list.
export const typeOf = (file) => Object.keys(types).find((type) => types[type].media.includes(file.type)) ?? ""

// Returns the thumbnail that a phone shows beside the text, of the first attachment that does not hide it: a square picture, or an
// icon with the type; undefined without one.
export function thumbnail(attachments) {
    const { type, picture, thumbnailClippingRect } = attachments.find(({ thumbnailHidden }) => !thumbnailHidden) ?? {}
    if (type === undefined) return undefined
    if (picture) return thumbnailClippingRect ? clipped(picture, thumbnailClippingRect) : image("thumbnail", picture, "Picture")
    const { name, icon } = types[type]
    const mark = element("span", "thumbnail medium", icon)
    mark.append(element("span", "type", name))
    return mark
}

// Returns the middle of a part of a picture as a square. The part is a rectangle in the unit square, from the top left.
function clipped(source, [x, y, width, height]) {
    const canvas = element("canvas", "thumbnail")
    canvas.width = canvas.height = 128
    canvas.setAttribute("role", "img")
    canvas.setAttribute("aria-label", "Picture")
    const picture = new Image()
    picture.onload = () => {
        const { naturalWidth, naturalHeight } = picture
        const side = Math.min(width * naturalWidth, height * naturalHeight)
        canvas.getContext("2d").drawImage(picture, (x + width / 2) * naturalWidth - side / 2,
                                          (y + height / 2) * naturalHeight - side / 2, side, side, 0, 0, 128, 128)
    }
    picture.src = source
    return canvas
}

// Returns all attachments as a phone shows them in an open notification.
export const expanded = (attachments) => attachments.map(({ type, picture }, index) => picture
    ? image("attached", picture, `Attachment ${index + 1}`)
    : element("p", "attached medium", `${types[type].icon} ${types[type].name}`))

function image(className, source, text) {
    const made = element("img", className)
    made.src = source
    made.alt = text
    return made
}

// Returns the result of each sealed attachment as a list item: its code, and what is shown in its place.
export const results = ({ attachments: codes = [], content }) => codes.map((code, index) => {
    const isShown = content.attachments?.some(({ identifier }) => identifier === `sealedpush-${index}`)
    const item = element("li", code === "shown" ? "" : "warn")
    item.append(`Attachment ${index + 1}: `, element("code", "", code))
    if (code !== "shown") item.append(isShown ? ", its thumbnail is shown" : ", the text is shown without it")
    return item
})
