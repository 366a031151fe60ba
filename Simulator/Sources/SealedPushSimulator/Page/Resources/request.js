import { visible } from "/characters.js"
import { element } from "/elements.js"

// Returns the path and the header fields of a request as the rows of a description list.
export function requestRows({ method = "POST", path, headers }) {
    return [[method, path], ...headers].flatMap(([name, value]) => {
        const description = element("dd")
        description.append(visible(value))
        return [element("dt", "", name), description]
    })
}

// Returns the text of a request's body, or of its bytes in hexadecimal if it is not valid UTF-8.
export const bodyText = ({ body, hex }) => visible(body ?? hex)
