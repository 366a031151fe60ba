"""Checks, and the inputs that decide whether one has to run again."""

import dataclasses
import fnmatch
import hashlib
import json
import os
import pathlib
import shlex
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Programs that do not print their version with --version, or print more, such as the machine's memory.
VERSIONS = {"chromium": "dpkg-query --show chromium", "go": "go version", "java": "java -version", "openssl": "openssl version"}
# With all traits, and without the result of an earlier resolution, which may have had none.
PACKAGE = ". --traits SwiftCrypto,Observability"
LIBRARIES = ["pkg-config --modversion libsodium", "pkg-config --modversion sqlite3"]


@dataclasses.dataclass(frozen=True)
class Check:
    name: str
    proves: str
    command: str
    inputs: list[str]  # paths of git; a pattern after "!" excludes files
    exclusive: tuple[str, ...]  # build folders, and ports, that no other check uses meanwhile
    tools: tuple[str, ...] = ()  # besides swift, git, python3 and the libraries of the build
    packages: tuple[str, ...] = (PACKAGE,)  # folders of the Swift packages whose dependencies are used, with their traits
    shared: tuple[str, ...] = ()  # build folders that only checks which share them use meanwhile
    always: bool = False  # run even if its inputs have not changed
    first: bool = False  # run alone before the others, which are not run if it fails
    chance: bool = False  # its result depends on chance or time, and is good for seven days

    def files(self):
        """The files of its paths, and those that its command names, such as its own script."""
        named = [word for word in shlex.split(self.command) if "/" in word and (ROOT / word).is_file()]
        return files([*self.inputs, *named])


def files(paths):
    """The files that git tracks below some paths, and those that it neither tracks nor ignores, without those that match a
    pattern after "!". .ci/proved is no input."""
    # git's own patterns of excluded paths leave out too much if all other paths begin with the same folder (git 2.39).
    excluded = [".ci/proved", *(path[1:] for path in paths if path.startswith("!"))]
    included = [path for path in paths if not path.startswith("!")]
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *included],
        cwd=ROOT, check=True, capture_output=True, text=True)
    found = set(filter(None, listed.stdout.split("\0")))
    return sorted(path for path in found if not any(fnmatch.fnmatchcase(path, pattern) for pattern in excluded))


def sha256(parts):
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def digest(path):
    """The kind of a file, and the SHA-256 of its content."""
    file = ROOT / path
    if file.is_symlink():
        return "link", os.readlink(file)
    if not file.is_file():
        return "missing", ""
    return "program" if os.access(file, os.X_OK) else "file", hashlib.sha256(file.read_bytes()).hexdigest()


def output(command):
    """The output of a command, and its exit code if it fails."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout if done.returncode == 0 else f"{done.returncode}\n{done.stdout}"


def version(tool):
    if shutil.which(tool) is None:
        return "missing"
    return output(shlex.split(VERSIONS.get(tool, f"{tool} --version")))


def system():
    """The operating system, the processor's kind, and the versions of the libraries that every build uses."""
    release = pathlib.Path("/etc/os-release")
    libraries = [output(shlex.split(command)) if shutil.which("pkg-config") else "" for command in LIBRARIES]
    return [release.read_text() if release.exists() else "", os.uname().machine, *libraries]


def dependencies(package):
    """The names and versions of the packages that a package resolves to."""
    folder, *options = package.split()
    resolved = ROOT / folder / "Package.resolved"
    if package == PACKAGE:
        resolved.unlink(missing_ok=True)
    report = output(["swift", "package", "--package-path", folder, "resolve", *options])
    if not resolved.exists():
        return report
    return sorted((pin["identity"], str(pin["state"])) for pin in json.loads(resolved.read_text())["pins"])


class Reading:
    """The inputs of checks, each of which is read once."""

    def __init__(self, resolved=None):
        self.values = {}
        self.resolved = {} if resolved is None else resolved

    def once(self, function, argument):
        key = function.__name__, argument
        if key not in self.values:
            self.values[key] = function(argument) if argument else function()
        return self.values[key]

    def files(self, check):
        return sha256([(path, *self.once(digest, path)) for path in check.files()])

    def versions(self, check):
        for package in check.packages:
            if package not in self.resolved:
                self.resolved[package] = dependencies(package)
        tools = [(tool, self.once(version, tool)) for tool in ("swift", "git", "python3", *check.tools)]
        return [self.once(system, None), tools, [(package, self.resolved[package]) for package in check.packages]]

    def hash(self, check):
        return sha256([check.command, self.versions(check), self.files(check)])
