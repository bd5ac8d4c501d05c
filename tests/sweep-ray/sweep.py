"""Distributes a sweep with Ray: one worker per core of the cluster, one shard at a time, merged at the end.

    pip install --requirement requirements.txt
    RAY_ADDRESS=head:6379 python3 sweep.py spec.json --out results.csv --matchday /usr/local/bin/matchday

Without RAY_ADDRESS the cores are those of this machine. The `matchday` program has to be on every machine, under one path.
"""

import argparse
import os
import pathlib
import subprocess
import tempfile

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import ray
from ray.util import ActorPool


def matchday(program, *args):
    subprocess.run([program, "sweep", *map(str, args)], check=True, stdout=subprocess.DEVNULL)


@ray.remote(num_cpus=1)
class Worker:
    """One core of the cluster. Files are sent as bytes, so machines need no common disk."""

    def make(self, program, spec, shard):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "spec.json").write_bytes(spec)
            matchday(program, folder / "spec.json", "--shard", shard, "--out", folder / "part.csv", "--jobs", 1)
            return (folder / "part.csv").read_bytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spec", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--matchday", default="matchday")
    parser.add_argument("--cores", type=int, help="use so many of this machine, and no cluster")
    args = parser.parse_args()

    ray.init(num_cpus=args.cores, include_dashboard=False, address="local" if args.cores else None)
    workers = [Worker.remote() for _ in range(int(ray.cluster_resources()["CPU"]))]
    # Several shares a worker: whoever is fast takes more of them.
    shards = 4 * len(workers)
    spec = args.spec.read_bytes()
    make = lambda worker, shard: worker.make.remote(args.matchday, spec, f"{shard}/{shards}")
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        for part in ActorPool(workers).map_unordered(make, range(1, shards + 1)):
            parts.append(pathlib.Path(folder, f"part-{len(parts)}.csv"))
            parts[-1].write_bytes(part)
        matchday(args.matchday, "merge", args.spec, *parts, "--out", args.out)
    print(f"{shards} shards by {len(workers)} workers")


if __name__ == "__main__":
    main()
