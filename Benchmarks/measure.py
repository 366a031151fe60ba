"""Times subjects in turns, and compares each with a reference by the ratio of every round.

A worker is a program that prints the names of its subjects, "WORK by IMPLEMENTATION", one a line, then an empty line, and answers each line
"NUMBER ITERATIONS" with nanoseconds of processor time. Processor time leaves out what other processes take while a turn is interrupted.
What they change of the speed of a core, its caches and its clock, meets all subjects of a round.
"""

import random
import statistics
import subprocess
import time

# A turn of some milliseconds: much longer than its start in a cold cache, much shorter than the changes of a machine's load.
TURN = 3_000_000
# The workers start so many times, since one process can have a layout of memory that suits one subject more than that of the next.
LAUNCHES = 10


class Worker:
    """A process with subjects."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        names = iter(lambda: self.answer(), "")
        self.subjects = [Subject(self, number, name) for number, name in enumerate(names)]

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.process.args[0]} ended with status {self.process.wait()}")
        return line.strip()

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Subject:
    """One implementation of some work, and the iterations of a turn."""

    def __init__(self, worker, number, name):
        self.worker, self.number = worker, number
        self.work, self.implementation = name.split(" by ")
        self.iterations = 1

    def run(self):
        self.worker.process.stdin.write(f"{self.number} {self.iterations}\n")
        return int(self.worker.answer())

    def calibrate(self):
        while (spent := self.run()) < TURN // 4:
            self.iterations *= 2
        self.iterations = max(1, round(self.iterations * TURN / spent))


class Measurement:
    """The rounds of one work: nanoseconds of one iteration by implementation."""

    def __init__(self):
        self.rounds = []

    def round(self, subjects):
        """Gives each subject two turns, the second in reverse order, so that a steady change of speed cancels out."""
        order = random.sample(subjects, len(subjects))
        spent = dict.fromkeys((subject.implementation for subject in order), 0)
        for subject in order + order[::-1]:
            spent[subject.implementation] += subject.run() / subject.iterations / 2
        self.rounds.append(spent)

    def time(self, implementation):
        """The median of one iteration in nanoseconds."""
        return statistics.median(spent[implementation] for spent in self.rounds)

    def ratio(self, implementation, reference):
        """The median of the rounds' ratios, and their quartiles."""
        ratios = [spent[implementation] / spent[reference] for spent in self.rounds]
        low, median, high = statistics.quantiles(ratios, n=4)
        return median, low, high


def launch(commands, is_wanted, seconds, measurements):
    """Starts the workers once. The rounds of all works alternate until the time is over, at least twice for each."""
    workers = [Worker(command) for command in commands]
    works = {}
    for subject in (subject for worker in workers for subject in worker.subjects if is_wanted(subject)):
        subject.calibrate()
        works.setdefault(subject.work, []).append(subject)
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end or count < 2:
        for work in sorted(works):
            measurements.setdefault(work, Measurement()).round(works[work])
        count += 1
    for worker in workers:
        worker.end()


def measure(commands, is_wanted, seconds):
    """Work -> its measurement, over all launches."""
    measurements = {}
    for _ in range(LAUNCHES):
        launch(commands, is_wanted, seconds / LAUNCHES, measurements)
    return measurements
