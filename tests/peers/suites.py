"""Runs each suite with the recorder of `record.py` in place of its tool. Suites that are data are read instead.

Nothing is downloaded. The caller gives the source directory of each suite. NEEDS lists its other requirements.
"""
import base64, glob, json, os, re, shutil, subprocess, sys, tempfile, uuid

HERE = os.path.dirname(os.path.abspath(__file__))
NEEDS = {
    "gnu-patch": "the source of GNU patch 2.7 (its tests/), `patch` on the path",
    "git": "a built source tree of git (`make`): its t/ and the program",
    "hg": "the source of Mercurial (its tests/), `hg` of the same version on the path",
    "svn": "the source of Subversion (subversion/tests/cmdline), `svn` and `svnadmin` on the path",
    "quilt": "the source of quilt (its test/), `quilt` and `patch` on the path, perl",
    "busybox": "the source of busybox (its testsuite/), `busybox` on the path",
    "diffy": "the source of diffy (tests/compat), `git` and `patch` on the path",
    "wiggle": "the source of wiggle (its tests/)",
    "jsdiff": "the source of jsdiff after `npm install` and `npm run build` (or `yarn build`), `node`",
}


def which(name):
    path = shutil.which(name)
    if not path:
        raise SystemExit(f"`{name}` is needed on the path")
    return path


def stand_in(scratch, tool, name=None):
    """A directory that contains the recorder under the tool's name."""
    folder = os.path.join(scratch, "bin")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name or tool)
    with open(path, "w") as file:
        file.write(f"#!/bin/sh\nPEER_TOOL={tool} exec python3 {os.path.join(HERE, 'record.py')} \"$@\"\n")
    os.chmod(path, 0o755)
    return folder


def run(command, cwd, env, timeout=1500):
    try:
        subprocess.run(command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=timeout)
    except subprocess.TimeoutExpired:
        print(f"{' '.join(command)}: stopped after {timeout} s", file=sys.stderr)


def recorded(suite, cases, **more):
    scope = [tempfile.gettempdir() + os.sep]
    env = dict(os.environ, PEER_SUITE=suite, PEER_CASES=cases, PEER_SCOPE=os.pathsep.join(scope), LC_ALL="C", **more)
    env.pop("XDG_STATE_HOME", None)
    return env


def write_case(cases, **case):
    with open(os.path.join(cases, uuid.uuid4().hex + ".json"), "w") as file:
        json.dump(case, file)


def gnu_patch(source, cases, scratch):
    folder = stand_in(scratch, "patch")
    build = os.path.join(scratch, "build", "tests")
    os.makedirs(build)
    tests = os.path.join(source, "tests")
    for test in sorted(os.listdir(tests)):
        if "." in test or test.startswith("Makefile"):
            continue
        env = recorded("gnu-patch", cases, PEER_REAL_PATCH=which("patch"), PATCH=os.path.join(folder, "patch"),
                       PEER_TEST=test, abs_top_builddir=os.path.dirname(build), abs_top_srcdir=source,
                       srcdir=tests, ed_PROGRAM="ed")
        run(["bash", os.path.join(tests, test)], build, env, 120)


def git(source, cases, scratch):
    real = os.path.join(source, "git")
    if not os.path.exists(real):
        raise SystemExit("git: " + NEEDS["git"])
    folder = stand_in(scratch, "git")
    tests = os.path.join(source, "t")
    for test in sorted(glob.glob(os.path.join(tests, "t41*.sh")) + glob.glob(os.path.join(tests, "t42*.sh"))):
        with open(test, "rb") as file:
            if b"git apply" not in file.read():
                continue
        env = recorded("git", cases, PEER_REAL_GIT=os.path.join(source, "bin-wrappers", "git"),
                       PEER_TEST=os.path.basename(test), GIT_TEST_INSTALLED=folder,
                       GIT_EXEC_PATH=source)
        root = os.path.join(scratch, "trash")
        run(["bash", test, "--root=" + root], tests, env, 300)
        shutil.rmtree(root, ignore_errors=True)


