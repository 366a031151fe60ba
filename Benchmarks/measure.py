"""Times subjects in turns, and compares each with a reference by the ratio of every round, in processes that are started again and again.

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
# The workers start so many times, since one process can have a layout of memory that suits one subject more than that of the next:
# of two layouts, one takes 15 % longer for a parse. The mean of the launches has the same share of each in every run.
LAUNCHES = 50


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
    """The rounds of one work in each launch: nanoseconds of one iteration by implementation."""

    def __init__(self):
        self.launches = []

    @property
    def implementations(self):
        return self.launches[0][0].keys()

    @property
    def rounds(self):
        return sum(len(rounds) for rounds in self.launches)

    def medians(self, value):
        """The median of a value of the rounds in each launch."""
        return [statistics.median(value(spent) for spent in rounds) for rounds in self.launches]

    def time(self, implementation):
        """The mean of one iteration in nanoseconds."""
        return statistics.mean(self.medians(lambda spent: spent[implementation]))

    def ratio(self, implementation, reference):
        """The mean of the launches' ratios, and their quartiles."""
        ratios = self.medians(lambda spent: spent[implementation] / spent[reference])
        low, _, high = statistics.quantiles(ratios, n=4)
        return statistics.mean(ratios), low, high


def run_round(subjects):
    """Gives each subject two turns, the second in reverse order, so that a steady change of speed cancels out."""
    order = random.sample(subjects, len(subjects))
    spent = dict.fromkeys((subject.implementation for subject in order), 0)
    for subject in order + order[::-1]:
        spent[subject.implementation] += subject.run() / subject.iterations / 2
    return spent


def launch(commands, is_wanted, seconds):
    """Work -> its rounds, of workers that are started once. The rounds of all works alternate until the time is over, at least twice
    for each."""
    workers = [Worker(command) for command in commands]
    works = {}
    for subject in (subject for worker in workers for subject in worker.subjects if is_wanted(subject)):
        subject.calibrate()
        works.setdefault(subject.work, []).append(subject)
    rounds = {work: [] for work in sorted(works)}
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end or count < 2:
        for work in rounds:
            rounds[work].append(run_round(works[work]))
        count += 1
    for worker in workers:
        worker.end()
    return rounds


def measure(commands, is_wanted, seconds):
    """Work -> its measurement, over all launches."""
    measurements = {}
    for _ in range(LAUNCHES):
        for work, rounds in launch(commands, is_wanted, seconds / LAUNCHES).items():
            measurements.setdefault(work, Measurement()).launches.append(rounds)
    return measurements
