package sealedpush;

import static sealedpush.SealedPushSender.*;

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.Matcher;

/** The protocol of Documentation/harness-protocol.md around the sender. For tests only: a request holds secret keys. */
final class Harness {
    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; out.flush()) out.print(answer(line) + "\n");
    }

    private static String answer(String line) {
        Obj answer = new Obj(), request;
        try {
            Matcher tokens = JSON.matcher(line);
            request = (Obj) parse(tokens, next(tokens), 512);
            answer.put("id", request.get("id"));
            if (request.containsKey("describe")) {
                answer.put("name", "\"Java sender\"");
                answer.put("suites", "[1,2,3]");
            } else seal(request.at("seal"), answer);
        } catch (Refused refused) {
            answer.put("refused", quote(refused.code));
        } catch (Exception error) {  // not a request of the protocol; the harness expects no such member
            answer.put("error", quote(error.getClass().getSimpleName()));
        }
        return answer.toString();
    }

    private static void seal(Obj asked, Obj answer) throws Exception {
        int suite = Integer.parseInt(asked.get("suite").toString());
        byte[] provider = suite == 1 ? bytes(asked.at("provider"), "d") : null;
        byte[] recipient = suite == 3 ? bytes(asked.at("shared"), "k") : bytes(asked.at("device"), "x");
        var sender = new SealedPushSender(suite, recipient, provider);
        sender.topic = text(asked, "topic");
        sender.audience = text(asked, "audience");
        sender.issuedAt = Long.valueOf(asked.get("now").toString());
        if (asked.containsKey("expiresAt")) sender.expiresAt = Long.valueOf(asked.get("expiresAt").toString());
        if (asked.containsKey("sequence")) sender.sequence = Long.parseUnsignedLong(asked.get("sequence").toString());
        sender.padding = Integer.parseInt(asked.get("padding").toString());
        if (asked.containsKey("purpose")) {
            answer.put("envelope", quote(sender.envelope(text(asked, "purpose"), text(asked, "payload"))));
            return;
        }
        sender.envelopeKey = text(asked, "envelopeKey");
        if (asked.containsKey("placeholder")) sender.placeholder = text(asked, "placeholder");
        sender.broadcast = "true".equals(asked.get("broadcast"));
        sender.visible = paths(asked.getOrDefault("visible", "[]").toString());
        Sealed sealed = sender.push(text(asked, "pushType"), text(asked, "payload"));
        answer.put("body", quote(sealed.body()));
        answer.put("bytesLeft", String.valueOf(sealed.bytesLeft()));
    }

    private static String text(Obj object, String name) {
        return unquote(object.get(name).toString());
    }

    private static byte[] bytes(Obj jwk, String name) {
        return Base64.getUrlDecoder().decode(text(jwk, name));
    }

    /** Returns the lists of names in a list of lists. */
    private static List<List<String>> paths(String text) {
        List<List<String>> paths = new ArrayList<>();
        List<String> path = null;
        Matcher tokens = JSON.matcher(text);
        next(tokens);
        for (String token = next(tokens); !token.isEmpty(); token = next(tokens)) {
            if (token.equals("[")) paths.add(path = new ArrayList<>());
            if (token.startsWith("\"")) path.add(unquote(token));
        }
        return paths;
    }
}
