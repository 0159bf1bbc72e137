# SPDX-License-Identifier: ISC
"""browser.py - headless chromium without a network: what a page looks like, and what a script in it
finds."""
import html
import json
import re
import subprocess
import tempfile

AHEAD = "--virtual-time-budget=10000"	# timers run as soon as nothing else does


def chromium(url, width, height, *options, picture=None):
    """The page's elements at the end, as text."""
    with tempfile.TemporaryDirectory() as profile:
        command = ["chromium", "--headless=new", "--no-sandbox", "--no-first-run",
                   "--disable-background-networking",
                   "--hide-scrollbars", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                   "--allow-file-access-from-files",
                   "--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:9",
                   f"--user-data-dir={profile}",
                   f"--window-size={width},{height}", *options, "--dump-dom"]
        if picture:
            command.append(f"--screenshot={picture}")
        return subprocess.run([*command, url], stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=180, check=True).stdout.decode("utf-8", "replace")


def scheme(dark):
    return f"--blink-settings=preferredColorScheme={0 if dark else 1}"


def framed(frame, page, width, height, *options, picture=None):
    """Shows a page that is `width` wide, which a window may not be; what it posts to its parent,
    None without that."""
    frame.write_text(f"<body style='margin:0'><iframe src='{page}' style='border:0' width={width} "
                     f"height={height}></iframe><pre "
                     f"id=out></pre><script>addEventListener('message', e => "
                     "{ document.getElementById('out').textContent = e.data; });</script>",
                     encoding="utf-8")
    dom = chromium(f"file://{frame}", max(width, 500), height, *options, picture=picture)
    out = html.unescape(re.search(r"<pre id=\"out\">(.*?)</pre>", dom, re.S)[1])
    return json.loads(out) if out else None


def contrast(a, b):
    """Of two colours "rgb(1, 2, 3)", as WCAG defines it."""
    light = []
    for colour in a, b:
        parts = [int(x) / 255 for x in re.findall(r"\d+", colour)[:3]]
        linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
        light.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return (max(light) + 0.05) / (min(light) + 0.05)
