package sealedpush;

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.*;

/** The protocol of Documentation/harness-protocol.md around the sender. For tests only: a request holds secret keys. */
final class Harness {
    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; out.flush()) out.print(answer(line) + "\n");
    }

    private static String answer(String line) {
        Map<String, Object> answer = new LinkedHashMap<>();
        try {
            Map<String, Object> request = object(line);
            answer.put("id", request.get("id"));
            if (request.containsKey("describe"))
                answer.putAll(Map.of("name", "Java sender", "suites", List.of(1, 2, 3, 5)));
            else answer.putAll(seal(members(request, "seal")));
        } catch (SealedPushSender.Refused refused) {
            answer.put("refused", refused.getMessage());
        } catch (Exception error) {  // not a request of the protocol; the harness expects no such member
            answer.put("error", error.getClass().getSimpleName());
        }
        return SealedPushSender.json(answer, 512, false);
    }

    private static Map<String, Object> seal(Map<String, Object> asked) throws Exception {
        int suite = Integer.parseInt(asked.get("suite").toString());
        byte[] provider = suite == 1 || suite == 5 ? bytes(members(asked, "provider"), "d") : null;
        byte[] recipient = suite == 3 ? bytes(members(asked, "shared"), "k") : bytes(members(asked, "device"), "x");
        var chain = suite == 3 ? null : chain(members(asked, "device"));
        if ((chain != null) != (suite == 5)) throw new SealedPushSender.Refused("suiteMismatch");
        var sender = new SealedPushSender(suite, recipient, provider, chain);
        sender.topic = text(asked, "topic");
        sender.audience = text(asked, "audience");
        sender.issuedAt = Long.valueOf(asked.get("now").toString());
        if (asked.containsKey("expiresAt")) sender.expiresAt = Long.valueOf(asked.get("expiresAt").toString());
        if (asked.containsKey("sequence")) sender.sequence = Long.parseUnsignedLong(asked.get("sequence").toString());
        sender.padding = Integer.parseInt(asked.get("padding").toString());
        Map<String, Object> payload = strict(text(asked, "payload"));
        if (asked.containsKey("purpose")) return Map.of("envelope", sender.envelope(text(asked, "purpose"), payload));
        sender.envelopeKey = text(asked, "envelopeKey");
        if (asked.containsKey("placeholder"))
            sender.placeholder = strict("{\"placeholder\":" + text(asked, "placeholder") + "}").get("placeholder");
        sender.broadcast = Boolean.TRUE.equals(asked.get("broadcast"));
        sender.visible = paths((List<?>) asked.getOrDefault("visible", List.of()));
        String body = sender.push(text(asked, "pushType"), payload);
        return Map.of("body", body, "bytesLeft", sender.bytesLeft);
    }

    private static SealedPushSender.Chain chain(Map<String, Object> jwk) {
        if (!(jwk.get("sealedpush") instanceof Map<?, ?> about && about.get("chain") instanceof Map)) return null;
        Map<String, Object> chain = members(members(jwk, "sealedpush"), "chain");
        return new SealedPushSender.Chain(
            bytes(chain, "k"), Integer.parseInt(chain.get("day").toString()),
            Integer.parseInt(chain.get("lifetime").toString()));
    }

    private static List<List<String>> paths(List<?> lists) {
        List<List<String>> paths = new ArrayList<>();
        for (Object names : lists) paths.add(((List<?>) names).stream().map(String.class::cast).toList());
        return paths;
    }

    private static String text(Map<String, Object> object, String name) {
        return (String) Objects.requireNonNull(object.get(name));
    }

    private static byte[] bytes(Map<String, Object> jwk, String name) {
        return Base64.getUrlDecoder().decode(text(jwk, name));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> members(Map<String, Object> object, String name) {
        return (Map<String, Object>) Objects.requireNonNull(object.get(name));
    }

    // Strict JSON (§4.5): a tree for the sender, in which a number is its text.

    private static final Pattern TOKEN = Pattern.compile(
        "\\G[ \t\r\n]*+(\"(?:[^\"\\\\\0-\37]|\\\\[\"\\\\/bfnrt]|\\\\u[0-9a-fA-F]{4})*+\""
            + "|-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][+-]?[0-9]++)?|true|false|null|[\\[\\]{}:,]|\\z)");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u(.{4})|.)");

    private static final class NumberText extends Number {
        final String text;
        NumberText(String text) { this.text = text; }
        @Override public int intValue() { return (int) doubleValue(); }
        @Override public long longValue() { return (long) doubleValue(); }
        @Override public float floatValue() { return (float) doubleValue(); }
        @Override public double doubleValue() { return Double.parseDouble(text); }
        @Override public String toString() { return text; }
    }

    private static Map<String, Object> strict(String text) {
        if (text.getBytes(StandardCharsets.UTF_8).length > 65536) throw new SealedPushSender.Refused("invalidPayload");
        try {
            return object(text);
        } catch (IllegalArgumentException error) {
            throw new SealedPushSender.Refused("invalidPayload");
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(String text) {
        Matcher in = TOKEN.matcher(text);
        Object value = value(in, next(in), 512);
        demand(value instanceof Map && next(in).isEmpty());
        return (Map<String, Object>) value;
    }

    private static Object value(Matcher in, String token, int depth) {
        demand(!"]},:".contains(token));
        if (token.startsWith("\"")) return string(token);
        if (token.equals("null")) return null;
        if (token.equals("true") || token.equals("false")) return Boolean.valueOf(token);
        if (!token.equals("[") && !token.equals("{")) return new NumberText(token);
        demand(depth > 0);
        Map<String, Object> members = new LinkedHashMap<>();
        List<Object> items = new ArrayList<>();
        String end = token.equals("{") ? "}" : "]", next = next(in);
        while (!next.equals(end)) {
            if (end.equals("}")) {
                demand(next.startsWith("\"") && next(in).equals(":"));
                String name = string(next);
                demand(!members.containsKey(name));
                members.put(name, value(in, next(in), depth - 1));
            } else {
                items.add(value(in, next, depth - 1));
            }
            next = next(in);
            if (next.equals(end)) break;
            demand(next.equals(","));
            next = next(in);
            demand(!next.equals(end));
        }
        return end.equals("}") ? members : items;
    }

    private static String next(Matcher in) {
        demand(in.find());
        return in.group(1);
    }

    private static String string(String token) {
        String text = ESCAPE.matcher(token.substring(1, token.length() - 1)).replaceAll(escape -> {
            char c = escape.group().charAt(1);
            if (c == 'u') c = (char) Integer.parseInt(escape.group(1), 16);
            else if ("bfnrt".indexOf(c) >= 0) c = "\b\f\n\r\t".charAt("bfnrt".indexOf(c));
            return Matcher.quoteReplacement(String.valueOf(c));
        });
        demand(StandardCharsets.UTF_8.newEncoder().canEncode(text));  // no half of a surrogate pair
        return text;
    }

    private static void demand(boolean holds) {
        if (!holds) throw new IllegalArgumentException("expected JSON by §4.5");
    }
}
