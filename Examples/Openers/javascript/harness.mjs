// The opener as a program of the round-trip harness (Documentation/harness-protocol.md). For tests only.
import { OpeningError, importKeyring, openEnvelope, openPush } from "./sealedpush-opener.mjs";

/** A replay store in memory (§5.4). */
class MemoryReplayStore {
    #entries = new Map();
    #newest = 0;
    async admit(key, request, end, issuedAt, now) {
        this.#newest = Math.max(this.#newest, issuedAt);
        const limit = Math.min(now, this.#newest); // not the clock alone
        for (const [old, entry] of this.#entries) if (entry.end < limit) this.#entries.delete(old);
        const entry = this.#entries.get(key);
        if (entry === undefined) this.#entries.set(key, { request, end });
        return entry === undefined || request !== "" && entry.request === request;
    }
}
const stores = new Map();

async function open({ device, provider, shared, replayStore, ...asked }) {
    const reader = { ...asked };
    for (const [role, set] of Object.entries({ device, provider, shared }))
        if (set !== undefined) reader[role] = await importKeyring(set, role);
    if (replayStore !== undefined) {
        if (!stores.has(replayStore)) stores.set(replayStore, new MemoryReplayStore());
        reader.replay = stores.get(replayStore);
    }
    if (asked.purpose !== undefined) return openEnvelope(asked.envelope, asked.purpose, reader);
    const body = atob(asked.body.replaceAll("-", "+").replaceAll("_", "/"));
    return openPush(Uint8Array.from(body, (character) => character.charCodeAt(0)), reader);
}

async function answer(line) {
    let id = null;
    try {
        const asked = JSON.parse(line);
        id = asked.id;
        if (asked.describe) return { id, name: "JavaScript opener", suites: [1, 2, 3] };
        return { id, payload: await open(asked.open) };
    } catch (error) {
        return error instanceof OpeningError ? { id, refused: error.code } : { id, error: "not a request of this program" };
    }
}

let rest = ""; // not node:readline, which also ends a line at U+2028
for await (const chunk of process.stdin.setEncoding("utf8")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
}
