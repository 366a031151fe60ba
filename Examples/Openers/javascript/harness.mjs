// The opener as a program of the round-trip harness (Documentation/harness-protocol.md). For tests only.
import { OpeningError, advance, importKeyring, openEnvelope, openPush } from "./sealedpush-opener.mjs";

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

/** The store of a device's keyring in memory; without write access it has no `replace`. */
class MemoryKeyStore {
    #version = 0;
    seconds = 600; // this store answers at once, also on a busy machine
    constructor(keyring, isWritable) {
        this.keyring = keyring;
        if (isWritable) this.replace = async (keys, version) => {
            if (version !== this.#version) return false;
            this.keyring = keys;
            this.#version += 1;
            return true;
        };
    }
    async read() { return { keyring: this.keyring, version: this.#version }; }
    /** A JWK Set with the key of the chain's day in place of the chain, and no secret of a key. */
    async stored() {
        const text = (bytes) => Buffer.from(bytes).toString("base64url");
        const keys = this.keyring.map(async ({ about, bytes, privateKey, chain }) => {
            const sealedpush = { ...about };
            if (chain) {
                const { k, ...rest } = chain, label = Buffer.from("sealedpush-chain-v1 psk\0\0");
                label.writeUInt16BE(rest.day, label.length - 2);
                sealedpush.chain = { ...rest, psk: text(await crypto.subtle.sign("HMAC", k, label)) };
            }
            return { x: text(bytes), ...(privateKey && { d: "" }), sealedpush };
        });
        return { keys: await Promise.all(keys) };
    }
}

async function open({ provider, shared, replayStore, ...asked }, store) {
    const reader = { ...asked, device: store };
    for (const [role, set] of Object.entries({ provider, shared }))
        if (set !== undefined) reader[role] = await importKeyring(set, role);
    if (replayStore !== undefined) {
        if (!stores.has(replayStore)) stores.set(replayStore, new MemoryReplayStore());
        reader.replay = stores.get(replayStore);
    }
    if (asked.purpose !== undefined) return openEnvelope(asked.envelope, asked.purpose, reader);
    const body = atob(asked.body.replaceAll("-", "+").replaceAll("_", "/"));
    return openPush(Uint8Array.from(body, (character) => character.charCodeAt(0)), reader);
}

async function answerTo(asked, store) {
    try {
        return { payload: await open(asked, store) };
    } catch (error) {
        if (error instanceof OpeningError) return { refused: error.code };
        throw error;
    }
}

async function answer(line) {
    let id = null;
    try {
        const asked = JSON.parse(line);
        id = asked.id;
        if (asked.describe) return { id, name: "JavaScript opener", suites: [1, 2, 3, 5] };
        const { device, write, advance: time } = asked.open;
        const store = device && new MemoryKeyStore(await importKeyring(device, "device"), write !== false);
        const result = time === undefined ? await answerTo(asked.open, store) : { advanced: await advance(store, time) };
        return { id, ...result, ...(write !== undefined && { stored: await store.stored() }) }; // of Scripts/check-languages
    } catch {
        return { id, error: "not a request of this program" };
    }
}

let rest = ""; // not node:readline, which also ends a line at U+2028
for await (const chunk of process.stdin.setEncoding("utf8")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
}
