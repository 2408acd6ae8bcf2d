"""Pictures on docs sites: what Sphinx and MkDocs share. The doors are `phasebook.sphinx` and `phasebook.mkdocs`."""
