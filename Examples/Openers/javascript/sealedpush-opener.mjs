// SealedPush opener for a service worker: suites 1, 2, 3 and 5. "§" is a section of Documentation/wire-format.md.
// Copy this file. It needs WebCrypto with X25519, as in Node.js 20, and no package.

const OVERHEAD = { 1: 57, 2: 53, 3: 45, 5: 59 }; // §1, in bytes
const HEADER = { 1: 9, 2: 5, 3: 5, 5: 11 };
const LIVE_ACTIVITY = ["liveactivity/content-state", "liveactivity/attributes"];
const encoder = new TextEncoder();
/** A refusal to open, with a code of §5.1. It shows no content and no key. */
export class OpeningError extends Error { constructor(code) { super(code); this.code = code; } }
function demand(condition, code) { if (!condition) throw new OpeningError(code); }
function join(...parts) {
    const bytes = parts.map((part) => typeof part === "string" ? encoder.encode(part) : Uint8Array.from(part));
    const joined = new Uint8Array(bytes.reduce((sum, { length }) => sum + length, 0));
    bytes.reduce((at, part) => { joined.set(part, at); return at + part.length; }, 0);
    return joined;
}
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
// JSON (§4.5). JSON.parse checks the grammar. In parsed values each string and name has the prefix "s", and a number
// is "n" and its text: numbers keep their text, and "1" and "__proto__" are names like all others.
const TOKENS = /"((?:[^"\\]|\\[^])*)"([ \t\n\r]*:)?|-?\d[-+.\w]*|"[^]*/g;
const NUMBER = /^n-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/;
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isString = (value) => typeof value === "string" && value[0] === "s" && value.isWellFormed();
const nameCount = (text) => [...text.matchAll(TOKENS)].filter((token) => token[2]).length;
/** Returns the text and the value of an object in strict JSON; a null stands for any error. */
function parse(bytes, deepest = 512) {
    const isValid = (value, depth) => {
        if (typeof value !== "object" || value === null)
            return value === null || typeof value === "boolean" || isString(value) || NUMBER.test(value);
        const isNamed = Array.isArray(value) || Object.keys(value).every(isString);
        return isNamed && depth <= deepest && Object.values(value).every((inner) => isValid(inner, depth + 1));
    };
    if (bytes.length > 65536) return null;
    try {
        const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
        const root = JSON.parse(text.replace(TOKENS, (token, string, colon = "") =>
            string === undefined ? `"n${token}"` : `"s${string}"${colon}`));
        const isUnique = nameCount(text) === nameCount(JSON.stringify(root)); // a repeated name is in the root once
        return isObject(root) && isValid(root, 1) && isUnique ? { text, root } : null;
    } catch { return null; }
}
const write = (value) => JSON.stringify(value).replace(TOKENS, (token, string, colon = "") =>
    string[0] === "n" ? string.slice(1) : `"${string.slice(1)}"${colon}`);
/** Decodes strict base64url (§1.2); null for every other text. */
function decode(text) {
    if (typeof text !== "string" || !/^[\w-]+$/.test(text) || text.length % 4 === 1) return null;
    const standard = text.replaceAll("-", "+").replaceAll("_", "/"), decoded = atob(standard);
    const isCanonical = btoa(decoded).replaceAll("=", "") === standard; // no trailing bits
    return isCanonical ? Uint8Array.from(decoded, (character) => character.charCodeAt(0)) : null;
}
async function x25519(privateKey, point) { // null if the result is 32 zero bytes
    try {
        const publicKey = await crypto.subtle.importKey("raw", point, { name: "X25519" }, true, []);
        const bits = await crypto.subtle.deriveBits({ name: "X25519", public: publicKey }, privateKey, 256);
        const secret = new Uint8Array(bits);
        return secret.some((byte) => byte !== 0) ? secret : null;
    } catch { return null; }
}
const isCanonical = (x) => // below 2^255 - 19, little-endian
    x[31] < 127 || x[31] === 127 && (x[0] < 237 || x.subarray(1, 31).some((byte) => byte !== 255));
