"""Seals pushes by Documentation/wire-format.md (§): a file to copy. Needs PyNaCl and pyhpke; keys are 32 bytes.

    sealer = Sealer("com.example.bank", device=device_public_key, provider=provider_secret_key)
    body, bytes_left = sealer.push('{"aps":{"alert":"Hi"},"amount":240.10}', expires_at=int(time.time()) + 3600)"""
import base64, contextlib, hashlib, hmac, json, os, re, struct, time  # noqa: E401
from nacl.bindings import crypto_aead_chacha20poly1305_ietf_encrypt as encrypt
from nacl.public import PrivateKey
from nacl.secret import Aead
from pyhpke import AEADId, CipherSuite, KDFId, KEMId
HPKE = CipherSuite.new(KEMId.DHKEM_X25519_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.CHACHA20_POLY1305)
OVERHEAD = {1: 57, 2: 53, 3: 45, 5: 59}  # §1.1: the bytes of an envelope beside its message
SEEN = {"widgets": ["aps"], "controls": ["aps"], "fileprovider": ["container-identifier", "domain"], "mdm": ["mdm"]}
LIVE = {"liveactivity/content-state": "content-state", "liveactivity/attributes": "attributes"}
Number = type("Number", (str,), {})  # the text of a JSON number, which travels unchanged (§4.5)
TEXTS = ("title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key")
ADDRESS = r"https://[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?][!$-;=?-\[\]_a-z~]*)?"  # attachments.md §3
MEGABYTES = {**dict.fromkeys(["public.jpeg", "public.png", "com.compuserve.gif"], 10), **dict.fromkeys(
    ["public.mp3", "public.mpeg-4-audio", "public.aiff-audio", "com.microsoft.waveform-audio"], 5)}

class Refused(ValueError):
    """A payload or key that cannot be sealed: a code and a reason. It must not be sent in the clear instead (§4.2)."""

def demand(holds, code, reason):
    if not holds:
        raise Refused(code, reason)

def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

def parse(text, depth=512):
    """Returns the object of a JSON text by §4.5."""
    def members(pairs):
        return dict(pairs) if len(dict(pairs)) == len(pairs) else None  # a name occurs twice: refused like a null
    with contextlib.suppress(ValueError, TypeError, AttributeError, RecursionError):  # which may hold the payload's text
        root = json.loads(text, object_pairs_hook=members, parse_int=Number, parse_float=Number)
        if isinstance(root, dict) and len(text.encode()) <= 65536 and compact(root, depth):
            return root
    raise Refused("invalidPayload", "not the text of a JSON object by §4.5, or a null in it")

def compact(value, depth=512):
    """Returns the shortest JSON, with the numbers' texts. Fails for a null, NaN, a lone surrogate and deep nesting."""
    demand(isinstance(value, (str, int, float, dict, list)[:5 if depth else 3]), "invalidPayload", "a null, or nested too deep")
    if isinstance(value, (dict, list)):
        inner, named = [], isinstance(value, dict)
        for item in value:  # a comprehension would need a second frame for each level
            inner.append(compact(item) + b":" + compact(value[item], depth - 1) if named else compact(item, depth - 1))
        return (b"{%b}" if named else b"[%b]") % b",".join(inner)
    return (value if isinstance(value, Number) else json.dumps(value, ensure_ascii=False, allow_nan=False)).encode()

def copied(paths, source, target):
    """Returns `target` with the members of `source` at the paths, in the order of `source` (§4.2)."""
    target = dict(target) if isinstance(target, dict) else {}
    for name, value in source.items():
        rest = [path[1:] for path in paths if path[:1] == [name]]
        if [] in rest:
            target[name] = value
        elif rest and isinstance(value, dict) and (inner := copied(rest, value, target.get(name))):
            target[name] = inner
    return target

def visible_part(payload, push_type, placeholder, paths):
    """Returns the body without envelopes, and by purpose each content and the object that gets its envelope (§4)."""
    aps, one = payload.get("aps", {}), {"mutable-content": Number("1")}
    if push_type == "liveactivity":
        parts = dict(list(LIVE.items())[:1 + ("attributes" in aps or aps.get("event") == "start")])
        demand(all(isinstance(aps.get(name), dict) for name in parts.values()), "invalidPayload", "expected objects to seal")
        shown = copied(paths, payload, {}).get("aps", {})
        body = {**payload, "aps": {**aps, **{name: dict(shown.get(name, {})) for name in parts.values()}}}
        return body, {purpose: (aps[name], body["aps"][name]) for purpose, name in parts.items()}
    paths = paths + [["aps", "content-available"]] * isinstance(aps.get("content-available"), (Number, bool))
    first = {"alert": placeholder, **one} if push_type == "alert" else {}
    body = copied(paths, payload, {"aps": first})
    if first:
        body["aps"] = {**first, **body["aps"], **one}  # what was copied does not remove or change mutable-content
        alert = body["aps"]["alert"]
        texts = map(alert.get, TEXTS) if isinstance(alert, dict) else [alert]
        demand(any(type(text) is str and text for text in texts), "emptyPlaceholder", "the visible alert has no text")
    elif not body["aps"] and not ("aps" in payload and ["aps"] in paths):
        del body["aps"]
    demand(all(body.get(name) == payload.get(name) for name in SEEN.get(push_type, [])), "mustStayVisible",
           f"the system reads {SEEN.get(push_type)} of push type {push_type}")
    return body, {push_type: (payload, body)}

