"""Who plays the pairs of a match, or any such task: this process, all cores, or a cluster. joblib hands them out.

A task is done the same wherever it is done, and comes back in the order it was asked for. joblib and the clusters'
packages are imported only where they are needed; machines of a cluster need jacknine installed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeVar

Order = TypeVar("Order")
Item = TypeVar("Item")
Done = TypeVar("Done")

SECONDS = 30
"""How long a scheduler may take to answer."""


class NoWorkers(RuntimeError):
    """Workers that cannot be had: a package is missing, a scheduler does not answer. The message says which."""


@dataclass(frozen=True, slots=True)
class Workers:
    """So many processes of this machine (0: one a core), or all of a cluster.

    ``cluster`` is empty or the name of a joblib backend, ``dask`` or ``ray``, with the address of its scheduler after a
    colon; without an address a cluster is started on this machine.

    Raises:
        ValueError: there is no such cluster, or fewer than no workers.
    """

    count: int = 1
    cluster: str = ""

    def __post_init__(self) -> None:
        if self.count < 0:
            raise ValueError(f"{self.count} workers: 1 or more, or 0 for one a core")
        if self.cluster and self.cluster.partition(":")[0] not in _CLUSTERS:
            raise ValueError(f"there is no cluster {self.cluster!r}; write {', '.join(_CLUSTERS)} or dask:ADDRESS")


@contextmanager
def hired(
    workers: Workers, task: Callable[[Order, Item], Done]
) -> Iterator[Callable[[Order, Sequence[Item]], Iterator[Done]]]:
    """The function by which some workers do a task with many items, as long as they are needed.

    Raises:
        NoWorkers: they cannot be had.
    """
    name, _, address = workers.cluster.partition(":")
    if workers.count == 1 and not name:
        yield lambda order, items: (task(order, item) for item in items)
        return
    with ExitStack() as stack:
        try:
            joblib: Any = import_module("joblib")
            if name:
                stack.enter_context(_CLUSTERS[name](address))
                stack.enter_context(joblib.parallel_config(backend=name))
        except ModuleNotFoundError as error:
            extra = "cluster" if name else "arena"
            wanted = "ray" if name == "ray" else f"'jacknine[{extra}]'"
            raise NoWorkers(f"several workers need {error.name}: pip install {wanted}") from None
        except (OSError, ValueError) as error:
            raise NoWorkers(f"no cluster at {workers.cluster!r}: {error}".splitlines()[0]) from None
        # The backend for ray gives all results back at once.
        order = "list" if name == "ray" else "generator"
        parallel = joblib.Parallel(n_jobs=workers.count or -1, return_as=order)
        yield lambda given, items: iter(parallel(joblib.delayed(task)(given, item) for item in items))


@contextmanager
def _dask(address: str) -> Iterator[None]:
    dask: Any = import_module("distributed")
    with ExitStack() as stack:
        where = address or stack.enter_context(dask.LocalCluster(threads_per_worker=1, dashboard_address=None))
        stack.enter_context(dask.Client(where, timeout=SECONDS))
        yield


@contextmanager
def _ray(address: str) -> Iterator[None]:
    ray: Any = import_module("ray")
    ray.init(address=address or None, log_to_driver=False)
    try:
        import_module("ray.util.joblib").register_ray()
        yield
    finally:
        ray.shutdown()


_CLUSTERS: dict[str, Callable[[str], AbstractContextManager[None]]] = {"dask": _dask, "ray": _ray}