const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;
/** Returns the keys of a role in a JWK Set, for storage in IndexedDB; X25519 secrets and chains cannot be exported from them. */
export async function importKeyring({ keys }, role) {
    const keyring = [];
    for (const { kty, crv, x, d, k, sealedpush } of keys) {
        const { chain, ...about } = { role, state: "active", ...sealedpush };
        const { role: stated, state, until, purposes = LIVE_ACTIVITY } = about;
        const isShared = stated === "shared", bytes = decode(isShared ? k : x);
        const isKnown = ["device", "provider", "shared"].includes(stated)
            && (state === "retiring" ? Number.isSafeInteger(until) : ["pending", "active", "revoked"].includes(state));
        const isFitting = isShared
            ? kty === "oct" && Array.isArray(purposes) && purposes.length > 0
                && purposes.every((purpose) => typeof purpose === "string")
            : kty === "OKP" && crv === "X25519" && bytes && isCanonical(bytes);
        const isChain = chain === undefined || stated === "device" && about.suite === 5 && decode(chain?.k)?.length === 32
            && isWhole(chain.day, 0, 65535) && isWhole(chain.lifetime, 1, 30);
        if (!isKnown || bytes?.length !== 32 || !isFitting || !isChain)
            throw new TypeError(`not a key of role ${role}`);
        if (stated !== role) continue;
        const name = isShared ? `{"k":"${k}","kty":"oct"}` : `{"crv":"X25519","kty":"OKP","x":"${x}"}`;
        const id = hex((await sha256(encoder.encode(name))).subarray(0, 4));
        let privateKey;
        if (d !== undefined) { // an erased key has none
            if (decode(d)?.length !== 32) throw new TypeError("not a secret key");
            const jwk = { kty, crv, x, d };
            privateKey = await crypto.subtle.importKey("jwk", jwk, { name: "X25519" }, false, ["deriveBits"]);
            const derived = await x25519(privateKey, Uint8Array.of(9, ...new Uint8Array(31)));
            if (!derived?.every((byte, index) => byte === bytes[index])) throw new TypeError("x is not that of d");
        }
        const link = chain && { ...chain, k: await hmacKey(decode(chain.k)) };
        keyring.push({ id, about, purposes, bytes, privateKey, chain: link });
    }
    return keyring;
}
const hasEnded = ({ about }, time) => about.state === "retiring" && about.until < time;
/** Selects the usable keys of an id (§5.2). */
function select(keyring, id, now, unknown) {
    const found = keyring.filter((key) => key.id === id && !hasEnded(key, now - 60));
    demand(found.length > 0, unknown);
    const usable = found.filter((key) => key.about.state !== "revoked");
    demand(usable.length > 0, "revokedKey");
    return usable;
}
// ChaCha20-Poly1305 (RFC 8439) and HChaCha20 (draft-irtf-cfrg-xchacha-03), without branches on secrets
function littleEndian(words) {
    const view = new DataView(new ArrayBuffer(4 * words.length));
    words.forEach((word, index) => view.setUint32(4 * index, word, true));
    return new Uint8Array(view.buffer);
}
/** Returns the words of the state before and after the rounds. */
function rounds(key, counterAndNonce) {
    const view = new DataView(join("expand 32-byte k", key, counterAndNonce).buffer);
    const before = Uint32Array.from({ length: 16 }, (_, index) => view.getUint32(4 * index, true)), x = before.slice();
    const half = (a, b, d, shift) => {
        x[a] += x[b];
        x[d] ^= x[a];
        x[d] = x[d] << shift | x[d] >>> 32 - shift;
    };
    const quarter = (a, b, c, d) => { half(a, b, d, 16); half(c, d, b, 12); half(a, b, d, 8); half(c, d, b, 7); };
    for (let round = 0; round < 20; round += 1) { // even: columns, odd: diagonals
        const shift = round % 2;
        for (let column = 0; column < 4; column += 1)
            quarter(column, 4 + (column + shift) % 4, 8 + (column + 2 * shift) % 4, 12 + (column + 3 * shift) % 4);
    }
    return [before, x];
}
function hchacha20(key, nonce) {
    const [, x] = rounds(key, nonce);
    return littleEndian([...x.subarray(0, 4), ...x.subarray(12)]);
}
function chacha20(key, nonce, first, data) {
    const result = Uint8Array.from(data);
    for (let at = 0; at < data.length; at += 64) {
        const [before, x] = rounds(key, join(littleEndian([first + at / 64]), nonce));
        const stream = littleEndian(x.map((word, index) => word + before[index]));
        for (let index = at; index < Math.min(at + 64, data.length); index += 1) result[index] ^= stream[index - at];
    }
    return result;
}
/** Poly1305 with 17 limbs of 8 bits: no sum of products reaches 2^32. */
function poly1305(key, data) {
    const clamped = (byte, index) => byte & (index % 4 === 3 ? 15 : index % 4 === 0 && index > 0 ? 252 : 255);
    const r = Uint32Array.from(key.subarray(0, 16), clamped);
    const carried = (limbs) => {
        let sum = 0;
        return limbs.map((limb, index) => {
            sum = (sum >>> 8) + limb;
            return index < 16 ? sum & 255 : sum;
        });
    };
    let h = new Uint32Array(17);
    for (let at = 0; at < data.length; at += 16) {
        const block = [...data.subarray(at, at + 16), 1];
        h = h.map((limb, index) => limb + (block[index] ?? 0));
        h = carried(h.map((_, index) => h.reduce((sum, limb, other) =>
            sum + limb * (other <= index ? r[index - other] ?? 0 : 320 * (r[index + 17 - other] ?? 0)), 0)));
        h[0] += 5 * (h[16] >>> 2); // 2^130 is 5
        h[16] &= 3;
        h = carried(h);
    }
    const less = carried(h.map((limb, index) => limb + [5, ...new Uint8Array(15), 252][index])); // h - (2^130 - 5)
    const mask = -(less[16] >>> 8); // all bits if that is not negative
    const reduced = h.map((limb, index) => limb ^ mask & (limb ^ less[index]));
    return Uint8Array.from(carried(reduced.map((limb, index) => limb + (key[16 + index] ?? 0))).subarray(0, 16));
}
/** Returns the plaintext, or null if the tag is wrong. */
function decrypt(key, nonce, aad, sealed) {
    const ciphertext = sealed.subarray(0, sealed.length - 16), fill = (bytes) => new Uint8Array(-bytes.length & 15);
    const lengths = littleEndian([aad.length, 0, ciphertext.length, 0]);
    const authenticated = join(aad, fill(aad), ciphertext, fill(ciphertext), lengths);
    const tag = poly1305(chacha20(key, nonce, 0, new Uint8Array(32)), authenticated);
    const difference = tag.reduce((bits, byte, index) => bits | byte ^ sealed[ciphertext.length + index], 0);
    return difference === 0 ? chacha20(key, nonce, 1, ciphertext) : null;
}
const hmacKey = (bytes) => crypto.subtle.importKey( // WebCrypto refuses an empty key; HMAC pads it with zeros
    "raw", bytes.length > 0 ? bytes : new Uint8Array(64), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
async function hmac(key, ...parts) {
    const imported = key.type === "secret" ? key : await hmacKey(key);
    return new Uint8Array(await crypto.subtle.sign("HMAC", imported, join(...parts)));
}
const extract = (id, salt, label, ...ikm) => hmac(salt, "HPKE-v1", id, label, ...ikm);
const expand = async (id, prk, label, size, ...info) =>
    (await hmac(prk, [0, size], "HPKE-v1", id, label, ...info, [1])).subarray(0, size);
const step = (link, what, day) => hmac(link, `sealedpush-chain-v1 ${what}`, [day >> 8, day & 255]);
/** Returns the link of a day that is not before the chain's (§2.4). */
async function linkOf({ k, day }, last) {
    let link = k;
    for (let next = day + 1; next <= last; next += 1) link = await hmacKey(await step(link, "next", next));
    return link;
}
async function openHPKE(rest, binding, recipient, sender, day) {
    const kem = "KEM\0\x20", hpke = "HPKE\0\x20\0\x01\0\x03";
    const enc = rest.subarray(0, 32), senders = sender ? [sender] : [];
    const points = [enc, ...senders.map(({ bytes }) => bytes)];
    const dh = await Promise.all(points.map((point) => x25519(recipient.privateKey, point)));
    if (dh.includes(null)) return null;
    const context = [enc, recipient.bytes, ...senders.map(({ bytes }) => bytes)];
    const sharedSecret = await expand(kem, await extract(kem, "", "eae_prk", ...dh), "shared_secret", 32, ...context);
    const { chain } = recipient, psk = chain ? await step(await linkOf(chain, day), "psk", day) : []; // suite 5: of the day
    const pskID = chain ? join("sealedpush-chain-v1", [day >> 8, day & 255]) : [], mode = [chain ? 3 : 2 * senders.length];
    const digests = [await extract(hpke, "", "psk_id_hash", pskID), await extract(hpke, "", "info_hash", binding)];
    const secret = await extract(hpke, sharedSecret, "secret", psk), schedule = join(mode, ...digests);
    const key = await expand(hpke, secret, "key", 32, schedule);
    return decrypt(key, await expand(hpke, secret, "base_nonce", 12, schedule), new Uint8Array(0), rest.subarray(32));
}
function openShared(rest, binding, { bytes }) {
    const nonce = join([0, 0, 0, 0], rest.subarray(16, 24));
    return decrypt(hchacha20(bytes, rest.subarray(0, 16)), nonce, binding, rest.subarray(24));
}
/** Returns the keyring after a message of a time (§5.6), which the key with the public key `opened` opened; null: no change. */
async function advanced(keyring, time, opened) {
    const keys = keyring.map((key) => ({ ...key, about: { ...key.about } })), isOpened = (key) => hex(key.bytes) === hex(opened);
    const at = opened ? keys.findIndex((key) => key.about.awaits && isOpened(key)) : -1;
    if (at >= 0) { // the push confirms the key (keys.md §6)
        for (const { about, chain } of keys.slice(0, at)) {
            if (about.state !== "active" && !(about.state === "pending" && about.awaits)) continue;
            delete about.awaits;
            Object.assign(about, { state: "retiring", until: time + (chain ? chain.lifetime + 1 : 30) * 86400 });
        }
        const { about } = keys[at];
        delete about.awaits;
        if (about.state === "pending") about.state = "active";
    }
    let isChanged = at >= 0;
    for (const key of keys) {
        const { about, chain, privateKey } = key;
        const keep = chain && Math.floor(Math.max(0, time - chain.lifetime * 86400 - 3600) / 86400);
        if (hasEnded(key, time - 3600)) {
            isChanged ||= Boolean(privateKey ?? chain ?? about.offer ?? about.awaits);
            for (const secret of ["privateKey", "chain"]) delete key[secret];
            for (const secret of ["offer", "awaits"]) delete about[secret];
        } else if (keep > chain?.day) {
            key.chain = { ...chain, k: await linkOf(chain, keep), day: keep };
            isChanged = true;
        }
    }
    return isChanged ? keys : null;
}
/**
 * Moves the chains of a store forward to a time that is authenticated and not after the clock, and erases what no reader accepts
 * any more (§5.6). An app calls it at its start with the time of its server. Resolves to false if that failed or took longer than `store.seconds`, or 1.
 */
export async function advance(store, time, opened) {
    let timer;
    const limit = new Promise((resolve) => { timer = setTimeout(resolve, 1000 * (store.seconds ?? 1), false); });
    const change = async () => {
        for (let tries = 0; tries < 100; tries += 1) { // after a lost race again, with the newest keyring
            const { keyring, version } = await store.read(), after = await advanced(keyring, time, opened);
            if (after === null || await store.replace(after, version) === true) return true;
        }
        return false;
    };
    try { return await Promise.race([change(), limit]); } catch { return false; } finally { clearTimeout(timer); }
}
/**
 * Opens an envelope on its own, a text or bytes (§4.4); returns the content's text. `reader` has the keyrings `device`,
 * `provider` and `shared`, `topic`, `audience`, `now`, `acceptsUnauthenticated`, `request`, and a replay store
 * `replay`, whose `admit(key, request, end, issuedAt, now)` resolves to false for a replay (§5.4). Keys with chains need a
 * store as `device`: `read()` resolves to `{ keyring, version }`, and `replace(keyring, version)` to false if the version is
 * another one. It is read for each envelope. Without `replace`, or with a keyring, the reader only draws, and moves no chain.
 * `report("chainNotAdvanced")` is called if the store was not changed in time; the next envelope tries again.
 */
export async function openEnvelope(envelope, purpose, reader) {
    const bytes = envelope instanceof Uint8Array ? envelope : decode(envelope);
    demand(bytes?.length > 0, "malformed");
    const { now = Math.floor(Date.now() / 1000), device = [], provider, shared = [], replay } = reader;
    const suite = bytes[0], isShared = suite === 3, isChained = suite === 5;
    demand(Object.hasOwn(OVERHEAD, suite), "unknownSuite");
    demand(bytes.length >= OVERHEAD[suite], "malformed");
    demand(suite !== 2 || provider === undefined || reader.acceptsUnauthenticated === true, "unauthenticatedSender");
    const header = bytes.subarray(0, HEADER[suite]), rest = bytes.subarray(header.length);
    const recipientID = hex(header.subarray(1, 5)), isFor = (key) => !isShared || key.purposes.includes(purpose);
    const store = Array.isArray(device) ? { read: () => ({ keyring: device }) } : device;
    let recipients;
    try {
        const keyring = isShared ? shared : (await store.read()).keyring;
        recipients = keyring.filter((key) => key.id === recipientID);
    } catch { throw new OpeningError("keyringUnavailable"); }
    demand(recipients.length === 0 || recipients.some(isFor), "unauthenticatedSender");
    const isHeld = (key) => isFor(key) && (isShared || key.privateKey || key.about.state === "revoked");
    recipients = select(recipients.filter(isHeld), recipientID, now, "unknownKey");
    recipients = recipients.filter(({ about, chain }) => isChained ? chain : !Object.hasOwn(about, "suite")); // check 7a
    demand(recipients.length > 0, "suiteMismatch");
    const senderID = suite === 1 || isChained ? hex(header.subarray(5, 9)) : undefined;
    const senders = senderID ? select(provider ?? [], senderID, now, "unknownSender") : [undefined];
    const day = isChained ? header[9] << 8 | header[10] : undefined;
    demand(!isChained || day <= Math.floor((now + 300) / 86400), "notYetValid");
    recipients = recipients.filter(({ chain }) => !isChained || chain.day <= day);
    demand(recipients.length > 0, "expired");
    const texts = [reader.topic ?? "", reader.audience ?? "", purpose].map((text) => encoder.encode(text));
    demand(texts.every(({ length }) => length < 65536), "cannotOpen"); // no sealer has such a binding
    const prefixed = texts.flatMap((text) => [[text.length >> 8, text.length & 255], text]);
    const binding = join("sealedpush-v1", header, ...prefixed);
    let message = null, opened;
    for (const recipient of recipients)
        for (const sender of message === null ? senders : []) {
            message ??= await (isShared ? openShared : openHPKE)(rest, binding, recipient, sender, day);
            opened = recipient;
        }
    demand(message !== null, "cannotOpen");
    const flags = message[0], start = 9 + 4 * (flags & 2); // §3
    const end = message.findLastIndex((byte) => byte !== 0), fields = new DataView(message.buffer);
    demand((flags === 1 || flags === 3) && message[end] === 0x80 && end >= start, "badMessage");
    const issuedAt = fields.getUint32(1), expiresAt = fields.getUint32(5);
    const lifetime = isChained ? opened.chain.lifetime : 30;
    demand(issuedAt <= expiresAt && expiresAt - issuedAt <= lifetime * 86400, "badMessage");
    demand(!isChained || Math.floor(issuedAt / 86400) === day, "badMessage");
    demand(issuedAt <= now + 300, "notYetValid");
    demand(now <= expiresAt + 60, "expired");
    const content = parse(message.subarray(start, end), LIVE_ACTIVITY.includes(purpose) ? 510 : 512);
    demand(content, "badMessage");
    if (replay !== undefined) {
        const key = hex((await sha256(bytes)).subarray(0, 16));
        const time = [expiresAt + 60, senderID || !provider ? issuedAt : 0, now]; // only an authenticated time ends an entry
        demand(await replay.admit(key, reader.request ?? "", ...time) === true, "replayed");
    }
    if (isChained && store.replace && !await advance(store, Math.min(now, issuedAt), opened.bytes)) // check 15
        reader.report?.("chainNotAdvanced");
    return content.text;
}
/** Opens the body of a push, in bytes; returns the text of the delivered payload. */
export async function openPush(body, { pushType = "alert", envelopeKey = "sealed", ...reader }) {
    const root = parse(body)?.root, key = `s${envelopeKey}`;
    demand(root, "malformed");
    const open = async (holder, purpose) => {
        demand(isObject(holder) && Object.hasOwn(holder, key), "notSealed");
        demand(isString(holder[key]), "malformed");
        return openEnvelope(holder[key].slice(1), purpose, reader);
    };
    if (pushType !== "liveactivity") return open(root, pushType);
    const aps = isObject(root.saps) ? root.saps : {}; // §4.3
    const isStart = aps.sevent === "sstart" || Object.hasOwn(aps, "sattributes");
    for (const name of isStart ? ["content-state", "attributes"] : ["content-state"])
        aps[`s${name}`] = parse(encoder.encode(await open(aps[`s${name}`], `liveactivity/${name}`))).root;
    return write(root);
}
