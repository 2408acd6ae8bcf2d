"""Write the tables and pictures of the documentation that are made from the code."""

from tests.docs.made_tables import TABLES, written
from tests.docs.pages import DOCS

for page in TABLES:
    (DOCS / page).write_text(written(page), "utf-8")
