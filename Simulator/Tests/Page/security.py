"""Security: header fields, other hosts and origins, and the content security policy."""

import contextlib
import http.server
import threading

import httpx
import playwright.sync_api

from checker import WAIT, until


def check(checker):
    expect, simulator = checker.expect, checker.simulator
    headers = httpx.get(simulator.page + "phones/jane", timeout=WAIT).headers
    policy = headers["content-security-policy"]
    expect("default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy and "http" not in policy,
           "the policy allows only the page's own files", policy)
    expect(headers["x-content-type-options"] == "nosniff" and headers["cache-control"] == "no-store",
           "content sniffing and caching are disabled")
    hosts(checker)
    with checker.open("phones/jane", may_fail=True) as page:
        policy_violations(checker, page)
    other_site(checker)


def hosts(checker):
    expect, page = checker.expect, checker.simulator.page
    for host in ("evil.test", "localhost.evil.test", "127.0.0.1.evil.test:80", "[::1]", ""):
        status = httpx.get(page + "api/phones", headers={"host": host}, timeout=WAIT).status_code
        expect(status in (400, 403), f"a request for the host '{host}' is refused", status)
    for origin in ("http://evil.test", "null", "http://localhost:1", page.rstrip("/") + ".evil.test"):
        status = httpx.post(page + "api/phones/jane/clear", headers={"origin": origin}, timeout=WAIT).status_code
        expect(status == 403, f"a change from the origin {origin} is refused", status)
    context = checker.browser.new_context()
    tab, answers = context.new_page(), []
    tab.on("response", lambda one: answers.append((one.url, one.status)))
    rebound = page.replace("127.0.0.1", "rebound.test")
    # Chromium reports a refusal without a body as a failed navigation.
    with contextlib.suppress(playwright.sync_api.Error):
        tab.goto(rebound)
    expect(answers == [(rebound, 403)], "a host name that is rebound to this machine is refused", answers)
    context.close()


def policy_violations(checker, page):
    """Attempts the steps of an injection attack, which the policy must block."""
    expect = checker.expect
    expect(page.evaluate("""() => {
        try { document.body.innerHTML = "<b>markup</b>" } catch { return true }
        return false
    }"""), "the page's own script cannot set text as markup")
    # Playwright's evaluate is exempt from the policy, so a timer makes the attempt.
    page.evaluate("""() => new Promise((end) => setTimeout(() => {
        try { setTimeout("window.ran = true") } catch {}
        setTimeout(end)  // Timers of one delay run in their order.
    }))""")
    expect(page.evaluate("() => window.ran") is None, "text cannot be evaluated as script")
    expect(page.evaluate("""() => {
        const node = document.createElement("p")
        node.setAttribute("style", "color: rgb(1, 2, 3)")
        document.body.append(node)
        const color = getComputedStyle(node).color
        node.remove()
        return color !== "rgb(1, 2, 3)"
    }"""), "text cannot be set as inline style")
    page.evaluate("""() => {
        window.refused = []
        document.addEventListener("securitypolicyviolation", (one) => window.refused.push(one.blockedURI))
    }""")
    image = """(url) => new Promise((end) => {
        const one = new Image()
        one.onload = () => end(false)
        one.onerror = () => end(true)
        one.src = url
    })"""
    answer = "(url) => fetch(url, { mode: 'no-cors' }).then(() => false, () => true)"
    for kind, attempt in [("images", image), ("fetches", answer)]:
        page.evaluate("() => { window.refused.length = 0 }")
        failed = page.evaluate(attempt, "http://localhost:9/x")
        refused = page.evaluate("window.refused")
        expect(failed and any("localhost:9" in one for one in refused),
               f"{kind} from other origins are blocked", refused)


def other_site(checker):
    """Opens a page of another origin that tries to change a phone, to read the API, and to show the page in a frame."""
    expect, target = checker.expect, checker.simulator.page
    html = f"""<!doctype html><title>other</title><iframe src="{target}phones/jane"></iframe><script>
        addEventListener("load", async () => {{
            try {{ await fetch("{target}api/phones/jane/clear", {{ method: "POST", mode: "no-cors" }}) }} catch {{}}
            try {{ window.read = await (await fetch("{target}api/phones")).text() }} catch {{}}
            document.title = "done"
        }})</script>""".encode()

    class Site(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(html)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    context = checker.browser.new_context()
    page = context.new_page()
    page.goto(f"http://localhost:{server.server_port}/")
    until(page, "() => document.title === 'done'")
    expect(page.evaluate("window.read") is None, "another origin cannot read the API")
    expect(all(frame.query_selector("#threads") is None for frame in page.frames[1:]),
           "another origin cannot show the page in a frame")
    context.close()
    server.shutdown()
    phones = httpx.get(target + "api/phones", timeout=WAIT).json()
    expect(next(one for one in phones if one["name"] == "jane")["badge"] == 5,
           "another origin cannot clear notifications")
