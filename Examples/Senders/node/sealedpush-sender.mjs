// SealedPush sender: seals the payload of an APNs push, or a JSON object for another transport, in suites 1, 2, 3 and 5.
// Copy this file. It needs Node.js 20 and no package. "§" is a section of Documentation/wire-format.md.
import crypto from "node:crypto"; import { once } from "node:events";
const ALERT_TEXTS = ["stitle", "ssubtitle", "sbody", "stitle-loc-key", "ssubtitle-loc-key", "sloc-key"];
const READ_BY_SYSTEM = { __proto__: null, widgets: ["saps"], controls: ["saps"], mdm: ["smdm"], // §4.1
    fileprovider: ["scontainer-identifier", "sdomain"] };
const ADDRESS = /^https:\/\/[A-Za-z0-9.-]+(:\d{1,5})?([/?][!$-;=?-[\]_a-z~]*)?$/; // attachments.md §3
const IMAGES = ["public.jpeg", "public.png", "com.compuserve.gif"];
const SOUNDS = ["public.mp3", "public.mpeg-4-audio", "public.aiff-audio", "com.microsoft.waveform-audio"];
/** A refusal to seal: do not send the payload in the clear instead. It replaces errors that show content or keys. */
export class SealError extends Error { constructor(code, reason) { super(`${code}: ${reason}`); this.code = code; } }
function demand(condition, code, reason) { if (!condition) throw new SealError(code, reason); }
function attempt(make, code, reason) { try { return make(); } catch { throw new SealError(code, reason); } }
// JSON (§4.5). JSON.parse checks the grammar. In parsed values each string and name has the prefix "s", and a number
// is "n" and its text: numbers keep their text, and "1" and "__proto__" are names like all others.
const TOKENS = /"((?:[^"\\]|\\[^])*)"([ \t\n\r]*:)?|-?\d[-+.\w]*|"[^]*/g;
const NUMBER = /^n-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/;
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isString = (value) => typeof value === "string" && value[0] === "s" && value.isWellFormed();
const nameCount = (text) => [...text.matchAll(TOKENS)].filter((token) => token[2]).length;
const parse = (json, deepest = 512, takesNull = false) => attempt(() => {
    const isValid = (value, depth) => {
        if (value === null) return takesNull;
        if (typeof value !== "object") return typeof value === "boolean" || isString(value) || NUMBER.test(value);
        const isNamed = Array.isArray(value) || Object.keys(value).every(isString);
        return isNamed && depth <= deepest && Object.values(value).every((inner) => isValid(inner, depth + 1));
    };
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(json));
    const root = JSON.parse(text.replace(TOKENS, (token, string, colon = "") =>
        string === undefined ? `"n${token}"` : `"s${string}"${colon}`));
    demand(Buffer.byteLength(text) <= 65536 && json.isWellFormed?.() !== false && isObject(root) && isValid(root, 1));
    demand(nameCount(text) === nameCount(JSON.stringify(root))); return root; // a name that occurs twice is there once
}, "invalidPayload", "expected an object in at most 65536 bytes of strict JSON (§4.5), in a payload without null");
const write = (value) => JSON.stringify(value).replace(TOKENS, (token, string, colon = "") =>
    string[0] === "n" ? string.slice(1) : `"${string.slice(1)}"${colon}`);
const join = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));
function uint(value, size, code = "invalidNumber") {
    demand(value >= 0 && value < 256 ** size && Number.isInteger(Number(value)), code, `expected u${8 * size}`);
    return Buffer.from(BigInt(value).toString(16).padStart(2 * size, "0"), "hex");
}
const keyOf = (jwk, role, create) => attempt(() => { // §7
    const key = create({ key: jwk, format: "jwk" }), made = key.export({ format: "jwk" }), { crv, k, kty, x } = made;
    const { role: stated = role, state = "active" } = jwk.sealedpush ?? {}, bytes = Buffer.from(x ?? k, "base64url");
    demand((crv ?? "X25519") === "X25519" && bytes.length === 32 && stated === role && state === "active");
    demand(Object.keys(made).every((name) => made[name] === jwk[name])); // one spelling, and x belongs to d
    const thumbprint = crypto.createHash("sha256").update(JSON.stringify({ crv, k, kty, x })).digest();
    return { key, bytes, id: thumbprint.subarray(0, 4) };
}, "invalidKey", `expected an active ${role} key`);
const KEM = "KEM\0\x20", HPKE = "HPKE\0\x20\0\x01\0\x03";
const extract = (...ikm) => crypto.createHmac("sha256", "").update(join("HPKE-v1", HPKE, ...ikm)).digest();
const hkdf = (id, salt, ikm, label, size, ...info) => Buffer.from(crypto.hkdfSync("sha256", // extract and expand
    join("HPKE-v1", id, ...ikm), salt, join([0, size], "HPKE-v1", id, label, ...info), size));
