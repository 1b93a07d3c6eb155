"""The address that a proxy forwards is believed from whom the operator named, and from nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from paddock.core.errors import PaddockError
from paddock.server.guard import Proxies
from tests.server.place import Person, Place


def test_only_addresses_and_networks_can_be_named() -> None:
    assert Proxies().named == ["127.0.0.1", "::1"]
    for wrong in ("*", "proxy", "10.0.0.1/24", ""):
        with pytest.raises(PaddockError, match="takes an address or a network"):
            Proxies([wrong])


@pytest.mark.parametrize(
    ("named", "address", "believed"),
    [
        ((), "127.0.0.1", True), ((), "10.0.0.1", False), ((), "unix", False), (("10.0.0.0/24",), "10.0.0.7", True),
        (("10.0.0.0/24",), "10.0.1.7", False), (("10.0.0.0/24",), "127.0.0.1", False), (("::1",), "::1", True),
    ],
)  # fmt: skip
def test_a_network_stands_for_its_addresses(named: tuple[str, ...], address: str, believed: bool) -> None:
    assert (address in Proxies(named)) == believed


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("flags", "shared"), [((), False), (("--proxy", "127.0.0.0/8"), False), (("--proxy", "10.9.8.7"), True)]
)
async def test_limits_are_counted_by_a_forwarded_address_only_where_it_is_believed(
    tmp_path: Path, flags: tuple[str, ...], shared: bool
) -> None:
    with Place(tmp_path / "tables.db", "--rate", "1", "--tables", "1", *flags) as place:
        codes = []
        for number in range(8):
            ada = Person(place)
            wanted = ada.wanted("open open")
            forwarded = {"X-Forwarded-For": f"198.51.100.{number}"}
            codes.append((await ada.http("POST", "/api/tables", wanted, **forwarded)).status_code)
    assert codes[:3] == [201] * 3
    assert (429 in codes) == shared, "an address that is not believed does not count as another"
