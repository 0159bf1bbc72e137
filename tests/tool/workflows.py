# SPDX-License-Identifier: ISC
# needs: tally venv/readers.stamp
"""workflows.py - the shell lines of sw/ci/*.yml, out of the files, in a repository with a program:
they pass, and fail once its loop has one more instruction. Only the wheel is not installed: tally
is this build's.
"""
import glob
import os
import re
import subprocess
from xml.etree import ElementTree

import yaml

from kit import BUILD, CROSS, LINK, START, TOP, end, ok, read, sh, workdir, write

LOOP = """volatile int g;
int run(void)
{
	int s = 0;
	for (int i = 0; i < 500; i++) {
		s += g;%s
	}
	return s;
}
"""
MAKE = f"""firmware.elf: start.S loop.c
	{CROSS}gcc -march=rv32im -mabi=ilp32 -nostdlib -static -O1 -g {LINK} $^ -o $@
"""


def load(name):
    with open(os.path.join(TOP, "sw", "ci", name), encoding="utf-8") as f:
        return yaml.safe_load(f)


def filled(text, values):
    """Its ${{ expressions }}, which are names here."""
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda m: values[m[1]], str(text))


def github():
    """(script, environment) of each `run:`, those of the action in place of its `uses:`."""
    (job,), found = load("github.yml")["jobs"].values(), []
    for step in job["steps"]:
        if "run" in step and step.get("name") != "install":
            found.append((step["run"], {"BASE": "HEAD~1"}))
        elif step.get("uses", "").endswith("/sw/ci@main"):
            action = load("action.yml")
            assert step["with"].keys() <= action["inputs"].keys()
            values = {f"inputs.{k}": str(step["with"].get(k, v.get("default", "")))
                      for k, v in action["inputs"].items()}
            found += [(s["run"], {k: filled(v, values) for k, v in s["env"].items()})
                      for s in action["runs"]["steps"] if "run" in s and s["name"] != "install"]
    return found


def gitlab():
    job = load("gitlab.yml")["performance"]
    return [("\n".join(line for line in job["script"] if not line.startswith("pip install ")), {})]


def runner():
    """What a job's machine has: tally; files that GitHub's steps write into."""
    os.mkdir("bin")
    os.symlink(f"{BUILD}/tally", "bin/tally")
    os.mkdir("work")
    env = {k: v for k, v in os.environ.items()
           if k not in ("BUILD", "TALLY", "PY", "JOBS", "YOSYS", "MAKEFLAGS", "MAKELEVEL")}
    env["GITHUB_STEP_SUMMARY"] = os.path.abspath("STEP_SUMMARY")
    return {**env, "PATH": os.path.abspath("bin") + ":" + env["PATH"],
            "GIT_CONFIG_GLOBAL": os.path.abspath("gitconfig"),
            **{f"GIT_{who}_{what}": "x" for who in ("AUTHOR", "COMMITTER")
               for what in ("NAME", "EMAIL")}}


def job(steps, env):
    """Runs the steps until one fails: (status, all that was printed)."""
    said = ""
    for name in glob.glob("work/*.elf") + glob.glob("work/*.tally") + glob.glob("work/*.html"):
        os.remove(name)
    sh("rm", "-rf", "work/base")
    sh("git", "-C", "work", "worktree", "prune")
    for step, own in steps:
        done = subprocess.run(["bash", "-eo", "pipefail", "-c", step], cwd="work",
                              env={**env, **own}, text=True, capture_output=True, check=False)
        said += done.stdout + done.stderr
        if done.returncode:
            return done.returncode, said
    return 0, said


def commit(extra, env):
    write("work/loop.c", LOOP % extra)
    sh("git", "-C", "work", "add", "loop.c", "start.S", "Makefile", env=env)
    sh("git", "-C", "work", "commit", "-qm", "a commit", "--allow-empty", env=env)


def both(env, status):
    for steps in github, gitlab:
        code, said = job(steps(), env)
        ok(f"{steps.__name__}.yml: status {status}, the page is there", code == status
           and os.path.getsize("work/profile.html") > 10000, code, said)
        yield said


def main():
    workdir()
    env = runner()
    write("work/start.S", START)
    write("work/Makefile", MAKE)
    sh("git", "init", "-q", "work", env=env)
    commit("", env)
    commit("", env)
    list(both(env, 0))
    summary = read("STEP_SUMMARY").decode()
    ok("the summary has the table", "| bound |" in summary and "total cycles |" in summary, summary)
    commit('\n\t\t__asm__("nop");', env)
    said = list(both(env, 1))
    ok("the nop is annotated on its line", "::error file=loop.c,line=7,title=" in said[0], said[0])
    suite = ElementTree.parse("work/check.xml").getroot().find("testsuite")
    failed = list(suite.iter("failure"))
    ok("... and in the XML, whose sums are right", "loop.c:7" in "".join(f.text for f in failed)
       and [int(suite.get(k)) for k in ("tests", "failures")]
       == [len(suite.findall("testcase")), len(failed)], said[1])
    end()


main()