function keyOfDay({ k, day }, now) { // of a chain (§2.4)
    const step = (link, what, number) => crypto.createHmac("sha256", link).update(join(
        `sealedpush-chain-v1 ${what}`, uint(number, 2))).digest();
    let link = Buffer.from(k, "base64url");
    for (let number = day + 1; number <= now; number += 1) link = step(link, "next", number);
    return [step(link, "psk", now), join("sealedpush-chain-v1", uint(now, 2))];
}
function setUpHPKE(keys, binding, [psk, id] = ["", ""]) { // suites 1, 2 and 5 (§2.2); returns enc, key, nonce and aad
    const pair = crypto.generateKeyPairSync("x25519"), own = [{ key: pair.privateKey }, ...keys.slice(1)];
    const enc = Buffer.from(pair.publicKey.export({ format: "jwk" }).x, "base64url");
    const dh = attempt(() => own.map(({ key }) => crypto.diffieHellman({ privateKey: key, publicKey: keys[0].key })),
        "cannotSeal", "X25519 refuses the device's key"); // as OpenSSL does for 32 zero bytes
    const secret = hkdf(KEM, "", ["eae_prk", ...dh], "shared_secret", 32, enc, ...keys.map(({ bytes }) => bytes));
    const schedule = join([id ? 3 : 2 * keys.length - 2], extract("psk_id_hash", id), extract("info_hash", binding));
    const derive = (label, size) => hkdf(HPKE, secret, ["secret", psk], label, size, schedule);
    return [enc, derive("key", 32), derive("base_nonce", 12), []];
}
function setUpShared([{ bytes: key }], binding) { // suite 3 (§2.3); returns nonce, HChaCha20's key, inner nonce and aad
    const nonce = crypto.randomBytes(24), iv = nonce.subarray(0, 16), state = join("expand 32-byte k", key, iv);
    const block = crypto.createCipheriv("chacha20", key, iv).update(Buffer.alloc(64)), subkey = Buffer.alloc(32);
    for (const [index, at] of [0, 4, 8, 12, 48, 52, 56, 60].entries()) // block = result + state
        subkey.writeUInt32LE((block.readUInt32LE(at) - state.readUInt32LE(at)) >>> 0, 4 * index);
    return [nonce, subkey, join([0, 0, 0, 0], nonce.subarray(16)), binding];
}
/** Seals each [purpose, object]; together the envelopes have at most `free` characters (§1 to §3, §6). */
function sealParts(parts, free, { device, provider, shared, topic = "", audience = "", padding = 512, ...options }) {
    const { suite, chain } = device?.sealedpush ?? {};
    demand(!device !== !shared && !(shared && provider), "invalidKey", "expected a device key or a shared key");
    demand(!suite === !chain && !(chain && !provider), "suiteMismatch", "a key of suite 5 needs its chain and a provider");
    const secret = () => crypto.createSecretKey(shared.k, "base64url");
    const keys = [shared ? keyOf(shared, "shared", secret) : keyOf(device, "device", crypto.createPublicKey)];
    if (provider) keys.push(keyOf(provider, "provider", crypto.createPrivateKey));
    const longest = (chain?.lifetime ?? 7) * 86400;
    const { issuedAt = Math.floor(Date.now() / 1000), expiresAt = Number(issuedAt) + longest, sequence } = options;
    const day = Math.floor(Number(issuedAt) / 86400);
    demand(!(day < chain?.day), "clockBehind", "the device's chain begins on a later day");
    const psk = chain && keyOfDay(chain, day);
    const header = join([chain ? 5 : shared ? 3 : 3 - keys.length], ...keys.map(({ id }) => id), chain ? uint(day, 2) : []);
    const life = Number(expiresAt) - Number(issuedAt), fields = join([sequence == null ? 1 : 3], uint(issuedAt, 4),
        uint(expiresAt, 4), sequence == null ? [] : uint(sequence, 8));
    const [code, days] = chain ? ["lifetimeTooLong", chain.lifetime] : ["invalidExpiry", 30];
    demand(life >= 0 && life <= days * 86400, code, `expected an end 0 to ${days} days after the sealing`);
    const messages = parts.map(([, object]) => join(fields, write(object), [0x80]));
    const sizes = messages.map(({ length }) => length), overhead = header.length + (shared ? 40 : 48);
    const capacity = (index) => Math.floor(3 * sizes.toSpliced(index, 1).reduce((rest, size) =>
        rest - Math.ceil(4 * (overhead + size) / 3), free) / 4) - overhead;
    const bytesLeft = Math.min(...sizes.map((size, index) => capacity(index) - size));
    demand(bytesLeft >= 0 && (padding || free < Infinity), "tooLarge", `${-bytesLeft} bytes too many`);
    demand(padding >= 0 && padding <= 4096 && Number.isInteger(padding), "invalidNumber", "expected 0 to 4096");
    const envelopes = [...parts.entries()].reverse().map(([index, [purpose]]) => { // the attributes first
        const block = padding || (index > 0 ? 512 : capacity(index));
        sizes[index] = Math.min(Math.ceil(sizes[index] / block) * block, capacity(index));
        const message = Buffer.concat([messages[index]], sizes[index]); // filled with zeros
        const texts = [topic, audience, purpose].map((one) => join(uint(join(one).length, 2, "contextTooLong"), one));
        const binding = join("sealedpush-v1", header, ...texts);
        const [start, key, nonce, aad] = shared ? setUpShared(keys, binding) : setUpHPKE(keys, binding, psk);
        const cipher = crypto.createCipheriv("chacha20-poly1305", key, nonce, { authTagLength: 16 }).setAAD(join(aad));
        return join(header, start, cipher.update(message), cipher.final(), cipher.getAuthTag()).toString("base64url");
    });
    return { bytesLeft, envelopes: envelopes.reverse() };
}
function copy(paths, source, target) { // the members at the paths, in the order of the source
    for (const [name, value] of Object.entries(source)) {
        const inner = paths.filter((path) => path[0] === name).map((path) => path.slice(1));
        const members = isObject(value) ? copy(inner, value, isObject(target[name]) ? target[name] : {}) : {};
        if (inner.some(({ length }) => length === 0)) target[name] = value;
        else if (Object.keys(members).length > 0) target[name] = members;
    }
    return target;
}
function visiblePart(payload, aps, pushType, visible, { placeholder = '{"title":"New activity"}' }) { // §4.2
    const isAlert = pushType === "alert", { salert: standard } = parse(`{"alert":${placeholder}}`);
    const first = isAlert ? { salert: standard, "smutable-content": "n1" } : {};
    if (/^("n|t|f)/.test(JSON.stringify(aps["scontent-available"]))) visible.push(["saps", "scontent-available"]);
    const body = copy(visible, payload, { saps: { ...first } });
    if (isAlert) body.saps = { ...first, ...body.saps, "smutable-content": "n1" };
    else if (Object.keys(body.saps).length === 0 && body.saps !== payload.saps) delete body.saps;
    const texts = isAlert ? [body.saps.salert, ...ALERT_TEXTS.map((name) => body.saps.salert[name])] : ["s-"];
    demand(texts.some((text) => isString(text) && text !== "s"), "emptyPlaceholder", "no text in the visible alert");
    const isSame = (name) => JSON.stringify(body[name]) === JSON.stringify(payload[name]);
    demand((READ_BY_SYSTEM[pushType] ?? []).every(isSame), "mustStayVisible", "the system reads a hidden member");
    return body;
}
/** Seals a payload (JSON, a text or bytes). Returns the body, and the number of bytes by which the content can grow. */
export function sealPush(json, { pushType = "alert", envelopeKey = "sealed", broadcast = false, ...options }) {
    const payload = parse(json), { saps: aps = {} } = payload, isLive = pushType === "liveactivity";
    const visible = (options.visible ?? []).map((path) => path.map((name) => `s${name}`)), key = `s${envelopeKey}`;
    demand(isObject(aps), "invalidPayload", "expected an object as aps");
    demand(/^[\w.-]{1,64}$/.test(envelopeKey) && envelopeKey !== "aps", "invalidEnvelopeKey", "not an envelope key");
    const body = isLive ? { ...payload, saps: { ...aps } } : visiblePart(payload, aps, pushType, visible, options);
    const names = aps.sevent === "sstart" || "sattributes" in aps ? ["content-state", "attributes"] : ["content-state"];
    const parts = !isLive ? [[pushType, payload, body]] : names.map((name) => { // §4.3
        const content = aps[`s${name}`], shown = copy(visible, { saps: { [`s${name}`]: content } }, {}).saps;
        demand(isObject(content), "invalidPayload", `expected an object as ${name}`);
        return [`liveactivity/${name}`, content, body.saps[`s${name}`] = { ...shown?.[`s${name}`] }];
    });
    demand(parts.every(([, , holder]) => !(key in holder)), "invalidEnvelopeKey", "a visible member has this name");
    const put = (texts) => texts.forEach((text, index) => { parts[index][2][key] = `s${text}`; });
    put(parts.map(() => ""));
    const limit = pushType === "voip" || isLive && broadcast ? 5120 : 4096;
    const { bytesLeft, envelopes } = sealParts(parts, limit - Buffer.byteLength(write(body)), options);
    put(envelopes); return { body: write(body), bytesLeft };
}
/** Seals an object (JSON, a text or bytes) for a purpose (§4.4). Returns an envelope of at most `limit` characters. */
export function sealEnvelope(json, purpose, { limit = Infinity, ...options }) {
    const deepest = /^liveactivity\/(content-state|attributes)$/.test(purpose) ? 510 : 512;
    return sealParts([[purpose, parse(json, deepest, true)]], limit, options).envelopes[0];
}
/**
 * Seals the bytes of a file of a uniform type identifier. Returns the blob, for any host to serve at `url`, and its descriptor: a
 * secret, which a payload has in "sealedpush":{"attachments":[descriptor]} (Documentation/attachments.md).
 */
export function sealAttachment(file, { url, type, thumbnail }) {
    demand(ADDRESS.test(url) && type && (!thumbnail || thumbnail.length > 0 && thumbnail.length <= 1125),
        "invalidDescriptor", "expected an https address, a type, and a thumbnail of at most 1125 bytes");
    const bytes = Buffer.from(file), size = bytes.length;
    const limit = (IMAGES.includes(type) ? 10 : SOUNDS.includes(type) ? 5 : 50) * 1e6;
    demand(size <= limit, "tooLarge", `expected at most ${limit} bytes`);
    const least = Math.max(size, 16384), bits = (number) => 31 - Math.clz32(number); // ⌊log2⌋
    const step = 2 ** (bits(least) - bits(bits(least)) - 1), padded = Buffer.alloc(Math.ceil(least / step) * step); // PADMÉ
    padded.set(bytes);
    const key = crypto.randomBytes(32), chunkKey = Buffer.from(crypto.hkdfSync("sha256", key, "", "sealedpush-blob-v1", 32));
    const chunks = Array.from({ length: Math.ceil(padded.length / 65536) }, (_, index) => {
        const isLast = (index + 1) * 65536 >= padded.length, nonce = join(uint(index, 11), [isLast ? 1 : 0]);
        const cipher = crypto.createCipheriv("chacha20-poly1305", chunkKey, nonce, { authTagLength: 16 });
        return [cipher.update(padded.subarray(index * 65536, (index + 1) * 65536)), cipher.final(), cipher.getAuthTag()];
    });
    const blob = Buffer.concat(chunks.flat()), digest = crypto.createHash("sha256").update(blob).digest("base64url");
    const thumb = thumbnail && Buffer.from(thumbnail).toString("base64url");
    return { blob, descriptor: { url, key: key.toString("base64url"), size, digest, type, ...(thumb && { thumb }) } };
}
/** Posts a body over `http2.connect("https://api.push.apple.com")`. `topic` has the push type's suffix. */
export async function post(session, deviceToken, body, { token, topic, pushType = "alert", ...headers }) {
    const fields = { ...headers, "authorization": `bearer ${token}`, "apns-topic": topic, "apns-push-type": pushType,
        ":method": "POST", ":path": `/3/device/${encodeURIComponent(deviceToken)}` };
    const request = session.request(fields, { signal: AbortSignal.timeout(30_000) }).on("error", () => {}).end(body);
    const [answer] = await once(request, "response");
    return { status: answer[":status"], reason: (await request.setEncoding("utf8").toArray()).join("") };
}
