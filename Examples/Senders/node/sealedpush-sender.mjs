// SealedPush sender: seals the payload of an APNs push, or a JSON object for another transport, in suites 1, 2 and 3.
// Copy this file. It needs Node.js 20 and no package. "§" is a section of Documentation/wire-format.md.
import crypto from "node:crypto";
const ALERT_TEXTS = ["stitle", "ssubtitle", "sbody", "stitle-loc-key", "ssubtitle-loc-key", "sloc-key"];
const READ_BY_SYSTEM = { widgets: ["saps"], controls: ["saps"], fileprovider: ["scontainer-identifier", "sdomain"],
    mdm: ["smdm"], __proto__: null }; // §4.1
/** A refusal to seal. Do not send the payload in the clear instead. README.md lists the codes. */
export class SealError extends Error {
    constructor(code, reason) { super(`${code}: ${reason}`); this.code = code; }
}
function demand(condition, code, reason) { if (!condition) throw new SealError(code, reason); }

// JSON (§4.5). JSON.parse checks the grammar. In parsed values each string and name has the prefix "s", and a number
// is "n" and its text: numbers keep their text, and "1" and "__proto__" are names like all others.
const TOKENS = /"((?:[^"\\]|\\[^])*)"([ \t\n\r]*:)?|-?\d[-+.\w]*|"/g;
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string" && value[0] === "s" && value.length > 1;
function parse(json, deepest = 512, takesNull = false) {
    let names = 0; // those in the text less those in the value: a name that occurs twice is once in the value
    const isValid = (value, depth) => {
        if (typeof value === "string") return value.isWellFormed();
        if (typeof value !== "object" || value === null) return takesNull || value !== null;
        if (isObject(value)) names -= Object.keys(value).length;
        return depth <= deepest && Object.entries(value).every((pair) => pair.every((one) => isValid(one, depth + 1)));
    };
    try {
        const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(json));
        const root = JSON.parse(text.replace(TOKENS, (token, string, colon = "") => {
            if (colon) names += 1;
            const isNumber = string === undefined && JSON.parse(token) !== null; // throws for 01 and for an open string
            return isNumber ? `"n${token}"` : `"s${string}"${colon}`;
        }));
        const isShort = Buffer.byteLength(text) <= 65536 && json.isWellFormed?.() !== false;
        if (isShort && isObject(root) && isValid(root, 1) && names === 0) return root;
    } catch { /* its message shows content */ }
    throw new SealError("invalidPayload", "expected an object in at most 65536 bytes of strict JSON (§4.5), without null");
}
const write = (value) => JSON.stringify(value).replace(TOKENS, (token, string, colon = "") =>
    string[0] === "n" ? string.slice(1) : `"${string.slice(1)}"${colon}`);

