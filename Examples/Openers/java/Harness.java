package sealedpush;

import static sealedpush.SealedPushOpener.*;

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

/** The protocol of Documentation/harness-protocol.md around the opener. For tests only: a request holds secret keys. */
final class Harness {
    private static final Map<String, ReplayStore> STORES = new HashMap<>();

    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; out.flush()) out.print(answer(line) + "\n");
    }

    private static String answer(String line) {
        String id = "0";
        try {
            Obj request = (Obj) new Json(line).value(512);
            id = number(request, "id");
            if (request.containsKey("describe"))
                return "{\"id\":" + id + ",\"name\":\"Java opener\",\"suites\":[1,2,3]}";
            return "{\"id\":" + id + ",\"payload\":" + quote(open((Obj) request.get("open")).payload()) + "}";
        } catch (Refused refused) {
            return "{\"id\":" + id + ",\"refused\":" + quote(refused.getMessage()) + "}";
        } catch (Exception error) {  // not a request of the protocol; the harness expects no such member
            return "{\"id\":" + id + ",\"error\":" + quote(error.getClass().getSimpleName()) + "}";
        }
    }

    private static Opened open(Obj asked) throws Exception {
        var opener = new SealedPushOpener(
            keyring(asked, "device"), keyring(asked, "provider"), keyring(asked, "shared"));
        opener.topic = text(asked, "topic");
        opener.audience = text(asked, "audience");
        opener.acceptsUnauthenticated = new Raw("true").equals(asked.get("acceptsUnauthenticated"));
        opener.replayStore = asked.containsKey("replayStore")
            ? STORES.computeIfAbsent(number(asked, "replayStore"), number -> new MemoryReplayStore()) : null;
        String request = asked.containsKey("request") ? text(asked, "request") : "";
        long now = Long.parseLong(number(asked, "now"));
        if (asked.containsKey("purpose"))
            return opener.open(text(asked, "envelope"), text(asked, "purpose"), request, now);
        opener.envelopeKey = text(asked, "envelopeKey");
        return opener.open(Base64.getUrlDecoder().decode(text(asked, "body")), text(asked, "pushType"), request, now);
    }

    private static String text(Obj object, String name) {
        return (String) Objects.requireNonNull(object.get(name));
    }

    private static String number(Obj object, String name) {
        return ((Raw) Objects.requireNonNull(object.get(name))).text();
    }

    private static String keyring(Obj asked, String role) {
        return asked.containsKey(role) ? json(asked.get(role)) : null;
    }

    private static String json(Object value) {
        if (value instanceof Raw raw) return raw.text();
        if (value instanceof String text) return quote(text);
        if (value instanceof List<?> list) {
            StringJoiner out = new StringJoiner(",", "[", "]");
            for (Object item : list) out.add(json(item));
            return out.toString();
        }
        StringJoiner out = new StringJoiner(",", "{", "}");
        ((Obj) value).forEach((name, member) -> out.add(quote(name) + ":" + json(member)));
        return out.toString();
    }

    private static String quote(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray())
            out.append(c < ' ' || c == '"' || c == '\\' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        return out.append('"').toString();
    }
}
