"""Sweeps by Slurm and by GNU parallel: test_sweep_far.py SATBOX_RUN [Slurm | Parallel].

Slurm is a real one, on this machine only: munged, slurmctld and slurmd run in a temporary folder with ports of their
own, and end with the test. For the hosts of GNU parallel an sshd listens on the loopback address. What is not installed
or does not start is left out with a message.
"""

import getpass
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])

SHORT = {"format": "satbox-sweep", "version": 1,
         "inputs": {"scene": "ten_boxes", "steps": 20, "substeps": [2, 4], "seed": {"from": 1, "to": 10}},
         "metrics": ["end.energy", "peak.overlap", "rest.time"]}
# 4 tasks that each take long enough to be killed in the middle, also on a fast machine.
LONG = {**SHORT, "inputs": {**SHORT["inputs"], "scene": "pyramid", "steps": 1000, "seed": {"from": 1, "to": 30}}}
LONG_RUNS = 60
TASK_RUNS = 15


def missing_programs(*names):
    return [name for name in names if not shutil.which(name, path=PATH)]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def table(path):
    database = sqlite3.connect(path)
    database.row_factory = sqlite3.Row
    rows = [dict(row) for row in database.execute("SELECT * FROM runs WHERE run IS NOT NULL ORDER BY run")]
    database.close()
    return [{key: value for key, value in row.items() if key != "seconds"} for row in rows]


def row_count(path):
    try:
        return len(table(path))
    except sqlite3.Error:
        return 0


def wait_until(condition, seconds=60):
    """Returns what the condition returned, or None after this time."""
    for _ in range(seconds * 20):
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    return None


class Far(unittest.TestCase):
    """What both places have in common: a folder, and programs that are started in it."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="satbox_sweep_")))
        self.environment = {**os.environ, "PATH": PATH}

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text if isinstance(text, str) else json.dumps(text))
        return path

    def sweep(self, *arguments, status=0):
        result = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=200,
                                cwd=self.folder, env=self.environment)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result

    def start(self, *arguments):
        return subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                cwd=self.folder, env=self.environment)

    def local_table(self, sweep):
        """The table that this machine computes by itself."""
        self.sweep("--sweep", sweep, "--results", "local.sqlite")
        return table(self.folder / "local.sqlite")

    def task_processes(self):
        """Processes of tasks in this test's folder: {file name: process}."""
        found = {}
        for entry in pathlib.Path("/proc").iterdir():
            try:
                words = (entry / "cmdline").read_bytes().decode().split("\0")
                folder = os.readlink(entry / "cwd")
            except (OSError, UnicodeDecodeError):
                continue
            if words[0] == PROGRAM and "--sweep-task" in words:
                file = words[words.index("--sweep-task") + 1]
                if str(self.folder) in os.path.join(folder, file):
                    found[os.path.join(folder, file)] = int(entry.name)
        return found

    def kill_a_task_in_the_middle(self):
        """Kills a task that has stored some of its runs; returns the task's number."""
        def running_with_rows():
            for file, process in self.task_processes().items():
                if 0 < row_count(file) < TASK_RUNS:
                    return file, process
            return None
        found = wait_until(running_with_rows)
        self.assertIsNotNone(found, "no task stored rows")
        os.kill(found[1], signal.SIGKILL)
        return int(re.search(r"-(\d+)\.sqlite$", found[0]).group(1))

    def check_killed_and_made_again(self, path, *place):
        """A task that is killed in the middle is named, and the next command makes its missing runs only."""
        process = self.start("--sweep", path, *place, "--tasks", "4")
        task = self.kill_a_task_in_the_middle()
        output, errors = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 1, output + errors)
        found = re.search(rf"task {task} failed: (\d+) of its {TASK_RUNS} runs are missing; (\S+\.log)", errors)
        self.assertTrue(found, errors)
        missing = int(found.group(1))
        self.assertIn(f"{missing} of {LONG_RUNS} runs are missing; the same command makes them\n1 of 4 tasks failed", output)
        self.assertTrue(0 < missing < TASK_RUNS)
        again = self.sweep("--sweep", path, *place, "--tasks", "2")
        self.assertIn(f"{LONG_RUNS} runs, {missing} of them made now", again.stdout)
        self.assertEqual(table(self.folder / "long.sqlite"), self.local_table(path))
        self.assertFalse((self.folder / "long.sqlite.tasks").exists())

    def check_interrupt(self, path, *place):
        process = self.start("--sweep", path, *place, "--tasks", "4")
        self.assertTrue(wait_until(lambda: any(row_count(file) for file in self.task_processes())))
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, output + errors)
        self.assertIn("interrupted: ", output)
        self.assertTrue(wait_until(lambda: not self.task_processes()), "tasks go on")
        self.assertTrue(0 < row_count(self.folder / "long.sqlite") < LONG_RUNS)