def hg(source, cases, scratch):
    folder = stand_in(scratch, "hg")
    tests = os.path.join(source, "tests")
    names = [os.path.basename(t) for pattern in ("test-patch*.t", "test-import*.t", "test-mq*.t")
             for t in sorted(glob.glob(os.path.join(tests, pattern)))]
    env = recorded("hg", cases, PEER_REAL_HG=which("hg"))
    run(["python3", "run-tests.py", "--with-hg=" + os.path.join(folder, "hg"), "--tmpdir",
         os.path.join(scratch, "hg"), "-j1", *names], tests, env)


# Skips `entries-dump`, which only a Subversion build has. Only the patches matter here.
SVN = """import runpy, sys
sys.path.insert(0, {tests!r})
import svntest.wc
svntest.wc.State.from_entries = classmethod(lambda cls, base: None)
import svntest.actions
status = svntest.actions.run_and_verify_status
svntest.actions.run_and_verify_status = lambda wc, tree, no_entries=True: status(wc, tree, True)
runpy.run_path({tests!r} + "/patch_tests.py", run_name="__main__")
"""


def svn(source, cases, scratch):
    folder = stand_in(scratch, "svn")
    for name in ("svnadmin", "svnlook", "svnrdump", "svnsync", "svnversion", "svndumpfilter", "svnmucc", "svnserve"):
        real = shutil.which(name)
        if real:
            os.symlink(real, os.path.join(folder, name))
    env = recorded("svn", cases, PEER_REAL_SVN=which("svn"))
    work = os.path.join(scratch, "svn")
    os.makedirs(work)
    tests = os.path.join(source, "subversion", "tests", "cmdline")
    version = subprocess.run(["svn", "--version", "--quiet"], capture_output=True, text=True).stdout.split(".")
    driver = os.path.join(scratch, "patch_tests.py")
    with open(driver, "w") as file:
        file.write(SVN.format(tests=tests))
    run(["python3", driver, "--bin", folder, "--server-minor-version", version[1]], work, env)


def quilt(source, cases, scratch):
    folder = stand_in(scratch, "patch")
    env = recorded("quilt", cases, PEER_REAL_PATCH=which("patch"))
    env["PATH"] = folder + os.pathsep + env["PATH"]
    work = os.path.join(scratch, "quilt")
    shutil.copytree(os.path.join(source, "test"), work)
    env["QUILTRC"] = os.path.join(work, "test.quiltrc")
    for test in sorted(glob.glob(os.path.join(work, "*.test"))):
        env["PEER_TEST"] = os.path.basename(test)
        run(["perl", os.path.join(work, "run"), "-q", os.path.basename(test)], work, env, 120)


def busybox(source, cases, scratch):
    folder = stand_in(scratch, "patch")
    real = os.path.join(scratch, "busybox-patch")
    with open(real, "w") as file:
        file.write(f"#!/bin/sh\nexec {which('busybox')} patch \"$@\"\n")
    os.chmod(real, 0o755)
    env = recorded("busybox", cases, PEER_REAL_PATCH=real, ECHO="/bin/echo")
    env["PATH"] = folder + os.pathsep + env["PATH"]
    work = os.path.join(scratch, "busybox")
    os.makedirs(work)
    shutil.copy(os.path.join(source, "testsuite", "testing.sh"), work)
    run(["bash", os.path.join(source, "testsuite", "patch.tests")], work, env)


