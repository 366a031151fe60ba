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
                return "{\"id\":" + id + ",\"name\":\"Java opener\",\"suites\":[1,2,3,5]}";
            Obj asked = (Obj) request.get("open");
            var store = asked.containsKey("device") ? new Store(json(asked.get("device"))) : null;
            String result = result(asked, store);
            // Of Scripts/check-languages: the keyring after the opening.
            String stored = asked.containsKey("write") ? ",\"stored\":" + store.text : "";
            return "{\"id\":" + id + "," + result + stored + "}";
        } catch (Exception error) {  // not a request of the protocol; the harness expects no such member
            return "{\"id\":" + id + ",\"error\":" + json(error.getClass().getSimpleName()) + "}";
        }
    }

    /** The store of the harness answers at once, also on a busy machine. */
    private static final long PATIENCE = 600;

    private static String result(Obj asked, KeyStore store) throws Exception {
        try {
            if (!asked.containsKey("advance")) return "\"payload\":" + json(open(asked, store).payload());
            var opener = new SealedPushOpener(store, null, null);
            opener.storeSeconds = PATIENCE;
            return "\"advanced\":" + opener.advance(Long.parseLong(number(asked, "advance")));
        } catch (Refused refused) {
            return "\"refused\":" + json(refused.getMessage());
        }
    }

    private static Opened open(Obj asked, KeyStore store) throws Exception {
        var opener = new SealedPushOpener(store, keyring(asked, "provider"), keyring(asked, "shared"));
        opener.storeSeconds = PATIENCE;
        opener.writes = !new Raw("false").equals(asked.get("write"));
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

    /** A device's keyring in memory. */
    private static final class Store implements KeyStore {
        private String text;
        Store(String text) { this.text = text; }
        @Override public String read() { return text; }
        @Override public boolean replace(String before, String after) {
            if (!text.equals(before)) return false;
            text = after;
            return true;
        }
    }
}
