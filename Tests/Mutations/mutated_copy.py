"""The copy of the package in which every mutant is compiled."""

import hashlib
import os
import pathlib
import shutil
import subprocess

root = pathlib.Path(__file__).resolve().parents[2]
here = root / "Tests/Mutations"
work = root / ".build/mutations"
tree = work / "tree"
table = work / "mutants.tsv"

# The modules that decide about security, whose mutants are compiled.
modules = [
    "CryptoPrimitives", "SealedEnvelope", "PushOpener", "PushSealer", "KeyManagement", "StrictJSON", "PushPayload",
    "SealedNotifications", "Keychain",
]
# Their tests, without those that need SQLite.
tests = [
    "CryptoPrimitivesTests", "SealedEnvelopeTests", "PushSealerTests", "RoundTripTests", "KeyManagementTests",
    "StrictJSONTests", "PushPayloadTests", "KeychainTests", "ExtensionHostTests",
]
# Where the tests of a module have another name than its own.
tests_of = {"PushOpener": "RoundTripTests", "SealedNotifications": "ExtensionHostTests"}
# Not compiled without a trait, or not called with this libsodium.
not_compiled = ("/CryptoKit/", "MLKEM768+Sodium", "SealedNotifications/Attachment/AttachmentFetcher")

# Keeps only the targets that the tests need, without external dependencies; the rewritten lines have warnings.
manifest = """
var needed: Set<String> = [%s]
while true {
    let more = package.targets.filter { needed.contains($0.name) }.flatMap(\\.dependencies).compactMap { item -> String? in
        switch item {
        case .byNameItem(let name, _), .targetItem(let name, _): name
        default: nil
        }
    }
    if needed.isSuperset(of: more) { break }
    needed.formUnion(more)
}
package.targets.removeAll { !needed.contains($0.name) }
for target in package.targets {
    target.dependencies.removeAll { if case .productItem = $0 { true } else { false } }
    if [%s].contains(target.name) { target.dependencies.append("CMutants") }
    guard target.type != .system else { continue }
    target.swiftSettings = [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"), .unsafeFlags(["-suppress-warnings"]),
    ]
}
package.targets.append(.target(name: "CMutants", path: "Tests/Mutations/CMutants"))
package.products = []
package.dependencies = []
"""


def run(*command, cwd=root, **options):
    return subprocess.run([str(part) for part in command], cwd=cwd, check=True, text=True, **options)


def files(*paths):
    """The tracked and new files in the paths."""
    list = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *paths, stdout=subprocess.PIPE).stdout
    return sorted(file for file in list.splitlines() if (root / file).is_file())


def compile_mutator():
    program = work / "mutator"
    sources = sorted(here.glob("Mutator/*.swift"))
    if not program.exists() or program.stat().st_mtime < max(source.stat().st_mtime for source in sources):
        swift = pathlib.Path(shutil.which("swift")).resolve()
        host = swift.parent.parent / "lib/swift/host"
        libraries = [f"-lSwift{name}" for name in ("Syntax", "SyntaxBuilder", "Parser", "Operators")]
        run("swiftc", "-swift-version", "6", "-I", host, "-L", host, "-Xlinker", "-rpath", "-Xlinker", host, *libraries, *sources,
            "-o", program)
    return program


def by_hand(texts):
    """Adds the mutants of by-hand.txt to the texts of their files."""
    for entry in (here / "by-hand.txt").read_text().split("\n\n")[1:]:
        lines = entry.splitlines()
        file, original, mutated = lines
        if texts[file].count(original) != 1:
            raise SystemExit(f"by-hand.txt: expected exactly one place in {file} with: {original}")
        texts[file] = texts[file].replace(original, mutated)


def module(file):
    """The module that a source belongs to."""
    folders = file.split("/")
    return folders[2] if folders[0] == "Sources" else None


def part(file):
    """The part of the copy that a file belongs to: the tests of one module, what all tests use, the sources, or documents."""
    folders = file.split("/")
    if folders[0] == "Tests":
        return folders[1] if folders[1].endswith("Tests") else "TestSupport"
    return {"Sources": "Sources", "Package.swift": "Sources", "Fixtures": "TestSupport"}.get(folders[0], "Documentation")


def update():
    """Writes what has changed into the copy, and returns the rows of the table and the hashes of the parts of the copy."""
    work.mkdir(parents=True, exist_ok=True)
    # Some tests read the documents and the sources of other tests.
    paths = [file for file in files(".") if not file.startswith(("Tests/Mutations/", ".ci/"))] + files("Tests/Mutations/CMutants")
    texts = {}
    for file in paths:
        if module(file) in modules and file.endswith(".swift") and not any(part in file for part in not_compiled):
            texts[file] = (root / file).read_text()
    by_hand(texts)
    staging = work / "rewritten"
    shutil.rmtree(staging, ignore_errors=True)
    for file, text in texts.items():
        (staging / file).parent.mkdir(parents=True, exist_ok=True)
        (staging / file).write_text(text)
    run(compile_mutator(), staging, table, *texts)
    old = {str(file.relative_to(tree)) for file in tree.rglob("*") if file.is_file()} if tree.exists() else set()
    for file in old - set(paths):
        if not file.startswith(".build/") and file != "Package.resolved":
            (tree / file).unlink()
    digests = {}
    for file in paths:
        content = ((staging if file in texts else root) / file).read_bytes()
        if file == "Package.swift":
            quoted = [", ".join(f'"{name}"' for name in names) for names in (tests, modules)]
            content += (manifest % tuple(quoted)).encode()
        digests.setdefault(part(file), hashlib.sha256()).update(f"{file} {len(content)}\n".encode() + content)
        target = tree / file
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            shutil.copymode(root / file, target)
    return [line.split("\t") for line in table.read_text().splitlines()], {name: digest.hexdigest() for name, digest in digests.items()}


def build():
    log = work / "build.log"
    with open(log, "w") as output:
        code = subprocess.run([root / "Scripts/swift-whole", "build", "--build-tests"], cwd=tree, stdout=output, stderr=subprocess.STDOUT,
                              env={**os.environ, "SWIFT_BACKTRACE": "enable=no"}).returncode
    if code != 0:
        errors = [line for line in log.read_text().splitlines() if "error:" in line]
        raise SystemExit("\n".join(errors[:20] + [f"The copy with the mutants does not build: {log.relative_to(root)}"]))
