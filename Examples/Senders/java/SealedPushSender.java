package sealedpush;
import static java.nio.charset.StandardCharsets.UTF_8;
import java.io.*; import java.net.URI; import java.net.http.*; import java.nio.*; import java.util.*;
import java.security.*; import java.security.spec.*; import javax.crypto.*; import javax.crypto.spec.*;
/** Seals pushes in suites 1, 2, 3 and 5 of SealedPush, with the JDK only. § is a section of Documentation/wire-format.md.
 *  JSON is a tree of Map, List, String, Boolean, and Number by its toString. Set the fields before each push. */
public final class SealedPushSender {
    /** The refusal of a payload, which is not sent, neither sealed nor in the clear. The message is its code. */
    public static final class Refused extends RuntimeException { Refused(String code) { super(code); } }
    /** The chain of a device's registration (§7.3): 32 bytes, a secret, with its day and its lifetime in days. */
    public record Chain(byte[] k, int day, int lifetime) {}
    public String topic = "", audience = "", envelopeKey = "sealed";
    public Long issuedAt, expiresAt, sequence;      // null: the time of sealing; 7 days later, or the chain's lifetime; none
    public int padding = 512, bytesLeft;             // 1 to 4096, 0 for the maximum (§3); after a push: C - U (§6)
    public List<List<String>> visible = List.of();  // paths of member names (§4.2)
    public Object placeholder = Map.of("title", "New activity"); public boolean broadcast;  // or a text; limit 5120
    private static final String KEM = "HPKE-v1KEM\0\40", HPKE = "HPKE-v1HPKE\0\40\0\1\0\3";  // §2.2
    private static final String PKCS8 = "0.\2\1\0000\5\6\3+en\4\"\4 ", SPKI = "0*0\5\6\3+en\3!\0";  // DER, RFC 8410
    private static final byte[] BASE = Arrays.copyOf(new byte[] {9}, 32), NO_SALT = new byte[64], NONE = {};
    private static final String CHAIN = "sealedpush-chain-v1";  // §2.4
    private final byte[] recipient, sender, senderPublic, ids;
    private final Chain chain; private final int suite, overhead; private long now;
    /** Suite 1: a device's public key, the provider's secret key. Suite 2: no provider. Suite 3: a shared key, null. */
    public SealedPushSender(int suite, byte[] recipient, byte[] provider) throws GeneralSecurityException {
        this(suite, recipient, provider, null); }
    /** Suite 5: also the chain of the device's registration. A key that has one MUST NOT be used in another suite. */
    public SealedPushSender(int suite, byte[] recipient, byte[] provider, Chain chain) throws GeneralSecurityException {
        boolean two = suite == 1 || suite == 5; if (suite < 1 || suite > 5 || suite == 4 || recipient.length != 32
            || (provider == null ? 0 : provider.length) != (two ? 32 : 0) || (chain != null) != (suite == 5))
            throw new InvalidKeyException("expected suite 1, 2, 3 or 5 with its 32-byte keys");
        if (chain != null && (chain.k.length != 32 || chain.day < 0 || chain.lifetime < 1 || chain.lifetime > 30))
            throw new InvalidKeyException("expected a chain of 32 bytes for 1 to 30 days");
        this.suite = suite; this.recipient = recipient; sender = provider; this.chain = chain;
        senderPublic = two ? x25519(sender, BASE) : NONE; overhead = new int[] {57, 53, 45, 0, 59}[suite - 1];
        ids = cat(keyID(recipient), two ? keyID(senderPublic) : NONE);
    }
    /** Returns the body of a push (§4). */
    public String push(String pushType, Map<String, Object> payload) {
        boolean alert = pushType.equals("alert"), live = pushType.equals("liveactivity");
        readClock(); message(payload, 512, false); refuse(!(payload.getOrDefault("aps", payload) instanceof Map), "invalidPayload");
        refuse(!envelopeKey.matches("[\\w.-]{1,64}") || envelopeKey.equals("aps"), "invalidEnvelopeKey");
        Map<String, Object> aps = map(payload.get("aps")), body = map(null), shown = map(null);  // §4.2
        boolean two = aps.containsKey("attributes") || "start".equals(aps.get("event")); bytesLeft = Integer.MAX_VALUE;
        List<String> names = List.of("content-state", "attributes").subList(0, !live ? 0 : two ? 2 : 1);  // §4.3
        List<List<String>> paths = new ArrayList<>(visible);
        boolean whole = paths.removeIf(List.of("aps")::equals) && payload.containsKey("aps");
        for (String name : aps.keySet()) if (whole || live && !names.contains(name) || name.equals("content-available")
            && (aps.get(name) instanceof Number || aps.get(name) instanceof Boolean)) paths.add(List.of("aps", name));
        for (String name : payload.keySet()) if (live && !name.equals("aps")) paths.add(List.of(name));
        if (alert) { shown.put("alert", placeholder); shown.put("mutable-content", 1); }
        body.put("aps", shown); copy(payload, paths, body); shown = map(body.get("aps"));
        if (alert) shown.put("mutable-content", 1); if (shown.isEmpty() && !live && !whole) body.remove("aps");
        Map<String, Object> alerts = map(shown.get("alert")); Object own = alerts.isEmpty() ? shown.get("alert") : "";
        refuse(alert && List.of("title", "subtitle", "body", "loc-key", "title-loc-key", "subtitle-loc-key").stream()
            .noneMatch(name -> alerts.getOrDefault(name, own) instanceof String t && !t.isEmpty()), "emptyPlaceholder");
        for (String name : Map.of("widgets", List.of("aps"), "controls", List.of("aps"), "mdm", List.of("mdm"),  // §4.1
                "fileprovider", List.of("container-identifier", "domain")).getOrDefault(pushType, List.<String>of()))
            refuse(!Objects.equals(payload.get(name), body.get(name)), "mustStayVisible");
        List<Map<String, Object>> contents = new ArrayList<>(), holders = new ArrayList<>();
        for (String name : names) {
            refuse(!(aps.get(name) instanceof Map), "invalidPayload");
            shown.put(name, new LinkedHashMap<>(map(shown.get(name))));
            contents.add(map(aps.get(name))); holders.add(map(shown.get(name))); }
        if (!live) { contents.add(payload); holders.add(body); }
        for (var holder : holders) refuse(holder.put(envelopeKey, "") != null, "invalidEnvelopeKey");
        int free = (pushType.equals("voip") || live && broadcast ? 5120 : 4096) - cat(json(body, 512, false)).length;
        int all = free, other = 0, least = (4 * (overhead + message(contents.get(0), 512, false).length) + 2) / 3;  // §6
        for (int i = holders.size() - 1; i >= 0; i--) {  // the attributes first
            byte[] message = message(contents.get(i), 512, false); String part = live ? "/" + names.get(i) : "";
            int capacity = 3 * (free - i * least) / 4 - overhead, left = 3 * (all - i * least - other) / 4 - overhead;
            refuse((bytesLeft = Math.min(bytesLeft, left - message.length)) < 0, "tooLarge");
            var text = seal(message, pushType + part, padding > 0 ? padding : i == 1 ? 512 : capacity, capacity);
            holders.get(i).put(envelopeKey, text); free -= text.length(); other = (4 * (overhead + message.length) + 2) / 3; }
        return json(body, 512, false); }
    /** Returns the text of an envelope on its own (§4.4). It has no limit, and so no maximum padding. */
    public String envelope(String purpose, Map<String, Object> root) {
        int depth = purpose.matches("liveactivity/(content-state|attributes)") ? 510 : 512; readClock();
        return seal(message(root, depth, true), purpose, padding, 1 << 30); }
    /** Posts a body to https://api.push.apple.com/3/device/TOKEN over HTTP/2. The answer is 200, or names a reason. */
    public HttpResponse<String> post(HttpClient http, URI device, String jwt, String apnsTopic, String pushType,
            String body) throws IOException, InterruptedException {  // expiration 0: APNs tries once
        return http.send(HttpRequest.newBuilder(device).version(HttpClient.Version.HTTP_2).headers("apns-topic",
            apnsTopic, "authorization", "bearer " + jwt, "apns-push-type", pushType, "apns-priority",
            pushType.equals("background") ? "5" : "10", "apns-expiration", expiresAt == null ? "0" : "" + expiresAt)
            .POST(HttpRequest.BodyPublishers.ofString(body)).build(), HttpResponse.BodyHandlers.ofString()); }
    private void readClock() { now = issuedAt == null ? System.currentTimeMillis() / 1000 : issuedAt; }  // once a push
    private byte[] message(Map<String, Object> content, int depth, boolean nulls) {  // §3, without the padding's zeros
        byte[] text = cat(json(content, depth, nulls)); refuse(text.length > 65536, "invalidPayload");
        long life = (chain == null ? 7 : chain.lifetime) * 86400, end = now + life;
        if (expiresAt != null) end = expiresAt;
        refuse(chain != null && now / 86400 < chain.day, "clockBehind");
        refuse(chain != null && (end < now || end - now > life), "lifetimeTooLong");
        refuse(now < 0 || end < now || end - now > 30 * 86400 || end >> 32 != 0, "invalidExpiry");
        byte[] number = sequence == null ? NONE : u(8, sequence), flags = u(1, sequence == null ? 1 : 3);
        return cat(flags, u(4, now), u(4, end), number, text, u(1, 0x80)); }
    private String seal(byte[] message, String purpose, int block, int capacity) {
        byte[] padded = Arrays.copyOf(message, (int) Math.min((message.length + block - 1L) / block * block, capacity));
        byte[] header = cat(u(1, suite), ids, suite == 5 ? u(2, now / 86400) : NONE);  // §1.1
        byte[] binding = cat("sealedpush-v1", header, text(cat(topic)), text(cat(audience)), text(cat(purpose)));
        try { return base64url(cat(header, encrypt(padded, binding))); }
        catch (GeneralSecurityException error) { throw new Refused("cannotSeal"); } }  // X25519 gave zeros
    private byte[] encrypt(byte[] message, byte[] binding) throws GeneralSecurityException {
        byte[] fresh = new byte[suite == 3 ? 24 : 32]; new SecureRandom().nextBytes(fresh);
        if (suite == 3) {  // §2.3. HChaCha20 is a block of ChaCha20 without the addition of its input
            Cipher cipher = Cipher.getInstance("ChaCha20"); IntBuffer input = ints(cat("expand 32-byte k", fresh));
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(recipient, "ChaCha20"),
                new ChaCha20ParameterSpec(Arrays.copyOfRange(fresh, 4, 16), input.get(4)));
            IntBuffer block = ints(cipher.doFinal(new byte[64]));
            ByteBuffer key = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < 8; i++) key.putInt(block.get(i < 4 ? i : i + 8) - input.get(i));
            return cat(fresh, aead(key.array(), cat(u(4, 0), Arrays.copyOfRange(fresh, 16, 24)), binding, message)); }
        byte[] enc = x25519(fresh, BASE), dh = x25519(fresh, recipient), psk = NONE, pskID = NONE;  // §2.2
        if (suite == 5) { psk = keyOfDay((int) (now / 86400)); pskID = cat(CHAIN, u(2, now / 86400)); }
        byte[] mode = u(1, suite == 5 ? 3 : suite == 1 ? 2 : 0);
        Arrays.fill(fresh, (byte) 0); if (sender != null) dh = cat(dh, x25519(sender, recipient));
        byte[] prk = hmac(NO_SALT, KEM, "eae_prk", dh), context = cat(enc, recipient, senderPublic);
        byte[] shared = hmac(prk, u(2, 32), KEM, "shared_secret", context, "\1");
        byte[] schedule = cat(mode, hmac(NO_SALT, HPKE, "psk_id_hash", pskID), hmac(NO_SALT, HPKE, "info_hash", binding));
        byte[] secret = hmac(shared, HPKE, "secret", psk), key = hmac(secret, u(2, 32), HPKE, "key", schedule, "\1");
        byte[] nonce = hmac(secret, u(2, 12), HPKE, "base_nonce", schedule, "\1");
        Arrays.fill(psk, (byte) 0); return cat(enc, aead(key, Arrays.copyOf(nonce, 12), NONE, message)); }
    private byte[] keyOfDay(int day) throws GeneralSecurityException {  // §2.4
        byte[] link = chain.k.clone();
        for (int n = chain.day + 1; n <= day; n++) {
            byte[] next = hmac(link, CHAIN + " next", u(2, n)); Arrays.fill(link, (byte) 0); link = next; }
        byte[] psk = hmac(link, CHAIN + " psk", u(2, day)); Arrays.fill(link, (byte) 0); return psk; }
    private static IntBuffer ints(byte[] b) { return ByteBuffer.wrap(b).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer(); }
    private static byte[] x25519(byte[] secret, byte[] point) throws GeneralSecurityException {
        KeyFactory keys = KeyFactory.getInstance("XDH"); KeyAgreement dh = KeyAgreement.getInstance("XDH");
        dh.init(keys.generatePrivate(new PKCS8EncodedKeySpec(cat(PKCS8, secret))));
        dh.doPhase(keys.generatePublic(new X509EncodedKeySpec(cat(SPKI, point))), true); return dh.generateSecret(); }
    private static byte[] hmac(byte[] key, Object... data) throws GeneralSecurityException {
        var m = Mac.getInstance("HmacSHA256"); m.init(new SecretKeySpec(key, "HMAC")); return m.doFinal(cat(data)); }
    private static byte[] aead(byte[] key, byte[] nonce, byte[] aad, byte[] message) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("ChaCha20-Poly1305");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "ChaCha20"), new IvParameterSpec(nonce));
        cipher.updateAAD(aad); return cipher.doFinal(message); }
    private byte[] keyID(byte[] key) throws GeneralSecurityException {  // §7.2
        var jwk = suite == 3 ? "{\"k\":\"%s\",\"kty\":\"oct\"}" : "{\"crv\":\"X25519\",\"kty\":\"OKP\",\"x\":\"%s\"}";
        return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(cat(jwk.formatted(base64url(key)))), 4); }
    private static String base64url(byte[] b) { return Base64.getUrlEncoder().withoutPadding().encodeToString(b); }
    private static byte[] text(byte[] s) { refuse(s.length > 65535, "contextTooLong"); return cat(u(2, s.length), s); }
    private static byte[] u(int size, long number) {  // big-endian
        if (size < 8 && number >>> 8 * size != 0) throw new IllegalArgumentException("more than " + size + " bytes");
        return Arrays.copyOfRange(ByteBuffer.allocate(8).putLong(number).array(), 8 - size, 8); }
    private static byte[] cat(Object... parts) {  // the concatenation of bytes, and of texts in UTF-8
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Object part : parts) out.writeBytes(part instanceof byte[] data ? data : part.toString().getBytes(UTF_8));
        return out.toByteArray(); }
    private static void refuse(boolean condition, String code) { if (condition) throw new Refused(code); }
    @SuppressWarnings("unchecked") private static Map<String, Object> map(Object value) {
        return value instanceof Map ? (Map<String, Object>) value : new LinkedHashMap<>(); }
    private static boolean copy(Map<String, Object> from, List<List<String>> paths, Map<String, Object> to) {
        from.forEach((name, value) -> {
            var rest = new ArrayList<List<String>>(); var inner = new LinkedHashMap<>(map(to.get(name)));
            for (var path : paths) if (path.indexOf(name) == 0) rest.add(path.subList(1, path.size()));
            if (rest.contains(List.of())) to.put(name, value);
            else if (copy(map(value), rest, inner)) to.put(name, inner); });
        return !to.isEmpty(); }
    static String json(Object value, int depth, boolean nulls) {  // compact, §4.5
        boolean list = value instanceof List; refuse(depth == 0 && (list || value instanceof Map), "invalidPayload");
        StringJoiner inner = new StringJoiner(",", list ? "[" : "{", list ? "]" : "}");
        if (value instanceof List<?> items) for (Object item : items) inner.add(json(item, depth - 1, nulls));
        map(value).forEach((name, item) -> inner.add(json(name, 1, nulls) + ":" + json(item, depth - 1, nulls)));
        if (list || value instanceof Map) return inner.toString();
        boolean number = ("" + value).matches("-?(0|[1-9][0-9]*+)(\\.[0-9]++)?([eE][+-]?[0-9]++)?");
        if (value instanceof Boolean || value == null && nulls || value instanceof Number && number) return "" + value;
        refuse(!(value instanceof String) || !UTF_8.newEncoder().canEncode((String) value), "invalidPayload");
        StringBuilder out = new StringBuilder("\"");
        for (char c : ((String) value).toCharArray()) { int k = "\"\\\b\f\n\r\t".indexOf(c);
            out.append(k >= 0 ? "\\" + "\"\\bfnrt".charAt(k) : c < ' ' ? String.format("\\u%04x", (int) c) : "" + c); }
        return out.append('"').toString(); }
}
