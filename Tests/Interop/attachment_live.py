"""Blobs of the command line and of the reference open each other's (Documentation/attachments.md).

    python attachment_live.py SEALEDPUSH
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from attachment import THUMB, made, open_blob, read_descriptor, seal

URL, SIZES = "https://media.example.com/7Qm2", (0, 1, 16384, 65536, 65537, 200000, 3 * 65536, 10 << 20)


def main(tool):
    with tempfile.TemporaryDirectory() as folder:
        file, blob, member, opened, thumb = (pathlib.Path(folder) / name for name in ("file", "blob", "member", "opened", "thumb"))
        thumb.write_bytes(THUMB)
        for size in SIZES:
            content = made("live", size)
            file.write_bytes(content)
            printed = subprocess.run(
                [tool, "attachment", "seal", file, "--url", URL, "--type", "public.data", "--thumb", thumb, "-o", blob],
                check=True, capture_output=True, text=True).stdout
            value, = json.loads(printed)["sealedpush"]["attachments"]
            assert open_blob(blob.read_bytes(), read_descriptor(value)) == content, size

            sealed, value = seal(content, URL, "public.data", thumb=THUMB)
            blob.write_bytes(sealed)
            member.write_text(json.dumps({"sealedpush": {"attachments": [value]}}))
            subprocess.run([tool, "attachment", "open", blob, "--descriptor", member, "-o", opened], check=True)
            assert opened.read_bytes() == content, size
    print(f"Blobs of files of {', '.join(map(str, SIZES))} bytes open in both directions.")


if __name__ == "__main__":
    main(sys.argv[1])
