"""Files: BVH and JSON in and out, rig naming conventions, retargeting."""

from models.formats.registry import read, readable, writable, write

__all__ = ["read", "readable", "writable", "write"]