class Parallel(Far):
    def setUp(self):
        super().setUp()
        if missing_programs("parallel"):
            self.skipTest("GNU parallel is not installed")
        if "GNU" not in subprocess.run(["parallel", "--version"], capture_output=True, text=True).stdout:
            self.skipTest("parallel is not GNU parallel")

    def test_the_table_is_that_of_this_machine(self):
        path = self.write("short.json", SHORT)
        self.assertIn("20 runs, 20 of them made now", self.sweep("--sweep", path, "--on", "parallel", "--tasks", "3").stdout)
        self.assertEqual(table(self.folder / "short.sqlite"), self.local_table(path))
        self.assertEqual(sorted(os.listdir(self.folder)), ["local.sqlite", "short.json", "short.sqlite"])

    def test_a_killed_task_is_named_and_made_again(self):
        self.check_killed_and_made_again(self.write("long.json", LONG), "--on", "parallel")

    def test_interrupt_ends_the_tasks_and_keeps_their_rows(self):
        self.check_interrupt(self.write("long.json", LONG), "--on", "parallel")

    def test_tasks_of_another_program_are_named(self):
        other = self.write("other-satbox", "#!/bin/sh\necho this is another program >&2\nexit 1\n")
        other.chmod(0o755)
        path = self.write("short.json", SHORT)
        result = self.sweep("--sweep", path, "--on", "parallel", "--tasks", "2", "--program", other, status=1)
        self.assertIn("task 1 failed: 10 of its 10 runs are missing", result.stderr)
        self.assertIn("this is another program", result.stderr)
        self.assertIn("20 of 20 runs are missing", result.stdout)

    def test_hosts_are_reached_by_ssh_and_files_are_copied_there_and_back(self):
        lacking = missing_programs("sshd", "ssh", "ssh-keygen", "rsync")
        if lacking:
            self.skipTest("not installed: " + ", ".join(lacking))
        for key in ("host", "user"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.folder / key], check=True)
        shutil.copy(self.folder / "user.pub", self.folder / "authorized")
        port = free_port()
        config = self.write("sshd.conf", f"ListenAddress 127.0.0.1\nPort {port}\nHostKey {self.folder}/host\n"
                            f"AuthorizedKeysFile {self.folder}/authorized\nStrictModes no\nUsePAM no\n"
                            f"PasswordAuthentication no\nPermitRootLogin yes\nPidFile none\n")
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)
        server = subprocess.Popen([shutil.which("sshd", path=PATH), "-D", "-e", "-f", config], stderr=subprocess.PIPE, text=True)
        self.addCleanup(server.communicate)
        self.addCleanup(server.terminate)
        options = (f"-p {port} -i {self.folder}/user -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null "
                   f"-o LogLevel=ERROR -o BatchMode=yes")
        login = f"ssh {options} {getpass.getuser()}@127.0.0.1"
        answers = lambda: subprocess.run(login.split() + ["true"], capture_output=True).returncode == 0
        if not wait_until(answers, 5):
            server.terminate()
            self.skipTest("sshd on the loopback address does not answer: " + server.communicate()[1][-300:])
        path, hosts = self.write("short.json", SHORT), self.write("hosts", f"2/{login}\n")
        before = set(os.listdir(pathlib.Path.home()))
        result = self.sweep("--sweep", path, "--on", "parallel", "--hosts", hosts, "--tasks", "3")
        self.assertIn("20 runs, 20 of them made now", result.stdout)
        self.assertEqual(table(self.folder / "short.sqlite"), self.local_table(path))
        left = [name for name in set(os.listdir(pathlib.Path.home())) - before if name.endswith(".sqlite")]
        self.assertEqual(left, [])


