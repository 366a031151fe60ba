// Seals and sends a push with the sender of this folder, and looks at what a phone of the simulator shows.
//
//     node test-sender.mjs FOLDER PHONE TOOL
//
// FOLDER is that of a running simulator, PHONE a phone of it with the app com.example.bank, TOOL the path of sealedpush-simulator.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect } from "node:http2";
import { test } from "node:test";
import { post, sealPush } from "./sealedpush-sender.mjs";

const [folder, phone, tool] = process.argv.slice(2);
const json = (path) => JSON.parse(readFileSync(path, "utf8"));
const description = json(`${folder}/simulator.json`);
const activeKey = (path) => json(path).keys.find((key) => key.sealedpush.state === "active");

/** All requests to the phone, once it has processed so many. */
function pushes(count = 0) {
    const options = ["--json", "--wait", `${count}`, "--folder", folder];
    return JSON.parse(execFileSync(tool, ["pushes", phone, ...options], { encoding: "utf8", maxBuffer: 1 << 28 }));
}

function providerToken() {
    const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = { iss: description.teamId, iat: Math.floor(Date.now() / 1000) };
    const text = `${part({ alg: "ES256", kid: description.keyId })}.${part(claims)}`;
    const key = { key: readFileSync(description.signingKey), dsaEncoding: "ieee-p1363" };
    return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}

test("the phone shows the content, and Apple sees a placeholder", async () => {
    const expiresAt = Math.floor(Date.now() / 1000) + 3600;
    const { body } = sealPush('{"aps":{"alert":{"title":"Payment","body":"€ 240 from Jane"}},"amount":240.10}', {
        device: activeKey(`${folder}/provider/registrations/${phone}.jwks`),
        provider: activeKey(`${folder}/provider/keys/provider.jwks`),
        topic: "com.example.bank", expiresAt,
    });
    const count = pushes().length;
    const session = connect(`https://127.0.0.1:${description.port}`, { ca: readFileSync(description.authority) });
    try {
        const { token } = json(`${folder}/phones/${phone}/phone.json`);
        const answer = await post(session, token, body, {
            token: providerToken(), topic: "com.example.bank", "apns-expiration": `${expiresAt}`,
        });
        assert.equal(answer.status, 200, answer.reason);
    } finally {
        session.close();
    }
    const { delivery, apple } = pushes(count + 1).at(-1);
    assert.equal(delivery.outcome, "opened", delivery.explanation);
    assert.deepEqual([delivery.content.title, delivery.content.body], ["Payment", "€ 240 from Jane"]);
    assert.equal(delivery.content.userInfo.amount, 240.1);
    assert(!apple.body.includes("240"));
});
