"""Nets to cut out and fold: their panels, their drawing, and tuck boxes with the art of their sides."""

from pnp.boxes.net import Net

__all__ = ["Net"]
