package sealedpush;

import static java.nio.charset.StandardCharsets.UTF_8;
import java.io.ByteArrayOutputStream; import java.math.BigInteger; import java.nio.*; import java.nio.charset.CharacterCodingException;
import java.security.*; import java.security.spec.*; import java.util.*; import java.util.concurrent.*;
import java.util.function.Predicate; import java.util.regex.*;
import javax.crypto.*; import javax.crypto.spec.*;

/** Opens pushes and envelopes of SealedPush in suites 1, 2, 3 and 5. § is a section of Documentation/wire-format.md.
 *  Java 17, with the libraries that Android has from API 33; X25519 is Conscrypt's "XDH", by encoded keys.
 *  Set the fields before the first opening; then threads can share an instance. */
public final class SealedPushOpener {
    /** The refusal of a push. The message is a code of §5.1. */
    public static final class Refused extends Exception {
        Refused(String code) { super(code); } }
    /** An opened push; `payload` is JSON with the number texts that were sealed, the rest is of the first envelope.
     *  `chainNotAdvanced`: the store was not changed in time (§5.6); the next push tries again. Report it to the app. */
    public record Opened(
        String payload, int suite, long issuedAt, long expiresAt, Long sequence, boolean chainNotAdvanced) {}
    /** The store of the device's keyring, a JWK Set with secrets (§7.3). It is read for each envelope, since no chain stays in
     *  memory. An exception of `read` refuses the envelope as `keyringUnavailable`. */
    public interface KeyStore {
        String read() throws Exception;
        /** Replaces the text, atomically. False: it is not `before` any more. */
        boolean replace(String before, String after) throws Exception; }
    /** A memory of opened envelopes (§5.4). Keep it in a database if the process ends between pushes. */
    public interface ReplayStore {
        /** Adds an entry, atomically. False: there is one, and the requests are not the same, or empty. An entry may be
         *  deleted when its end is before `now` and before the newest issuedAt so far, not by the clock alone. */
        boolean admit(String key, String request, long end, long issuedAt, long now); }
    /** A replay store for the time of the process. */
    public static final class MemoryReplayStore implements ReplayStore {
        private record Entry(String request, long end) {}
        private final Map<String, Entry> entries = new HashMap<>();
        private long newest;
        @Override public synchronized boolean admit(String key, String request, long end, long issuedAt, long now) {
            newest = Math.max(newest, issuedAt); entries.values().removeIf(entry -> Math.min(now, newest) > entry.end);
            Entry known = entries.putIfAbsent(key, new Entry(request, end));
            return known == null || request != null && !request.isEmpty() && request.equals(known.request); } }
    public String topic = "", audience = "", envelopeKey = "sealed";  // §2.1, and the name of the envelope's member
    public boolean acceptsUnauthenticated = false;            // suite 2 beside a provider's keyring (check 6)
    public ReplayStore replayStore = new MemoryReplayStore(); // null: an envelope opens any number of times
    public boolean writes = true; public long storeSeconds = 1; // false: only draws, as a widget does; the wait for the store (§5.6)
    /** `jwk` and `about`, its member `sealedpush`, are the objects of the JWK Set. */
    private record Key(Obj jwk, Obj about, byte[] publicKey, byte[] secret, byte[] id, String state, long until, List<?> purposes,
        Chain chain) {}
    private record Chain(byte[] link, int day, int lifetime) {}  // §2.4
    private record Decrypted(byte[] message, Key recipient) {}
    private static final List<String> LIVE_ACTIVITY = List.of("liveactivity/content-state", "liveactivity/attributes");
    private static final byte[] BASE = Arrays.copyOf(new byte[] {9}, 32), NO_SALT = new byte[64];
    private static final String KEM = "HPKE-v1KEM\0\u0020", HPKE = "HPKE-v1HPKE\0\u0020\0\u0001\0\u0003";  // §2.2
    private static final int[] OVERHEAD = {0, 57, 53, 45, 0, 59}, HEADER = {0, 9, 5, 5, 0, 11};
    private static final String CHAIN = "sealedpush-chain-v1 ";
    private static final String PKCS8 = "0.\2\1\0000\5\6\3+en\4\"\4 ", SPKI = "0*0\5\6\3+en\3!\0";  // DER, RFC 8410
    private final KeyStore device; private final List<Key> provider, shared;
    /** Takes the device's store and the JWK Sets of the other roles (§7.3): the provider's public keys, the shared secrets.
     *  Null is no keyring; an empty provider's keyring counts in check 6. */
    public SealedPushOpener(KeyStore device, String provider, String shared) throws Refused, GeneralSecurityException {
        this.device = device; this.provider = keys(provider, "provider"); this.shared = keys(shared, "shared"); }
    /** Opens the body of a push. `request`: the notification request's id, or empty (§5.4); `now`: UNIX seconds. */
    public Opened open(byte[] body, String pushType, String request, long now) throws Refused {
        Obj root = object(body, 512, "malformed");
        if (!pushType.equals("liveactivity")) return open(envelope(root), pushType, request, now);
        Obj aps = root.get("aps") instanceof Obj found ? found : new Obj();  // §4.3
        boolean start = aps.containsKey("attributes") || "start".equals(aps.get("event"));
        StringBuilder payload = new StringBuilder(new String(body, UTF_8));
        Opened first = null; int place = 0, growth = 0; boolean behind = false;
        for (String name : start ? List.of("content-state", "attributes") : List.of("content-state")) {
            Opened opened = open(envelope(aps.get(name)), "liveactivity/" + name, request, now);
            if (first == null) first = opened;
            behind |= opened.chainNotAdvanced;
            Obj holder = (Obj) aps.get(name);
            int moved = holder.start > place ? growth : 0;  // by the object that was replaced before
            payload.replace(holder.start + moved, holder.end + moved, opened.payload); place = holder.start;
            growth = opened.payload.length() - (holder.end - holder.start); }
        return new Opened(payload.toString(), first.suite, first.issuedAt, first.expiresAt, first.sequence, behind); }
    /** Opens an envelope on its own (§4.4), such as a member of an FCM data message, from check 3 on. */
    public Opened open(String envelope, String purpose, String request, long now) throws Refused {
        byte[] bytes = decode(envelope == null ? "" : envelope); demand(bytes != null && bytes.length > 0, "malformed");
        int suite = bytes[0]; demand(suite >= 1 && suite <= 5 && suite != 4, "unknownSuite");
        demand(bytes.length >= OVERHEAD[suite], "malformed");
        demand(suite != 2 || provider == null || acceptsUnauthenticated, "unauthenticatedSender");
        boolean isShared = suite == 3, isChained = suite == 5;
        List<Key> held = named(isShared ? shared : deviceKeys(), bytes, 1), senders = null;
        List<Key> recipients = fitting(held, key -> !isShared || key.purposes.contains(purpose));
        demand(held.isEmpty() || !recipients.isEmpty(), "unauthenticatedSender");
        recipients = select(fitting(recipients, key -> key.secret != null || key.state.equals("revoked")), now, "unknownKey");
        recipients = fitting(recipients, key -> isChained ? key.chain != null : !key.about.containsKey("suite"));  // check 7a
        demand(!recipients.isEmpty(), "suiteMismatch");
        if (suite == 1 || isChained) senders = select(named(provider, bytes, 5), now, "unknownSender");
        int day = isChained ? ByteBuffer.wrap(bytes).getShort(9) & 0xffff : 0;
        demand(!isChained || day <= Math.floorDiv(now + 300, 86400L), "notYetValid");
        recipients = fitting(recipients, key -> !isChained || key.chain.day <= day); demand(!recipients.isEmpty(), "expired");
        Decrypted opened = decrypt(suite, bytes, recipients, senders, purpose, day); demand(opened != null, "cannotOpen");
        byte[] message = opened.message; int lifetime = isChained ? opened.recipient.chain.lifetime : 30;
        int end = message.length;  // §3
        while (end > 0 && message[end - 1] == 0) end--;
        int flags = end == 0 ? -1 : message[0], start = 9 + 4 * (flags & 2);
        demand((flags == 1 || flags == 3) && end > start && message[end - 1] == (byte) 0x80, "badMessage");
        ByteBuffer fields = ByteBuffer.wrap(message, 1, start - 1);
        long issuedAt = fields.getInt() & 0xffffffffL, expiresAt = fields.getInt() & 0xffffffffL;
        demand(issuedAt <= expiresAt && expiresAt - issuedAt <= lifetime * 86400, "badMessage");
        demand(!isChained || issuedAt / 86400 == day, "badMessage");
        Long sequence = (flags & 2) == 0 ? null : Long.valueOf(fields.getLong()); demand(issuedAt <= now + 300, "notYetValid");
        demand(now <= expiresAt + 60, "expired");
        byte[] content = Arrays.copyOfRange(message, start, end - 1);
        object(content, LIVE_ACTIVITY.contains(purpose) ? 510 : 512, "badMessage");
        String key = encode(Arrays.copyOf(sha256(bytes), 16));
        demand(replayStore == null || replayStore.admit(key, request, expiresAt + 60,
            senders != null || provider == null ? issuedAt : 0, now), "replayed");  // only an authenticated time ends an entry
        boolean behind = isChained && writes && !advance(Math.min(now, issuedAt), opened.recipient.publicKey);  // check 15
        return new Opened(new String(content, UTF_8), suite, issuedAt, expiresAt, sequence, behind); }
    /** Moves the chains forward to a time that is authenticated and not after the clock, and erases what no reader accepts any
     *  more (§5.6). An app calls it at its start with the time of its server. False: the store was not changed in time. */
    public boolean advance(long time) { return advance(time, null); }
    private boolean advance(long time, byte[] opened) {
        FutureTask<Boolean> task = new FutureTask<>(() -> {
            for (int tries = 0; tries < 100; tries++) {  // after a lost race again, with the newest text
                String before = device.read(); Obj set = object(before.getBytes(UTF_8), 512, "malformed");
                if (!advance(keys(set, "device"), time, opened) || device.replace(before, json(set))) return true; }
            return false; });
        Thread thread = new Thread(task); thread.setDaemon(true); thread.start();
        try { return task.get(storeSeconds, TimeUnit.SECONDS); }
        catch (ExecutionException | TimeoutException error) { return false; }
        catch (InterruptedException error) { Thread.currentThread().interrupt(); return false; } }
    /** Changes the objects of a keyring; false: all is as it should be. */
    private static boolean advance(List<Key> keys, long time, byte[] opened) throws GeneralSecurityException {
        boolean changed = false;
        for (int i = 0; i < keys.size(); i++) {
            Key key = keys.get(i);
            if (!Arrays.equals(key.publicKey, opened) || key.about.remove("awaits") == null) continue;
            if (key.state.equals("pending")) key.about.put("state", "active");  // the push confirms it (keys.md §6)
            changed = true;
            for (Key older : keys.subList(0, i)) {
                boolean waits = older.state.equals("pending") && older.about.remove("awaits") != null;
                if (!waits && !older.state.equals("active")) continue;
                long grace = older.chain == null ? 30 : older.chain.lifetime + 1;
                older.about.put("state", "retiring"); older.about.put("until", new Raw("" + (time + grace * 86400)));
                older.jwk.put("sealedpush", older.about); } }
        for (Key key : keys)
            if (key.state.equals("retiring") && key.until + 3600 < time) {
                changed |= key.jwk.remove("d") != null | key.about.keySet().removeAll(List.of("chain", "offer", "awaits"));
            } else if (key.chain != null) {
                long keep = Math.max(0, time - key.chain.lifetime * 86400L - 3600) / 86400;
                if (keep <= key.chain.day) continue;
                Obj chain = (Obj) key.about.get("chain"); changed = true;
                chain.put("k", encode(link(key.chain, keep))); chain.put("day", new Raw("" + keep)); }
        return changed; }
    /** The link of a day that is not before the chain's (§2.4). */
    private static byte[] link(Chain chain, long day) throws GeneralSecurityException {
        byte[] link = chain.link;
        for (int n = chain.day + 1; n <= day; n++) link = hmac(link, CHAIN, "next", u16(n));
        return link; }
    private List<Key> deviceKeys() throws Refused {
        try { return device == null ? null : keys(device.read(), "device"); }
        catch (Exception error) { throw new Refused("keyringUnavailable"); } }
    private static List<Key> fitting(List<Key> keys, Predicate<Key> condition) { return keys.stream().filter(condition).toList(); }
    /** The text of an object's envelope (checks 2 and 3). */
    private String envelope(Object holder) throws Refused {
        demand(holder instanceof Obj object && object.containsKey(envelopeKey), "notSealed");
        demand(((Obj) holder).get(envelopeKey) instanceof String, "malformed");
        return (String) ((Obj) holder).get(envelopeKey); }
    /** The keys with the id at an offset. */
    private static List<Key> named(List<Key> keys, byte[] envelope, int at) {
        byte[] id = Arrays.copyOfRange(envelope, at, at + 4);
        return keys == null ? List.of() : fitting(keys, key -> Arrays.equals(key.id, id)); }
    /** The usable ones of these keys (§5.2). */
    private static List<Key> select(List<Key> keys, long now, String unknown) throws Refused {
        List<Key> found = fitting(keys, key -> !key.state.equals("retiring") || now <= key.until + 60);
        List<Key> usable = fitting(found, key -> !key.state.equals("revoked"));
        demand(!found.isEmpty(), unknown); demand(!usable.isEmpty(), "revokedKey");
        return usable; }
    /** Returns the message that the first fitting keys decrypt, or null for every cause of failure alike. */
    private Decrypted decrypt(int suite, byte[] envelope, List<Key> recipients, List<Key> senders, String purpose, int day) {
        byte[] header = Arrays.copyOf(envelope, HEADER[suite]);
        byte[] rest = Arrays.copyOfRange(envelope, header.length, envelope.length);
        byte[] binding = cat("sealedpush-v1", header);
        for (String text : List.of(topic, audience, purpose)) {  // §2.1
            if (cat(text).length > 65535) return null;
            binding = cat(binding, u16(cat(text).length), text); }
        for (Key recipient : recipients)
            for (Key sender : senders == null ? Collections.<Key>singletonList(null) : senders)
                try { return new Decrypted(suite == 3 ? openShared(rest, binding, recipient.secret)
                    : openHPKE(rest, binding, recipient, sender, day), recipient);
                } catch (GeneralSecurityException error) { }  // the next keys
        return null; }
    // §2.2. X25519 with 32 zero bytes as result is refused by the JDK and by Conscrypt.
    private static byte[] openHPKE(byte[] rest, byte[] binding, Key recipient, Key sender, int day)
            throws GeneralSecurityException {
        byte[] enc = Arrays.copyOf(rest, 32), ciphertext = Arrays.copyOfRange(rest, 32, rest.length);
        byte[] dh = x25519(recipient.secret, enc), context = cat(enc, recipient.publicKey);
        if (sender != null) {
            dh = cat(dh, x25519(recipient.secret, sender.publicKey));
            context = cat(context, sender.publicKey); }
        byte[] sharedSecret = hmac(hmac(NO_SALT, KEM, "eae_prk", dh), u16(32), KEM, "shared_secret", context, "\1");
        String mode = sender == null ? "\0" : "\2"; byte[] psk = {}, pskID = {};
        if (recipient.chain != null) {  // suite 5: the key of the day
            mode = "\3"; psk = hmac(link(recipient.chain, day), CHAIN, "psk", u16(day)); pskID = cat(CHAIN.trim(), u16(day)); }
        byte[] schedule = cat(mode, hmac(NO_SALT, HPKE, "psk_id_hash", pskID), hmac(NO_SALT, HPKE, "info_hash", binding));
        byte[] secret = hmac(sharedSecret, HPKE, "secret", psk), key = hmac(secret, u16(32), HPKE, "key", schedule, "\1");
        byte[] nonce = hmac(secret, u16(12), HPKE, "base_nonce", schedule, "\1");
        return decrypt(key, Arrays.copyOf(nonce, 12), new byte[0], ciphertext); }
    // §2.3: XChaCha20-Poly1305 is ChaCha20-Poly1305 with a key by HChaCha20.
    private static byte[] openShared(byte[] rest, byte[] binding, byte[] key) throws GeneralSecurityException {
        byte[] nonce = cat(new byte[4], Arrays.copyOfRange(rest, 16, 24));
        return decrypt(hChaCha20(key, rest), nonce, binding, Arrays.copyOfRange(rest, 24, rest.length)); }
    private static byte[] hChaCha20(byte[] key, byte[] nonce) {
        ByteBuffer out = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN); int[] x = new int[16];
        ByteBuffer.wrap(cat("expand 32-byte k", key, nonce)).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(x);
        for (int i = 0; i < 80; i++) {  // ten times four columns, then four diagonals
            int s = i >> 2 & 1, a = i & 3, b = 4 + (a + s & 3), c = 8 + (a + 2 * s & 3), d = 12 + (a + 3 * s & 3);
            for (int turn : new int[] {16, 12, 8, 7}) {  // the quarter round, by its halves
                x[a] += x[b]; x[d] = Integer.rotateLeft(x[d] ^ x[a], turn);
                int swap = a; a = c; c = swap; swap = b; b = d; d = swap; } }
        for (int i = 0; i < 8; i++) out.putInt(x[i < 4 ? i : i + 8]);
        return out.array(); }
    private static byte[] decrypt(byte[] key, byte[] nonce, byte[] aad, byte[] text) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("ChaCha20-Poly1305");  // it compares the tag in constant time
        cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "ChaCha20"), new IvParameterSpec(nonce));
        cipher.updateAAD(aad); return cipher.doFinal(text); }
    private static byte[] x25519(byte[] secret, byte[] point) throws GeneralSecurityException {
        KeyFactory keys = KeyFactory.getInstance("XDH"); KeyAgreement agreement = KeyAgreement.getInstance("XDH");
        agreement.init(keys.generatePrivate(new PKCS8EncodedKeySpec(cat(PKCS8, secret))));
        agreement.doPhase(keys.generatePublic(new X509EncodedKeySpec(cat(SPKI, point))), true);
        byte[] x = agreement.generateSecret(); if (Arrays.equals(x, new byte[32])) throw new KeyException(); return x; }
    private static byte[] hmac(byte[] key, Object... data) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256"); mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(cat(data)); }
    private static List<Key> keys(String jwkSet, String role) throws Refused, GeneralSecurityException {  // §7.3
        return jwkSet == null ? null : keys(object(jwkSet.getBytes(UTF_8), 512, "malformed"), role); }
    private static List<Key> keys(Obj set, String role) throws Refused, GeneralSecurityException {
        List<Key> keys = new ArrayList<>(); Object list = set.get("keys");
        demand(list instanceof List, "malformed");
        for (Object item : (List<?>) list) {
            demand(item instanceof Obj, "malformed");
            Obj jwk = (Obj) item, about = jwk.get("sealedpush") instanceof Obj found ? found : new Obj();
            Object state = about.getOrDefault("state", "active"), owner = about.getOrDefault("role", role);
            demand(List.of("device", "provider", "shared").contains(owner), "malformed");
            demand(List.of("pending", "active", "retiring", "revoked").contains(state), "malformed");
            long until = whole(about.get("until")); demand(!state.equals("retiring") || until >= 0, "malformed");
            if (!owner.equals(role)) continue;
            boolean symmetric = role.equals("shared");
            byte[] x = symmetric ? null : key(jwk.get("x")), secret = symmetric ? key(jwk.get("k")) : null;
            demand((symmetric ? "oct" : "OKP").equals(jwk.get("kty")), "malformed");
            demand(symmetric || "X25519".equals(jwk.get("crv")) && isCanonical(x), "malformed");
            Object purposes = symmetric ? about.getOrDefault("purposes", LIVE_ACTIVITY) : List.of("");
            demand(purposes instanceof List<?> texts && !texts.isEmpty(), "malformed");
            for (Object purpose : (List<?>) purposes) demand(purpose instanceof String, "malformed");
            if (role.equals("device") && jwk.containsKey("d"))  // an erased key has none
                demand(Arrays.equals(x25519(secret = key(jwk.get("d")), BASE), x), "malformed");
            Chain chain = role.equals("device") && about.containsKey("chain") ? chain(about) : null;
            String input = symmetric ? "{\"k\":\"" + encode(secret) + "\",\"kty\":\"oct\"}"
                : "{\"crv\":\"X25519\",\"kty\":\"OKP\",\"x\":\"" + encode(x) + "\"}";  // §7.2
            keys.add(new Key(jwk, about, x, secret, Arrays.copyOf(sha256(cat(input)), 4), (String) state, until,
                (List<?>) purposes, chain)); }
        return keys; }
    private static Chain chain(Obj about) throws Refused {
        Obj chain = about.get("chain") instanceof Obj found ? found : new Obj();
        long day = whole(chain.get("day")), lifetime = whole(chain.get("lifetime"));
        demand(whole(about.get("suite")) == 5 && day >= 0 && day < 65536 && lifetime >= 1 && lifetime <= 30, "malformed");
        return new Chain(key(chain.get("k")), (int) day, (int) lifetime); }
    private static long whole(Object value) {  // -1: not a whole number
        return value instanceof Raw raw && raw.text.matches("[0-9]{1,18}") ? Long.parseLong(raw.text) : -1; }
    private static boolean isCanonical(byte[] x) {  // below 2^255 - 19, little-endian
        byte[] number = new byte[32]; for (int i = 0; i < 32; i++) number[i] = x[31 - i];
        return new BigInteger(1, number).compareTo(BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19))) < 0; }
    private static byte[] key(Object text) throws Refused {
        byte[] key = text instanceof String string ? decode(string) : null;
        demand(key != null && key.length == 32, "malformed");
        return key; }
    private static String encode(byte[] data) { return Base64.getUrlEncoder().withoutPadding().encodeToString(data); }
    private static byte[] decode(String text) {  // §1.2; null if it is not strict
        try {
            byte[] data = Base64.getUrlDecoder().decode(text);
            return encode(data).equals(text) ? data : null;
        } catch (IllegalArgumentException error) { return null; } }
    private static byte[] sha256(byte[] data) {
        try { return MessageDigest.getInstance("SHA-256").digest(data); }
        catch (NoSuchAlgorithmException error) { throw new IllegalStateException(error); } }
    private static byte[] u16(int number) { return new byte[] {(byte) (number >> 8), (byte) number}; }
    private static byte[] cat(Object... parts) {  // ‖ of bytes and texts
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Object part : parts) {
            byte[] bytes = part instanceof byte[] data ? data : ((String) part).getBytes(UTF_8);
            out.write(bytes, 0, bytes.length); }
        return out.toByteArray(); }
    private static void demand(boolean holds, String code) throws Refused { if (!holds) throw new Refused(code); }
    /** A number, true, false or null: its text. */
    record Raw(String text) {}
    /** An object, and its offsets in the text. */
    static final class Obj extends LinkedHashMap<String, Object> { int start, end; }
    static Obj object(byte[] data, int depth, String code) throws Refused {
        try {
            Json in = new Json(data.length > 65536 ? "" : UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString());
            if (in.value(depth) instanceof Obj object && in.peek() == 0 && in.at == in.text.length()) return object;
        } catch (CharacterCodingException | IllegalArgumentException error) { }  // refused below, without a detail
        throw new Refused(code); }
    static String json(Object value) {
        if (value instanceof Raw raw) return raw.text;
        if (value instanceof String text) {
            StringBuilder out = new StringBuilder("\"");
            for (char c : text.toCharArray())
                out.append(c < ' ' || c == '"' || c == '\\' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            return out.append('"').toString(); }
        StringJoiner out = value instanceof Obj ? new StringJoiner(",", "{", "}") : new StringJoiner(",", "[", "]");
        if (value instanceof List<?> list) for (Object item : list) out.add(json(item));
        else ((Obj) value).forEach((name, member) -> out.add(json(name) + ":" + json(member)));
        return out.toString(); }
    /** A reader of strict JSON (§4.5): objects, lists, strings, and Raw. */
    static final class Json {
        private static final Pattern WORD = Pattern.compile(
            "-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null");
        final String text; int at;
        Json(String text) { this.text = text; }
        static void valid(boolean holds) { if (!holds) throw new IllegalArgumentException("expected JSON by §4.5"); }
        char next() { valid(at < text.length()); return text.charAt(at++); }
        char peek() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
            return at < text.length() ? text.charAt(at) : 0; }
        boolean skip(char c) { boolean found = peek() == c; if (found) at++; return found; }
        Object value(int depth) {
            if (skip('"')) return string();
            Obj members = new Obj(); members.start = at;
            List<Object> items = new ArrayList<>();
            char end = skip('{') ? '}' : skip('[') ? ']' : 0;
            if (end == 0) {
                Matcher word = WORD.matcher(text).region(at, text.length());
                valid(word.lookingAt()); at = word.end(); return new Raw(word.group()); }
            valid(depth > 0);
            for (boolean first = true; !skip(end); first = false) {
                valid(first || skip(','));
                if (end == ']') { items.add(value(depth - 1)); continue; }
                valid(skip('"')); String name = string();
                valid(skip(':') && members.put(name, value(depth - 1)) == null); }
            members.end = at;
            return end == '}' ? members : items; }
        String string() {  // behind the quotation mark
            StringBuilder out = new StringBuilder();
            for (char c = next(); c != '"'; out.append(c), c = next()) {
                valid(c >= ' ');
                if (c != '\\') continue;
                int kind = "\"\\/bfnrtu".indexOf(next());
                valid(kind >= 0);
                if (kind < 8) { c = "\"\\/\b\f\n\r\t".charAt(kind); continue; }
                String hex = text.substring(at, Math.min(at + 4, text.length()));
                valid(hex.matches("[0-9a-fA-F]{4}"));
                c = (char) Integer.parseInt(hex, 16); at += 4; }
            valid(UTF_8.newEncoder().canEncode(out));  // no half of a surrogate pair
            return out.toString(); } }
}