class Slurm(Far):
    @classmethod
    def setUpClass(cls):
        lacking = missing_programs("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "sinfo")
        if lacking:
            raise unittest.SkipTest("not installed: " + ", ".join(lacking))
        cls.site = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="satbox_slurm_")))
        os.chmod(cls.site, 0o755)
        cls.daemons = []
        cls.addClassCleanup(cls.stop_site)
        cls.start_site()

    @classmethod
    def daemon(cls, *words):
        log = open(cls.site / (pathlib.Path(words[0]).name + ".out"), "wb")
        cls.daemons.append(subprocess.Popen([shutil.which(words[0], path=PATH), *map(str, words[1:])], stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=log, env=cls.site_environment))
        log.close()

    @classmethod
    def start_site(cls):
        site, node = cls.site, socket.gethostname().split(".")[0]
        key = site / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        for folder in ("state", "spool"):
            (site / folder).mkdir()
        user = getpass.getuser()
        (site / "slurm.conf").write_text(f"""ClusterName=satbox
SlurmctldHost={node}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={site}/munge.socket
CredType=cred/munge
StateSaveLocation={site}/state
SlurmdSpoolDir={site}/spool
SlurmctldPidFile={site}/slurmctld.pid
SlurmdPidFile={site}/slurmd.pid
SlurmctldLogFile={site}/slurmctld.log
SlurmdLogFile={site}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,batch_sched_delay=0
MpiDefault=none
ReturnToService=2
KillWait=5
NodeName={node} NodeAddr=127.0.0.1 CPUs=2
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
""")
        version = re.search(r"(\d+)\.(\d+)", subprocess.run([shutil.which("slurmd", path=PATH), "-V"], capture_output=True,
                                                            text=True).stdout)
        if version and (int(version.group(1)), int(version.group(2))) >= (23, 11):  # these load a plugin in any case
            (site / "cgroup.conf").write_text("CgroupPlugin=disabled\n")
        cls.site_environment = {**os.environ, "PATH": PATH, "SLURM_CONF": str(site / "slurm.conf")}
        cls.daemon("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={site}/munge.socket",
                   f"--pid-file={site}/munged.pid", f"--log-file={site}/munged.log", f"--seed-file={site}/munged.seed")
        if not wait_until(lambda: (site / "munge.socket").exists(), 10):
            raise unittest.SkipTest("munged does not start: " + cls.said("munged"))
        cls.daemon("slurmctld", "-D")
        cls.daemon("slurmd", "-D")
        idle = lambda: "idle" in cls.ask("sinfo", "--noheader", "--format=%T")
        if not wait_until(idle, 20):
            raise unittest.SkipTest("Slurm does not start here: " + cls.said("slurmctld") + cls.said("slurmd"))

    @classmethod
    def said(cls, name):
        text = "".join((cls.site / file).read_text(errors="replace")[-400:] for file in (name + ".out", name + ".log")
                       if (cls.site / file).exists())
        return text.replace("\n", " ")

    @classmethod
    def stop_site(cls):
        if len(cls.daemons) > 1:
            cls.ask("scancel", "--user=" + getpass.getuser())
            wait_until(lambda: not cls.ask("squeue", "--noheader").strip(), 10)
        for daemon in reversed(cls.daemons):
            daemon.terminate()
            try:
                daemon.wait(timeout=10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    @classmethod
    def ask(cls, *words):
        try:
            return subprocess.run(words, capture_output=True, text=True, env=cls.site_environment, timeout=20).stdout
        except subprocess.TimeoutExpired:
            return ""

    def setUp(self):
        super().setUp()
        self.environment = self.site_environment

    def test_the_table_is_that_of_this_machine(self):
        path = self.write("short.json", SHORT)
        result = self.sweep("--sweep", path, "--on", "slurm", "--tasks", "3")
        self.assertIn("20 runs, 20 of them made now", result.stdout)
        self.assertEqual(table(self.folder / "short.sqlite"), self.local_table(path))
        self.assertEqual(sorted(os.listdir(self.folder)), ["local.sqlite", "short.json", "short.sqlite"])
        self.assertIn("20 runs, 0 of them made now", self.sweep("--sweep", path, "--on", "slurm").stdout)

    def test_a_killed_task_is_named_and_made_again(self):
        self.check_killed_and_made_again(self.write("long.json", LONG), "--on", "slurm")

    def test_interrupt_cancels_the_job_and_keeps_its_rows(self):
        self.check_interrupt(self.write("long.json", LONG), "--on", "slurm")
        self.assertTrue(wait_until(lambda: not self.ask("squeue", "--noheader").strip(), 20))

    def test_a_job_goes_on_without_the_command_and_the_next_command_waits_for_it(self):
        path = self.write("long.json", LONG)
        process = self.start("--sweep", path, "--on", "slurm", "--tasks", "2")
        self.assertTrue(wait_until(lambda: any(row_count(file) for file in self.task_processes())))
        process.kill()
        process.communicate()
        self.assertTrue(self.task_processes())
        result = self.sweep("--sweep", path, "--on", "slurm")
        self.assertIn(f"{LONG_RUNS} runs, 0 of them made now", result.stdout)  # by this command
        self.assertEqual(row_count(self.folder / "long.sqlite"), LONG_RUNS)

    def test_what_sbatch_refuses_is_said_and_nothing_is_left(self):
        path = self.write("short.json", SHORT)
        self.environment = {**self.site_environment, "SBATCH_PARTITION": "nowhere"}
        result = self.sweep("--sweep", path, "--on", "slurm", status=1)
        self.assertIn("--on slurm: sbatch failed", result.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), ["short.json", "short.sqlite"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
