"""The preview: a page in the browser that shows a set and follows every change of its files."""