/** Imports an active key (§7). The exported key has the one spelling of its bytes, and the x that belongs to d. */
function keyOf(jwk, role, create) {
    try {
        const key = create({ key: jwk, format: "jwk" }), made = key.export({ format: "jwk" }), { crv, k, kty, x } = made;
        const { role: stated = role, state = "active" } = jwk.sealedpush ?? {}, bytes = Buffer.from(x ?? k, "base64url");
        const id = crypto.createHash("sha256").update(JSON.stringify({ crv, k, kty, x })).digest().subarray(0, 4);
        const isValid = (crv ?? "X25519") === "X25519" && bytes.length === 32 && stated === role && state === "active";
        if (isValid && Object.keys(made).every((name) => made[name] === jwk[name])) return { key, bytes, id };
    } catch { /* its message can show a key */ }
    throw new SealError("invalidKey", `expected an active ${role} key`);
}
function encrypt(key, nonce, aad, message) {
    const cipher = crypto.createCipheriv("chacha20-poly1305", key, nonce, { authTagLength: 16 }).setAAD(aad);
    return [cipher.update(message), cipher.final(), cipher.getAuthTag()];
}
const hmac = (key, ...parts) => parts.reduce((mac, part) => mac.update(part), crypto.createHmac("sha256", key)).digest();
const extract = (id, salt, label, ...ikm) => hmac(salt, "HPKE-v1", id, label, ...ikm);
const expand = (id, prk, label, size, ...info) => hmac(prk, Buffer.of(0, size), "HPKE-v1", id, label, ...info, "\x01");
/** Suites 1 and 2 (§2.2). `senders` is empty in suite 2. */
function sealHPKE(device, senders, binding, message) {
    const { privateKey, publicKey } = crypto.generateKeyPairSync("x25519"), dh = [];
    const kem = "KEM\0\x20", hpke = "HPKE\0\x20\0\x01\0\x03", enc = Buffer.from(publicKey.export({ format: "jwk" }).x, "base64url");
    try { // OpenSSL refuses a result of 32 zero bytes
        for (const { key } of [{ key: privateKey }, ...senders]) dh.push(crypto.diffieHellman({ privateKey: key, publicKey: device.key }));
    } catch { demand(false, "cannotSeal", "X25519 refuses the device's key"); }
    const context = [enc, device.bytes, ...senders.map(({ bytes }) => bytes)];
    const secret = extract(hpke, expand(kem, extract(kem, "", "eae_prk", ...dh), "shared_secret", 32, ...context), "secret");
    const digests = [extract(hpke, "", "psk_id_hash"), extract(hpke, "", "info_hash", binding)];
    const schedule = [Buffer.of(2 * senders.length), ...digests], key = expand(hpke, secret, "key", 32, ...schedule);
    const nonce = expand(hpke, secret, "base_nonce", 12, ...schedule).subarray(0, 12);
    return [enc, ...encrypt(key, nonce, Buffer.alloc(0), message)];
}
/** Suite 3 (§2.3). HChaCha20's result is part of a block of ChaCha20's key stream, less the initial state. */
function sealShared({ bytes: key }, binding, message) {
    const nonce = crypto.randomBytes(24), iv = nonce.subarray(0, 16), subkey = Buffer.alloc(32);
    const state = Buffer.concat([Buffer.from("expand 32-byte k"), key, iv]);
    const block = crypto.createCipheriv("chacha20", key, iv).update(Buffer.alloc(64));
    for (const [index, at] of [0, 4, 8, 12, 48, 52, 56, 60].entries())
        subkey.writeUInt32LE((block.readUInt32LE(at) - state.readUInt32LE(at)) >>> 0, 4 * index);
    return [nonce, ...encrypt(subkey, Buffer.concat([Buffer.alloc(4), nonce.subarray(16)]), binding, message)];
}
function uint(value, size, code = "invalidNumber") {
    demand(value >= 0 && value < 256 ** size, code, `expected an unsigned integer of ${size} bytes`);
    return Buffer.from(BigInt(value).toString(16).padStart(2 * size, "0"), "hex");
}
/** Seals each [purpose, object]; together the envelopes have at most `free` characters (§1 to §3, §6). */
function seal(parts, free, { device, provider, shared, topic = "", audience = "", padding = 64, ...options }) {
    demand(!device !== !shared && !(shared && provider), "invalidKey", "expected a device key or a shared key");
    const recipient = device ? keyOf(device, "device", crypto.createPublicKey)
        : keyOf(shared, "shared", () => crypto.createSecretKey(shared.k, "base64url"));
    const senders = provider ? [keyOf(provider, "provider", crypto.createPrivateKey)] : [];
    const header = Buffer.concat([Buffer.of(shared ? 3 : 2 - senders.length), recipient.id, ...senders.map(({ id }) => id)]);
    const fields = [[options.issuedAt ?? Math.floor(Date.now() / 1000), 4], [options.expiresAt, 4], [options.sequence, 8]]
        .flatMap(([value, size]) => value === undefined ? [] : [uint(value, size)]);
    fields.unshift(Buffer.of((options.expiresAt === undefined ? 0 : 1) + (options.sequence === undefined ? 0 : 2)));
    const messages = parts.map(([, object]) => Buffer.concat([...fields, Buffer.from(write(object)), Buffer.of(0x80)]));
    const sizes = messages.map(({ length }) => length), overhead = header.length + (shared ? 40 : 48);
    const capacity = (index) => Math.floor(3 * sizes.reduce((rest, size, other) =>
        other === index ? rest : rest - Math.ceil(4 * (overhead + size) / 3), free) / 4) - overhead;
    const bytesLeft = Math.min(...sizes.map((size, index) => capacity(index) - size));
    demand(bytesLeft >= 0 && (padding || free < Infinity), "tooLarge", `${-bytesLeft} bytes too many`);
    for (const index of [...parts.keys()].reverse()) { // the attributes first
        const block = padding || (index > 0 ? 64 : capacity(index));
        sizes[index] = Math.min(Math.ceil(sizes[index] / block) * block, capacity(index));
    }
    const envelopes = parts.map(([purpose], index) => {
        const texts = [topic, audience, purpose].map((text) => Buffer.from(text))
            .flatMap((text) => [uint(text.length, 2, "contextTooLong"), text]);
        const binding = Buffer.concat([Buffer.from("sealedpush-v1"), header, ...texts]);
        const message = Buffer.concat([messages[index]], sizes[index]); // filled with zeros
        const sealed = shared ? sealShared(recipient, binding, message) : sealHPKE(recipient, senders, binding, message);
        return Buffer.concat([header, ...sealed]).toString("base64url");
    });
    return { bytesLeft, envelopes };
}

