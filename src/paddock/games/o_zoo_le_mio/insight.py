"""Insight into O Zoo le Mio: what a zoo will still earn, and how a sensible director bids and builds."""

from typing import final

from mypy_extensions import mypyc_attr

from paddock.core.insight import Insight


@final
@mypyc_attr(native_class=True)
class OZooLeMioInsight(Insight):
    """To come."""
