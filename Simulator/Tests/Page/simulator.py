"""A simulator process: starts it on free ports, performs actions on its phones, and sends pushes."""

import json
import pathlib
import socket
import ssl
import subprocess
import time

import httpx
import jwt


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Simulator:
    """Runs the executable on a folder; the page keeps its port after a restart."""

    def __init__(self, executable, folder, *options):
        self.executable = executable
        self.options = options
        self.folder = pathlib.Path(folder)
        self.page_port = free_port()
        self.page = f"http://127.0.0.1:{self.page_port}/"
        self.process = None
        self.client = None

    def start(self, *phones):
        named = [word for phone in phones for word in ("--phone", phone)]
        log = open(self.folder.parent / f"{self.folder.name}.log", "w")
        self.process = subprocess.Popen(
            [self.executable, "run", "--folder", self.folder, "--port", "0", "--channel-port", "0", "--page-port",
             str(self.page_port), *named, *self.options],
            stdout=subprocess.PIPE, stderr=log, text=True)
        log.close()
        for line in self.process.stdout:
            if line.startswith("phone") and line.split()[1] == max(phones):
                break
        else:
            raise RuntimeError("the simulator did not start")
        self.description = json.loads((self.folder / "simulator.json").read_text())
        trust = ssl.create_default_context(cafile=self.description["authority"])
        self.client = httpx.Client(http1=False, http2=True, verify=trust, timeout=300)
        key = pathlib.Path(self.description["signingKey"]).read_text()
        claims = {"iss": self.description["teamId"], "iat": int(time.time())}
        self.token = jwt.encode(claims, key, algorithm="ES256", headers={"kid": self.description["keyId"]})

    def stop(self):
        if self.client:
            self.client.close()
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(300)

    def run(self, *arguments):
        subprocess.run([self.executable, *arguments, "--folder", self.folder], check=True, stdout=subprocess.DEVNULL)

    def output(self, *arguments):
        return subprocess.run([self.executable, *arguments, "--folder", self.folder], check=True, capture_output=True, text=True).stdout

    def phone(self, action, name):
        self.run("phone", action, name)

    def send(self, payload, to="jane", *arguments):
        """Seals a payload with the library and sends it."""
        file = self.folder / "payload.json"
        file.write_text(json.dumps(payload, ensure_ascii=False))
        self.run("send", file, "--to", to, *arguments)

    def device_token(self, name):
        return json.loads((self.folder / "phones" / name / "phone.json").read_text())["token"]

    def push(self, body, to="jane", status=200, token=None, **headers):
        """Sends a body without sealing it, by default to the device token of a phone, and returns its apns-id."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self.client.post(
            f"https://127.0.0.1:{self.description['port']}/3/device/{token or self.device_token(to)}", content=body,
            headers={"authorization": f"bearer {self.token}", "apns-topic": "com.example.bank",
                     "apns-push-type": "alert", **headers})
        if answer.status_code != status:
            raise RuntimeError(f"{answer.status_code} {answer.text}")
        return answer.headers["apns-id"]


def alert(title, body=None, mutable=True, **aps):
    """Returns a payload with an alert; members of aps are named arguments, with _ for -."""
    words = {"title": title, **({"body": body} if body is not None else {})}
    return {"aps": {"alert": words, **({"mutable-content": 1} if mutable else {}),
                    **{name.replace("_", "-"): value for name, value in aps.items()}}}
