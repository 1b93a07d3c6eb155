"""Local: a real Ray cluster of two machines on this one, for as long as its stdin is open.

    python -m tests.cluster.local    prints {"address": "127.0.0.1:PORT", "client": "ray://127.0.0.1:PORT"}

Everything listens on the loopback address alone, and every machine has one core and little memory.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

# Before Ray is imported. The first keeps it from announcing this machine's outer address, wherever it runs.
# The third lets `ray://` be slow on a busy machine.
ENVIRONMENT = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S": "240",
    "RAY_memory_monitor_refresh_ms": "0",  # others may need the memory of this machine; we need hardly any
}
STORE = 80 << 20  # bytes, near the least that Ray accepts


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def main() -> None:
    os.environ.update(ENVIRONMENT)
    cluster_of: Any = import_module("ray.cluster_utils").Cluster
    folder = tempfile.mkdtemp(prefix="paddock-ray-")  # short, for it holds sockets
    os.environ["RAY_TMPDIR"] = folder  # else Ray writes the address into /tmp/ray, which all share and nobody makes
    Path(folder, "ray").mkdir()
    each = {"num_cpus": 1, "object_store_memory": STORE, "node_ip_address": "127.0.0.1", "include_dashboard": False}
    client = free_port()
    head = {**each, "ray_client_server_port": client, "temp_dir": folder}
    cluster = cluster_of(initialize_head=True, head_node_args=head)
    try:
        cluster.add_node(**each)
        cluster.wait_for_nodes()
        print(json.dumps({"address": cluster.address, "client": f"ray://127.0.0.1:{client}"}), flush=True)
        sys.stdin.read()
    finally:
        cluster.shutdown()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
