"""What PDF files ask of viewers and printers."""

from __future__ import annotations

# ISO 32000-1, table 150: the edge over which a printer turns the paper.
DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}
