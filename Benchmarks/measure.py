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

    def __init__(self, subjects):
        self.subjects = subjects
        self.rounds = []

    def round(self):
        """Gives each subject two turns, the second in reverse order, so that a steady change of speed cancels out."""
        order = random.sample(self.subjects, len(self.subjects))
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


def measure(workers, is_wanted, seconds):
    """Work -> its measurement. The rounds of all works alternate until the time is over, at least 20 for each."""
    subjects = [subject for worker in workers for subject in worker.subjects if is_wanted(subject)]
    works = {}
    for subject in subjects:
        subject.calibrate()
        works.setdefault(subject.work, []).append(subject)
    measurements = {work: Measurement(works[work]) for work in sorted(works)}
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end or count < 20:
        for measurement in measurements.values():
            measurement.round()
        count += 1
    for worker in workers:
        worker.end()
    return measurements
