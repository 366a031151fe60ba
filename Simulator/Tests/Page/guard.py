"""Other sites, and what the page itself may not do."""

import contextlib
import http.server
import threading

import httpx
import playwright.sync_api

from looking import until


def check(looking):
    demand, simulator = looking.demand, looking.simulator
    headers = httpx.get(simulator.page + "phones/jane").headers
    policy = headers["content-security-policy"]
    demand("default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy and "http" not in policy,
           "the policy lets nothing in but the page's own files", policy)
    demand(headers["x-content-type-options"] == "nosniff" and headers["cache-control"] == "no-store",
           "nothing is sniffed or kept")
    hosts(looking)
    with looking.at("phones/jane", may_fail=True) as page:
        forbidden(looking, page)
    other_site(looking)


def hosts(looking):
    demand, page = looking.demand, looking.simulator.page
    for host in ("evil.test", "localhost.evil.test", "127.0.0.1.evil.test:80", "[::1]", ""):
        status = httpx.get(page + "api/phones", headers={"host": host}).status_code
        demand(status in (400, 403), f"a request for the host '{host}' is refused", status)
    for origin in ("http://evil.test", "null", "http://localhost:1", page.rstrip("/") + ".evil.test"):
        status = httpx.post(page + "api/phones/jane/clear", headers={"origin": origin}).status_code
        demand(status == 403, f"a change from the origin {origin} is refused", status)
    context = looking.browser.new_context()
    tab, answers = context.new_page(), []
    tab.on("response", lambda one: answers.append((one.url, one.status)))
    rebound = page.replace("127.0.0.1", "rebound.test")
    # A refusal has no body, which Chromium takes for a failure of its own.
    with contextlib.suppress(playwright.sync_api.Error):
        tab.goto(rebound)
    demand(answers == [(rebound, 403)], "a name that is rebound to this machine gets nothing", answers)
    context.close()


def forbidden(looking, page):
    """Tries what a hole in the page would be used for."""
    demand = looking.demand
    demand(page.evaluate("""() => {
        try { document.body.innerHTML = "<b>markup</b>" } catch { return true }
        return false
    }"""), "text cannot become markup, not even by the page's own script")
    # What a test evaluates may itself make script of text, so a timer tries.
    page.evaluate("() => { setTimeout(() => { try { setTimeout('window.ran = true') } catch {} }) }")
    page.wait_for_timeout(300)
    demand(page.evaluate("() => window.ran") is None, "text cannot become script")
    demand(page.evaluate("""() => {
        const node = document.createElement("p")
        node.setAttribute("style", "color: rgb(1, 2, 3)")
        document.body.append(node)
        const color = getComputedStyle(node).color
        node.remove()
        return color !== "rgb(1, 2, 3)"
    }"""), "or style")
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
    for what, attempt in [("image", image), ("answer", answer)]:
        page.evaluate("() => { window.refused.length = 0 }")
        held = page.evaluate(attempt, "http://localhost:9/x")
        refused = page.evaluate("window.refused")
        demand(held and any("localhost:9" in one for one in refused), f"no {what} comes from elsewhere", refused)


def other_site(looking):
    """A page of another origin, in the same browser, tries to change a phone and to show the page in a frame."""
    demand, target = looking.demand, looking.simulator.page
    html = f"""<!doctype html><title>other</title><iframe src="{target}phones/jane"></iframe><script>
        addEventListener("load", async () => {{
            try {{ await fetch("{target}api/phones/jane/clear", {{ method: "POST", mode: "no-cors" }}) }} catch {{}}
            try {{ window.read = await (await fetch("{target}api/phones")).text() }} catch {{}}
            document.title = "tried"
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
    context = looking.browser.new_context()
    page = context.new_page()
    page.goto(f"http://localhost:{server.server_port}/")
    until(page, "() => document.title === 'tried'")
    demand(page.evaluate("window.read") is None, "another site reads nothing")
    demand(all(frame.query_selector("#threads") is None for frame in page.frames[1:]), "and cannot show the page in a frame")
    context.close()
    server.shutdown()
    phones = httpx.get(target + "api/phones").json()
    demand(next(one for one in phones if one["name"] == "jane")["badge"] == 5, "and what it tried to clear is still there")
