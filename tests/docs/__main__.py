"""Write the tables of the documentation that are made from docstrings."""

from tests.docs.made_tables import TABLES, written
from tests.docs.pages import DOCS

for page in TABLES:
    (DOCS / page).write_text(written(page), "utf-8")
