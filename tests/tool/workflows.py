# SPDX-License-Identifier: ISC
# needs: tally
"""workflows.py - the shell lines of sw/ci/*.yml, out of the files, in a repository with a program:
they pass, and fail once its loop has one more instruction. Only apt-get does nothing here.
"""
import glob
import os
import re
import subprocess
from xml.etree import ElementTree

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


def steps(path):
    """The scripts: each `run:` of GitHub's file, the list `script:` of GitLab's as one."""
    text = read(path).decode()
    if "script:" not in text:
        found = re.findall(r"^ +(?:- )?run: (?:\|\n((?: {10}.*\n)+)|(.*\n))", text, re.M)
        return [block or line for block, line in found]
    lines = re.findall(r"^    - (.*)$", text.split("script:")[1].split("artifacts:")[0], re.M)
    return ["\n".join(re.sub(r"^'(.*)'$", r"\1", line) for line in lines)]


def runner():
    """What a job's machine has: a clone of Tally, built as this one; an apt-get."""
    os.makedirs("work/tally")
    for name in os.listdir(TOP):
        if name not in ("build", ".git"):
            os.symlink(os.path.join(TOP, name), f"work/tally/{name}")
    os.symlink(BUILD, "work/tally/build")
    os.mkdir("bin")
    write("bin/apt-get", "#!/bin/sh\n")
    os.chmod("bin/apt-get", 0o755)
    env = {k: v for k, v in os.environ.items()
           if k not in ("BUILD", "TALLY", "PY", "JOBS", "YOSYS", "MAKEFLAGS", "MAKELEVEL")}
    for name in "PATH", "STEP_SUMMARY":
        env[f"GITHUB_{name}"] = os.path.abspath(name)
        write(name, "")
    return {**env, "PATH": os.path.abspath("bin") + ":" + env["PATH"],
            "GIT_CONFIG_GLOBAL": os.path.abspath("gitconfig"), "BASE": "HEAD~1",
            **{f"GIT_{who}_{what}": "x" for who in ("AUTHOR", "COMMITTER")
               for what in ("NAME", "EMAIL")}}


def job(path, env):
    """Runs the steps until one fails: (status, all that was printed)."""
    said = ""
    for name in glob.glob("work/*.elf") + glob.glob("work/*.tally") + glob.glob("work/*.html"):
        os.remove(name)
    sh("rm", "-rf", "work/base")
    sh("git", "-C", "work", "worktree", "prune")
    for step in steps(path):
        at = {**env, "PATH": ":".join([*read("PATH").decode().split(), env["PATH"]])}
        done = subprocess.run(["bash", "-eo", "pipefail", "-c", step], cwd="work", env=at,
                              text=True, capture_output=True, check=False)
        said += done.stdout + done.stderr
        if done.returncode:
            return done.returncode, said
    return 0, said


def commit(extra, env):
    write("work/loop.c", LOOP % extra)
    sh("git", "-C", "work", "add", "loop.c", "start.S", "Makefile", env=env)
    sh("git", "-C", "work", "commit", "-qm", "a commit", "--allow-empty", env=env)


def both(env, status):
    for name in "github", "gitlab":
        code, said = job(os.path.join(TOP, "sw", "ci", f"{name}.yml"), env)
        ok(f"{name}.yml: status {status}, the page is there", code == status
           and os.path.getsize("work/profile.html") > 10000, code, said)
        yield said


def main():
    workdir("workflows")
    env = runner()
    write("work/start.S", START)
    write("work/Makefile", MAKE)
    sh("git", "init", "-q", "work", env=env)
    commit("", env)
    commit("", env)
    sh("make", "-C", "work", "firmware.elf", env=env)
    sh(f"{BUILD}/tally", "run", "--core", "vexriscv", "-o", "work/new.tally", "work/firmware.elf")
    sh(f"{BUILD}/tally", "check", "--update", "work/budgets.txt", "work/new.tally")
    list(both(env, 0))
    summary = read("STEP_SUMMARY").decode()
    ok("the summary has the table", "| budget |" in summary and "run cycles |" in summary, summary)
    commit('\n\t\t__asm__("nop");', env)
    said = list(both(env, 1))
    ok("the nop is annotated on its line", "::error file=loop.c,line=7,title=" in said[0], said[0])
    failed = ElementTree.parse("work/check.xml").getroot().iter("failure")
    ok("... and in the XML", "loop.c:7" in "".join(f.text for f in failed), said[1])
    end()


main()
