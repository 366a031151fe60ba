// The sender as a program of the round-trip harness (Documentation/harness-protocol.md). For tests only.
//     node harness.mjs attachment FILE URL TYPE BLOB [THUMBNAIL]     prints the content's member, or the refusal
import { readFileSync, writeFileSync } from "node:fs";
import { SealError, sealAttachment, sealEnvelope, sealPush } from "./sealedpush-sender.mjs";

function seal(asked, line) {
    // A sequence needs 64 bits, more than a number of JSON.parse has.
    const sequence = asked.sequence === undefined ? undefined : BigInt(/"sequence"\s*:\s*(\d+)/.exec(line)[1]);
    const { suite, device, provider, shared, topic, audience, now: issuedAt, expiresAt, padding } = asked;
    const keys = suite === 3 ? { shared } : suite === 2 ? { device } : { device, provider };
    const options = { ...keys, topic, audience, issuedAt, expiresAt, sequence, padding };
    if (asked.purpose !== undefined) return { envelope: sealEnvelope(asked.payload, asked.purpose, options) };
    const { pushType, envelopeKey, visible, placeholder, broadcast } = asked;
    return sealPush(asked.payload, { ...options, pushType, envelopeKey, visible, placeholder, broadcast });
}

function answer(line) {
    let id = null;
    try {
        const asked = JSON.parse(line);
        id = asked.id;
        if (asked.describe) return { id, name: "Node.js sender", suites: [1, 2, 3, 5] };
        // The sealer takes the suite of its keys.
        const { suite, device } = asked.seal;
        if ((suite === 5) !== (device?.sealedpush?.suite === 5)) return { id, refused: "suiteMismatch" };
        return { id, ...seal(asked.seal, line) };
    } catch (error) {
        return error instanceof SealError ? { id, refused: error.code } : { id, error: "not a request of this program" };
    }
}

function attachment(file, url, type, output, thumbnail) {
    try {
        const options = { url, type, thumbnail: thumbnail && readFileSync(thumbnail) };
        const { blob, descriptor } = sealAttachment(readFileSync(file), options);
        writeFileSync(output, blob);
        return { sealedpush: { attachments: [descriptor] } };
    } catch (error) {
        if (error instanceof SealError) return { refused: error.code };
        throw error;
    }
}

if (process.argv[2] === "attachment") {
    console.log(JSON.stringify(attachment(...process.argv.slice(3))));
    process.exit();
}

let rest = ""; // not node:readline, which also ends a line at U+2028
for await (const chunk of process.stdin.setEncoding("utf8")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) process.stdout.write(`${JSON.stringify(answer(line))}\n`);
}
