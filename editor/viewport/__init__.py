"""The view of the figure: camera, picking, handles, mouse tools, and the widget that joins them."""
