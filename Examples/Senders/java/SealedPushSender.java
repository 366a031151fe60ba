package sealedpush;

import static java.nio.charset.StandardCharsets.UTF_8;
import java.io.*; import java.net.*; import java.net.http.*; import java.nio.*;
import java.security.*; import java.security.spec.*; import java.util.*; import java.util.regex.*;
import java.util.function.*; import java.util.stream.*; import javax.crypto.*; import javax.crypto.spec.*;

/** Seals pushes in suites 1, 2 and 3 of SealedPush, with the JDK only; § is a section of Documentation/wire-format.md.
 *  Set the fields before each push. An instance is for one thread. */
public final class SealedPushSender {
    /** The refusal of a payload. It is not sent, neither sealed nor in the clear. The message holds no content. */
    public static final class Refused extends RuntimeException {
        public final String code;
        Refused(String code, String reason) { super(code + ": " + reason); this.code = code; }
    }
    /** The body of a push, and the number of bytes by which its content can grow. */
    public record Sealed(String body, int bytesLeft) {}
    public String topic = "", audience = "", envelopeKey = "sealed", placeholder = "{\"title\":\"New activity\"}";
    public Long issuedAt, expiresAt, sequence;      // null: the time of sealing, none, none; the sequence is unsigned
    public int padding = 64;                        // 1 to 4096; 0 is maximum padding (§3)
    public List<List<String>> visible = List.of();  // paths of member names (§4.2)
    public boolean broadcast;                       // a Live Activity's, with a limit of 5120 bytes
    private static final byte[] BASE = Arrays.copyOf(new byte[] {9}, 32), NO_SALT = new byte[64];
    private static final String KEM = "HPKE-v1KEM\0\u0020", HPKE = "HPKE-v1HPKE\0\u0020\0\u0001\0\u0003";  // §2.2
    private static final String TOKEN = "\\G[ \t\r\n]*+(\"(?:[^\"\\\\\0-\u001f]|\\\\(?:[\"\\\\/bfnrt]|u[0-9a-fA-F]{4}))*+\""
        + "|-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][+-]?[0-9]++)?|true|false|null|[\\[\\]{}:,]|\\z)";  // §4.5
    static final Pattern JSON = Pattern.compile(TOKEN), PAYLOAD = Pattern.compile(TOKEN.replace("|null", ""));
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u(.{4})|.)"), SPECIAL = Pattern.compile("[\0-\u001f\"\\\\]");
    private static final Predicate<Object> TEXT = value -> value instanceof String text && text.matches("(?s)\".{2,}");
    private final byte[] recipient, sender, senderPublic, header;
    private final int suite, overhead;

    /** Suite 1: a device's public key, the provider's secret key. Suite 2: no provider. Suite 3: a shared key, null. */
    public SealedPushSender(int suite, byte[] recipient, byte[] provider) throws GeneralSecurityException {
        if (suite < 1 || suite > 3 || recipient.length != 32 || (provider != null) != (suite == 1))
            throw new InvalidKeyException("expected suite 1, 2 or 3 with its keys of 32 bytes");
        this.suite = suite; this.recipient = recipient; sender = provider; overhead = 61 - 4 * suite - (suite == 3 ? 4 : 0);
        senderPublic = suite == 1 ? x25519(sender, BASE) : new byte[0];
        header = cat(u(1, suite), keyID(recipient), suite == 1 ? keyID(senderPublic) : "");  // §1.1
    }
    /** Returns the body of a push (§4) with a payload's JSON text. */
    public Sealed push(String pushType, String payload) {
        Obj root = object(payload, PAYLOAD, 512), aps = root.at("aps"), body = new Obj();
        demand(root.getOrDefault("aps", aps) instanceof Obj, "invalidPayload", "aps is not an object");
        demand(envelopeKey.matches("[\\w.-]{1,64}") && !envelopeKey.equals("aps"), "invalidEnvelopeKey", "see §4.1");
        boolean alert = pushType.equals("alert"), live = pushType.equals("liveactivity");
        boolean two = aps.containsKey("attributes") || "\"start\"".equals(aps.get("event"));
        List<String> names = !live ? List.of(pushType) : two ? List.of("content-state", "attributes") : List.of("content-state");
        List<Obj> contents = new ArrayList<>(List.of(root)), holders = new ArrayList<>(List.of(body));
        if (live) {  // §4.3
            body.putAll(root); contents.clear(); holders.clear();
            Obj shown = new Obj().copy(root, visible).at("aps"), rest = new Obj();
            rest.putAll(aps); body.put("aps", rest);
            for (String name : names) {
                demand(aps.get(name) instanceof Obj, "invalidPayload", "expected an object " + name);
                Obj holder = new Obj(); holder.putAll(shown.at(name)); rest.put(name, holder);
                contents.add(aps.at(name)); holders.add(holder);
            }
        } else visiblePart(root, aps, pushType, body);
        for (Obj holder : holders) demand(holder.put(envelopeKey, "\"\"") == null, "invalidEnvelopeKey", "a visible name");
        int free = (pushType.equals("voip") || live && broadcast ? 5120 : 4096) - cat(body).length, left = free;  // §6
        int least = (4 * (overhead + message(contents.get(0)).length) + 2) / 3;  // the content state's characters
        for (int i = names.size() - 1; i >= 0; i--) {  // the attributes first
            byte[] message = message(contents.get(i));
            int capacity = Math.floorDiv(3 * (free - i * least), 4) - overhead;
            left = Math.min(left, capacity - message.length);
            demand(left >= 0, "tooLarge", "the content has " + -left + " bytes too many");
            String purpose = (live ? "liveactivity/" : "") + names.get(i);
            String envelope = seal(message, purpose, padding > 0 ? padding : i == 1 ? 64 : capacity, capacity);
            holders.get(i).put(envelopeKey, quote(envelope)); free -= envelope.length();
        }
        return new Sealed(body.toString(), left);
    }
    /** Returns the text of an envelope on its own (§4.4). It has no limit, and so no maximum padding. */
    public String envelope(String purpose, String content) {
        Obj object = object(content, JSON, purpose.startsWith("liveactivity/") ? 510 : 512);
        return seal(message(object), purpose, padding, Integer.MAX_VALUE);
    }
    /** Posts a body to APNs, at https://api.push.apple.com, over HTTP/2. The answer is 200, or names a reason. */
    public HttpResponse<String> post(HttpClient http, String server, String deviceToken, String providerToken,
            String apnsTopic, String pushType, String body) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create(server + "/3/device/" + deviceToken)).headers(
            "authorization", "bearer " + providerToken, "apns-topic", apnsTopic, "apns-push-type", pushType,
            "apns-priority", pushType.equals("background") ? "5" : "10",
            "apns-expiration", expiresAt == null ? "0" : expiresAt.toString())  // 0: APNs tries once
            .version(HttpClient.Version.HTTP_2).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
            HttpResponse.BodyHandlers.ofString());
    }
    private void visiblePart(Obj root, Obj aps, String pushType, Obj part) {  // §4.2
        boolean alert = pushType.equals("alert"), whole = visible.contains(List.of("aps")) && root.containsKey("aps");
        List<List<String>> paths = new ArrayList<>(visible);
        if (String.valueOf(aps.get("content-available")).matches("[-tf0-9].*")) paths.add(List.of("aps", "content-available"));
        if (alert) {
            part.put("aps", object("{\"alert\":" + placeholder + "}", PAYLOAD, 512)); part.at("aps").put("mutable-content", "1");
            if (paths.removeIf(List.of("aps")::equals)) aps.keySet().forEach(name -> paths.add(List.of("aps", name)));
        } else part.put("aps", new Obj());
        Obj shown = part.copy(root, paths).at("aps");
        if (alert) shown.put("mutable-content", "1");
        if (shown.isEmpty() && !whole) part.remove("aps");
        demand(!alert || Stream.of("title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key").map(shown.at("alert")::get)
            .anyMatch(TEXT) || TEXT.test(shown.get("alert")), "emptyPlaceholder", "expected an alert with a text");
        for (String name : switch (pushType) { case "widgets", "controls" -> List.of("aps"); case "mdm" -> List.of("mdm");
                case "fileprovider" -> List.of("container-identifier", "domain"); default -> List.<String>of(); })
            demand(Objects.equals(root.get(name), part.get(name)), "mustStayVisible", "the system reads " + name);
    }
    private byte[] message(Obj content) {  // §3, without the padding's zeros
        int flags = (expiresAt == null ? 0 : 1) + (sequence == null ? 0 : 2);
        return cat(u(1, flags), u(4, issuedAt == null ? System.currentTimeMillis() / 1000 : issuedAt),
            expiresAt == null ? "" : u(4, expiresAt), sequence == null ? "" : u(8, sequence), content, u(1, 0x80));
    }
    private String seal(byte[] message, String purpose, int block, int capacity) {
        if (block < 1 || block > 4096 && block != capacity) throw new IllegalArgumentException("expected a block of 1 to 4096");
        byte[] padded = Arrays.copyOf(message, (int) Math.min((message.length + block - 1L) / block * block, capacity));
        byte[] binding = cat("sealedpush-v1", header);  // §2.1
        for (String text : List.of(topic, audience, purpose)) {
            demand(cat(text).length <= 65535, "contextTooLong", "expected at most 65535 bytes");
            binding = cat(binding, u(2, cat(text).length), text);
        }
        try { return Base64.getUrlEncoder().withoutPadding().encodeToString(cat(header, encrypt(padded, binding))); }
        catch (GeneralSecurityException error) { throw new Refused("cannotSeal", "the message cannot be sealed to this key"); }
    }
    private byte[] encrypt(byte[] message, byte[] binding) throws GeneralSecurityException {
        byte[] fresh = new byte[suite == 3 ? 24 : 32];
        new SecureRandom().nextBytes(fresh);
        if (suite == 3) {  // §2.3: XChaCha20-Poly1305. HChaCha20 is a block of ChaCha20 without the addition of its input
            ByteBuffer nonce = ByteBuffer.wrap(fresh).order(ByteOrder.LITTLE_ENDIAN), key = ByteBuffer.allocate(32).order(nonce.order());
            ByteBuffer input = ByteBuffer.wrap(cat("expand 32-byte k", fresh)).order(nonce.order());
            Cipher chacha = Cipher.getInstance("ChaCha20");
            chacha.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(recipient, "ChaCha20"),
                new ChaCha20ParameterSpec(Arrays.copyOfRange(fresh, 4, 16), nonce.getInt(0)));
            ByteBuffer block = ByteBuffer.wrap(chacha.doFinal(new byte[64])).order(nonce.order());
            for (int i = 0; i < 32; i += 4) key.putInt(block.getInt(i < 16 ? i : i + 32) - input.getInt(i));
            return cat(fresh, aead(key.array(), cat(u(4, 0), Arrays.copyOfRange(fresh, 16, 24)), binding, message));
        }
        byte[] enc = x25519(fresh, BASE), dh = cat(x25519(fresh, recipient), suite == 1 ? x25519(sender, recipient) : "");  // §2.2
        Arrays.fill(fresh, (byte) 0);
        byte[] secret = expand(hmac(NO_SALT, KEM, "eae_prk", dh), 32, KEM, "shared_secret", cat(enc, recipient, senderPublic));
        byte[] schedule = cat(u(1, suite == 1 ? 2 : 0), hmac(NO_SALT, HPKE, "psk_id_hash"), hmac(NO_SALT, HPKE, "info_hash", binding));
        secret = hmac(secret, HPKE, "secret");
        return cat(enc, aead(expand(secret, 32, HPKE, "key", schedule), expand(secret, 12, HPKE, "base_nonce", schedule), new byte[0], message));
    }
    private static byte[] x25519(byte[] secret, byte[] point) throws GeneralSecurityException {  // refuses 32 zero bytes
        KeyFactory keys = KeyFactory.getInstance("XDH");
        KeyAgreement agreement = KeyAgreement.getInstance("XDH");
        agreement.init(keys.generatePrivate(new PKCS8EncodedKeySpec(cat(HexFormat.of().parseHex("302e020100300506032b656e04220420"), secret))));
        agreement.doPhase(keys.generatePublic(new X509EncodedKeySpec(cat(HexFormat.of().parseHex("302a300506032b656e032100"), point))), true);
        return agreement.generateSecret();
    }
    private static byte[] hmac(byte[] key, Object... data) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(cat(data));
    }
    private static byte[] expand(byte[] prk, int length, String id, String label, byte[] info) throws GeneralSecurityException {
        return Arrays.copyOf(hmac(prk, u(2, length), id, label, info, u(1, 1)), length);
    }
    private static byte[] aead(byte[] key, byte[] nonce, byte[] aad, byte[] message) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("ChaCha20-Poly1305");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "ChaCha20"), new IvParameterSpec(nonce));
        cipher.updateAAD(aad);
        return cipher.doFinal(message);
    }
    private byte[] keyID(byte[] key) throws GeneralSecurityException {  // §7.2
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(key);
        String input = suite == 3 ? "{\"k\":\"" + text + "\",\"kty\":\"oct\"}" : "{\"crv\":\"X25519\",\"kty\":\"OKP\",\"x\":\"" + text + "\"}";
        return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(cat(input)), 4);
    }
    private static byte[] u(int size, long number) {  // big-endian
        if (size < 8 && number >>> 8 * size != 0) throw new IllegalArgumentException("expected an integer of " + size + " bytes");
        return Arrays.copyOfRange(ByteBuffer.allocate(8).putLong(number).array(), 8 - size, 8);
    }
    private static byte[] cat(Object... parts) {  // ‖ of bytes and texts
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Object part : parts) out.writeBytes(part instanceof byte[] bytes ? bytes : part.toString().getBytes(UTF_8));
        return out.toByteArray();
    }
    private static void demand(boolean holds, String code, String reason) { if (!holds) throw new Refused(code, reason); }

    /** An object of strict JSON (§4.5), in its order. Other values are their compact text, so numbers keep theirs. */
    static final class Obj extends LinkedHashMap<String, Object> {
        Obj at(String name) { return get(name) instanceof Obj inner ? inner : new Obj(); }
        Obj copy(Obj from, List<List<String>> paths) {  // copies the members at the paths, in the order of `from`
            from.forEach((name, value) -> {
                List<List<String>> rest = new ArrayList<>();
                for (List<String> path : paths) if (path.indexOf(name) == 0) rest.add(path.subList(1, path.size()));
                Obj inner = rest.isEmpty() || !(value instanceof Obj object) ? new Obj() : at(name).copy(object, rest);
                if (rest.contains(List.of()) || !inner.isEmpty()) put(name, rest.contains(List.of()) ? value : inner);
            });
            return this;
        }
        @Override public String toString() {
            StringJoiner out = new StringJoiner(",", "{", "}");
            forEach((name, value) -> out.add(quote(name) + ":" + value));
            return out.toString();
        }
    }
    static Obj object(String text, Pattern tokens, int depth) {
        Matcher in = tokens.matcher(text);
        Object value = cat(text).length <= 65536 ? parse(in, next(in), depth) : null;
        valid(value instanceof Obj && next(in).isEmpty());
        return (Obj) value;
    }
    static Object parse(Matcher in, String token, int depth) {
        if (token.startsWith("\"")) return quote(unquote(token));
        valid(!"]},:".contains(token));
        if (!"[{".contains(token)) return token;
        valid(depth > 0);
        Obj members = new Obj();
        StringJoiner items = new StringJoiner(",", "[", "]");
        String end = token.equals("{") ? "}" : "]", next = next(in);
        while (!next.equals(end)) {
            if (end.equals("]")) items.add(parse(in, next, depth - 1).toString());
            else valid(next.startsWith("\"") && next(in).equals(":")
                && members.put(unquote(next), parse(in, next(in), depth - 1)) == null);
            next = next(in);
            valid(next.equals(end) || next.equals(",") && !(next = next(in)).equals(end));
        }
        return end.equals("}") ? members : items.toString();
    }
    static String next(Matcher in) { valid(in.find()); return in.group(1); }
    private static void valid(boolean holds) { demand(holds, "invalidPayload", "expected an object of JSON by §4.5"); }
    static String unquote(String token) {
        String text = ESCAPE.matcher(token.substring(1, token.length() - 1)).replaceAll(m -> Matcher.quoteReplacement(
            "" + (m.group(1) != null ? (char) Integer.parseInt(m.group(1), 16) : "\"\\/\b\f\n\r\t".charAt("\"\\/bfnrt".indexOf(m.group().charAt(1))))));
        valid(UTF_8.newEncoder().canEncode(text));  // no half of a surrogate pair
        return text;
    }
    static String quote(String text) {
        return "\"" + SPECIAL.matcher(text).replaceAll(m -> {
            int known = "\"\\\b\f\n\r\t".indexOf(m.group());
            return "\\\\" + (known < 0 ? String.format("u%04x", (int) m.group().charAt(0)) : known == 1 ? "\\\\" : "\"\\bfnrt".charAt(known));
        }) + "\"";
    }
}