def diffy(source, cases, scratch):
    for kind, tool in (("git", "git"), ("gnu_patch", "patch")):
        folder = os.path.join(source, "tests", "compat", kind)
        with open(os.path.join(folder, "mod.rs")) as file:
            said = file.read()
        for name in sorted(os.listdir(folder)):
            given = os.path.join(folder, name, "in")
            if not os.path.isdir(given):
                continue
            work = os.path.join(scratch, "diffy", kind + "-" + name)
            shutil.copytree(given, work)
            (patch,) = [p for p in os.listdir(work) if p.endswith(".patch")]
            saved = work + ".patch"
            shutil.move(os.path.join(work, patch), saved)
            # `Case::git("name").strip(1)`
            strip = re.search(r'\("%s"\)((?:\s*\.\w+\([^;]*?\))*?)\s*\.strip\((\d+)\)' % re.escape(name), said)
            level = strip.group(2) if strip else "0"
            env = recorded("diffy", cases, PEER_TEST=kind + "/" + name, PEER_TOOL=tool,
                           **{"PEER_REAL_" + tool.upper(): which(tool)})
            words = ["apply", "-p" + level, saved] if tool == "git" else ["-p" + level, "--force", "-i", saved]
            if tool == "git":
                run([which("git"), "init", "-q", work], work, env)
            run(["python3", os.path.join(HERE, "record.py"), *words], work, env)


def wiggle(source, cases, scratch):
    """Merges the change from `new` to `new2` into `orig`. The expected result is `lmerge` by lines and `merge` by
    words."""
    encode = lambda data: base64.b64encode(data).decode()
    for folder, _, names in sorted(os.walk(os.path.join(source, "tests"))):
        if not {"orig", "new", "new2"} <= set(names):
            continue
        read = lambda name: open(os.path.join(folder, name), "rb").read()
        answer = next((read(n) for n in ("lmerge", "merge") if n in names), None)
        if answer is None:
            continue
        patch = subprocess.run(["diff", "-u", "--label", "a/f", "--label", "b/f", os.path.join(folder, "new"),
                                os.path.join(folder, "new2")], capture_output=True).stdout
        if not patch:
            continue
        clean = b"<<<<<<<" not in answer
        before = {"f": ["f", 0o644, encode(read("orig"))]}
        after = {"f": ["f", 0o644, encode(answer)]} if clean else before
        write_case(cases, suite="wiggle", tool="wiggle", args=[], options=[], files=[], base=".", before=before,
                   after=after, status=0 if clean else 1, patch=encode(patch),
                   test=os.path.relpath(folder, os.path.join(source, "tests")))


JSDIFF = """import * as real from './apply_real.js';
import fs from 'node:fs';
import crypto from 'node:crypto';
const b64 = (text) => Buffer.from(text).toString('base64');
export * from './apply_real.js';
export function applyPatch(source, patch, options = {}) {
  const result = real.applyPatch(source, patch, options);
  if (typeof patch === 'string' && typeof source === 'string') {
    const done = typeof result === 'string';
    const before = {f: ['f', 420, b64(source)]};
    fs.writeFileSync(process.env.PEER_CASES + '/' + crypto.randomUUID() + '.json', JSON.stringify({
      suite: 'jsdiff', tool: 'jsdiff', args: [], files: ['f'], base: '.', before,
      options: Object.entries(options).map(([name, value]) => [name, typeof value === 'function' ? 'function' : value]),
      after: done ? {f: ['f', 420, b64(result)]} : before, status: done ? 0 : 1, patch: b64(patch), test: ''}));
  }
  return result;
}
"""


def jsdiff(source, cases, scratch):
    work = os.path.join(scratch, "jsdiff")
    os.makedirs(work)
    for name in ("libesm", "test", "package.json"):
        origin = os.path.join(source, name)
        if not os.path.exists(origin):
            raise SystemExit("jsdiff: " + NEEDS["jsdiff"])
        (shutil.copytree if os.path.isdir(origin) else shutil.copy)(origin, os.path.join(work, name))
    os.symlink(os.path.join(source, "node_modules"), os.path.join(work, "node_modules"))
    apply = os.path.join(work, "libesm", "patch", "apply.js")
    os.rename(apply, apply.replace("apply.js", "apply_real.js"))
    with open(apply, "w") as file:
        file.write(JSDIFF)
    run(["npx", "mocha", "test/patch/apply.js", "test/patch/line-endings.js"], work, recorded("jsdiff", cases))


SUITES = {"gnu-patch": gnu_patch, "git": git, "hg": hg, "svn": svn, "quilt": quilt, "busybox": busybox,
          "diffy": diffy, "wiggle": wiggle, "jsdiff": jsdiff}