class Sealer:
    def __init__(self, topic, audience="", *, device=None, provider=None, shared=None, chain=None):
        """Takes a device's public key, with the provider's secret key (suite 1), and with the chain of its registration, the
        member of the JWK (suite 5); or a shared key. A key with a chain MUST NOT be used without it."""
        demand((device is None) != (shared is None) and None in (provider, shared) and (
            chain is None or provider is not None and {"k", "day", "lifetime"} <= {*chain}), "suiteMismatch", "no suite's keys")
        demand(all(type(key) is bytes and len(key) == 32 for key in (device, provider, shared) if key is not None),
               "cannotSeal", "expected keys of 32 bytes, not their base64url")
        self.suite = 5 if chain else 3 if shared is not None else 1 if provider is not None else 2
        self.chain, self.life = chain, (chain["lifetime"] if chain else 7) * 86400
        self.recipient, self.provider, self.names = device if shared is None else shared, provider, (topic, audience)
        keys = [self.recipient] + ([] if provider is None else [bytes(PrivateKey(provider).public_key)])
        form = b'{"k":"%b","kty":"oct"}' if self.suite == 3 else b'{"crv":"X25519","kty":"OKP","x":"%b"}'
        ids = [hashlib.sha256(form % base64.urlsafe_b64encode(key)[:43]).digest()[:4] for key in keys]  # §7.2
        self.header = bytes([self.suite]) + b"".join(ids)

    def envelope(self, content, purpose, *, expires_at=None, now=None, sequence=None, block=512):
        """Returns the text of an envelope on its own (§4.4)."""
        demand(type(block) is int and 0 < block <= 4096, "invalidPadding", "expected a block of 1 to 4096 bytes")
        message = self.message(parse(content, 510 if purpose in [*LIVE] else 512), expires_at, now, sequence)
        return self.sealed(message.ljust(-(-len(message) // block) * block, b"\0"), purpose)

    def push(self, payload, push_type="alert", *, expires_at=None, now=None, sequence=None, padding=512, visible=(),
             placeholder={"title": "New activity"}, member="sealed", broadcast=False):
        """Returns the body, and the number of bytes by which the content can grow (§4, §6). Padding 0 is maximum."""
        demand(type(push_type) is str, "contextTooLong", "expected a push type, a text")
        demand(type(padding) is int and 0 <= padding <= 4096, "invalidPadding", "expected a block of 1 to 4096 bytes, or 0")
        demand(type(visible) in (list, tuple) and all(path and type(path) in (list, tuple) for path in visible),
               "invalidPayload", "expected a list of visible paths, which are lists of names")
        demand(isinstance((payload := parse(payload)).get("aps", {}), dict), "invalidPayload", "expected an object aps")
        body, parts = visible_part(payload, push_type, placeholder, [list(path) for path in visible])
        demand(type(member) is str and re.fullmatch("(?!aps$)[A-Za-z0-9_.-]{1,64}", member) and not any(
            member in to for _, to in parts.values()), "invalidEnvelopeKey", "expected another name of the envelope's member")
        now = int(time.time()) if now is None else now  # one time for both envelopes of a start
        messages, overhead = {}, OVERHEAD[self.suite]
        for purpose, (content, holder) in parts.items():
            messages[purpose], holder[member] = self.message(content, expires_at, now, sequence), ""
        free = (5120 if push_type == "voip" or broadcast and push_type == "liveactivity" else 4096) - len(compact(body))
        def capacity(purpose):  # §6: beside the other envelope
            others = sum(-(-4 * (overhead + len(messages[other])) // 3) for other in messages if other != purpose)
            return 3 * (free - others) // 4 - overhead
        left = min(capacity(purpose) - len(message) for purpose, message in messages.items())
        demand(left >= 0, "tooLarge", f"the content is {-left} bytes too large")
        for purpose, (_, holder) in reversed(parts.items()):  # the attributes are padded first (§6)
            block = padding or (512 if purpose == "liveactivity/attributes" else capacity(purpose))
            size = min(-(-len(messages[purpose]) // block) * block, capacity(purpose))
            messages[purpose] = messages[purpose].ljust(size, b"\0")
            holder[member] = self.sealed(messages[purpose], purpose)
        return compact(body), left

    def message(self, content, expires_at, now, sequence):
        """Returns the message up to the first byte of its padding (§3)."""
        now = int(time.time()) if now is None else now
        end = now + self.life if expires_at is None else expires_at
        code, most = ("lifetimeTooLong", self.life) if self.chain else ("invalidExpiry", 30 * 86400)
        demand({type(now), type(end), type(sequence or 0)} == {int} and not (sequence or 0) >> 64, "invalidExpiry", "no integers")
        demand(not self.chain or now // 86400 >= self.chain["day"], "clockBehind", "the device's chain begins on a later day")
        demand(0 <= now <= end < 2 ** 32 and end - now <= most, code, f"expected an end at most {most // 86400} days later")
        fields = struct.pack(">BII", 1 | (sequence is not None) << 1, now, end)
        return fields + (b"" if sequence is None else struct.pack(">Q", sequence)) + compact(content) + b"\x80"

    def sealed(self, message, purpose):
        """Returns the text of an envelope around a padded message (§1, §2)."""
        names = [name.encode() for name in (*self.names, purpose) if type(name) is str and len(name.encode()) <= 65535]
        demand(len(names) == 3, "contextTooLong", "expected topic, audience and purpose as texts of at most 65535 bytes")
        header, psk, psk_id = self.header, b"", b""
        if self.chain:
            day = struct.pack(">H", int.from_bytes(message[1:5], "big") // 86400)  # of the sealing
            header, psk, psk_id = header + day, self.day_key(day), b"sealedpush-chain-v1" + day
        binding = b"sealedpush-v1" + header + b"".join(struct.pack(">H", len(name)) + name for name in names)
        with contextlib.suppress(ValueError, RuntimeError):
            if self.suite == 3:
                rest = Aead(self.recipient).encrypt(message, binding)  # after a random nonce
            else:
                sender = HPKE.kem.deserialize_private_key(self.provider) if self.suite != 2 else None
                enc, context = HPKE.create_sender_context(
                    HPKE.kem.deserialize_public_key(self.recipient), info=binding, sks=sender, psk=psk, psk_id=psk_id)
                rest = enc + context.seal(message)
            return base64url(header + rest)
        raise Refused("cannotSeal", "the recipient's key cannot be used")

    def day_key(self, day):
        """Returns the key of a day of the chain (§2.4)."""
        def step(link, what, number):
            return hmac.digest(link, b"sealedpush-chain-v1 " + what + number, "sha256")
        link = base64.urlsafe_b64decode(self.chain["k"] + "=")
        for number in range(self.chain["day"] + 1, int.from_bytes(day, "big") + 1):
            link = step(link, b"next", struct.pack(">H", number))
        return step(link, b"psk", day)

def seal_attachment(file, url, kind, thumbnail=None):
    """Returns the blob of a file's bytes, for any host to serve at `url`, and its descriptor: a secret, which a payload has
    in "sealedpush":{"attachments":[descriptor]} (Documentation/attachments.md). `kind` is the uniform type identifier."""
    demand(type(file) is bytes and re.fullmatch(ADDRESS, str(url)) and type(kind) is str and kind and (
        thumbnail is None or type(thumbnail) is bytes and 0 < len(thumbnail) <= 1125), "invalidDescriptor",
           "expected bytes, an https address, a type, and a thumbnail of at most 1125 bytes")
    demand(len(file) <= (limit := MEGABYTES.get(kind, 50) * 10 ** 6), "tooLarge", f"expected at most {limit} bytes")
    key = os.urandom(32)
    exponent = max(len(file), 16384).bit_length() - 1
    step = 2 ** (exponent - exponent.bit_length())  # PADMÉ
    padded = file.ljust(-(-max(len(file), 16384) // step) * step, b"\0")
    chunk_key = hmac.digest(hmac.digest(bytes(32), key, "sha256"), b"sealedpush-blob-v1\x01", "sha256")  # HKDF
    blob = b"".join(
        encrypt(padded[at:at + 65536], b"", (at >> 16).to_bytes(11, "big") + bytes([at + 65536 >= len(padded)]), chunk_key)
        for at in range(0, len(padded), 65536))
    descriptor = {"url": url, "key": base64url(key), "size": len(file),
                  "digest": base64url(hashlib.sha256(blob).digest()), "type": kind}
    return blob, descriptor if thumbnail is None else {**descriptor, "thumb": base64url(thumbnail)}

def post(body, device_token, *, jwt, topic, expires_at, push_type="alert", host="api.push.apple.com"):
    """Posts a body to APNs with httpx[http2], and returns the answer. `topic` has the push type's suffix."""
    import httpx
    demand(type(expires_at) is int, "invalidExpiry", "expected the expiry of the push in UNIX seconds")
    fields = {"authorization": f"bearer {jwt}", "apns-topic": topic, "apns-push-type": push_type,
              "apns-expiration": str(expires_at), "apns-priority": "5" if push_type == "background" else "10"}
    with httpx.Client(http2=True) as client:
        return client.post(f"https://{host}/3/device/{bytes.fromhex(device_token).hex()}", content=body, headers=fields)