/** Copies the members at `paths`, in the order of `source`. */
function copy(paths, source, target) {
    for (const [name, value] of Object.entries(source)) {
        const inner = paths.filter((path) => path[0] === name).map((path) => path.slice(1));
        const members = isObject(value) ? copy(inner, value, isObject(target[name]) ? target[name] : {}) : {};
        if (inner.some(({ length }) => length === 0)) target[name] = value;
        else if (Object.keys(members).length > 0) target[name] = members;
    }
    return target;
}
/** Returns the visible part of a push whose whole payload is sealed (§4.2). */
function visiblePart(payload, pushType, placeholder, visible) {
    const isAlert = pushType === "alert", { salert } = parse(`{"alert":${placeholder}}`);
    const first = isAlert ? { salert, "smutable-content": "n1" } : {};
    const isSwitch = /^("n|true|false)/.test(JSON.stringify(payload.saps?.["scontent-available"]));
    const body = copy(isSwitch ? [...visible, ["saps", "scontent-available"]] : visible, payload, { saps: { ...first } });
    if (isAlert) body.saps = { ...first, ...body.saps, "smutable-content": "n1" };
    else if (Object.keys(body.saps).length === 0 && body.saps !== payload.saps) delete body.saps;
    const alert = body.saps?.salert;
    demand(!isAlert || [alert, ...ALERT_TEXTS.map((name) => alert[name])].some(isText), "emptyPlaceholder", "no visible text");
    for (const name of READ_BY_SYSTEM[pushType] ?? [])
        demand(JSON.stringify(body[name]) === JSON.stringify(payload[name]), "mustStayVisible", "the system reads this");
    return body;
}
/** Seals a payload (JSON, a text or bytes). Returns the body, and the number of bytes by which the content can grow. */
export function sealPush(json, options) {
    const { pushType = "alert", placeholder = '{"title":"New activity"}', envelopeKey = "sealed", broadcast } = options;
    const visible = (options.visible ?? []).map((path) => path.map((name) => `s${name}`)), key = `s${envelopeKey}`;
    const payload = parse(json), aps = payload.saps ?? {}, isLive = pushType === "liveactivity";
    demand(isObject(aps), "invalidPayload", "expected an object as aps");
    demand(/^[\w.-]{1,64}$/.test(envelopeKey) && envelopeKey !== "aps", "invalidEnvelopeKey", "not an envelope key");
    const body = isLive ? { ...payload, saps: { ...aps } } : visiblePart(payload, pushType, placeholder, visible);
    const names = aps.sevent === "sstart" || "sattributes" in aps ? ["content-state", "attributes"] : ["content-state"];
    const parts = isLive ? names.map((name) => { // §4.3
        demand(isObject(aps[`s${name}`]), "invalidPayload", `expected an object as ${name}`);
        const copied = copy(visible, { saps: { [`s${name}`]: aps[`s${name}`] } }, {}).saps?.[`s${name}`];
        return [`liveactivity/${name}`, aps[`s${name}`], body.saps[`s${name}`] = { ...copied }];
    }) : [[pushType, payload, body]];
    for (const [, , holder] of parts) demand(!(key in holder), "invalidEnvelopeKey", "a visible member has this name");
    for (const [, , holder] of parts) holder[key] = "s";
    const limit = pushType === "voip" || isLive && broadcast ? 5120 : 4096;
    const { bytesLeft, envelopes } = seal(parts, limit - Buffer.byteLength(write(body)), options);
    for (const [index, [, , holder]] of parts.entries()) holder[key] = `s${envelopes[index]}`;
    return { body: write(body), bytesLeft };
}
/** Seals an object (JSON, a text or bytes) for a purpose (§4.4). Returns an envelope of at most `limit` characters. */
export function sealEnvelope(json, purpose, { limit = Infinity, ...options }) {
    const content = parse(json, /^liveactivity\/(content-state|attributes)$/.test(purpose) ? 510 : 512, true);
    return seal([[purpose, content]], limit, options).envelopes[0];
}
