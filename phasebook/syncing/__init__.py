"""Documentation that cannot go stale: pictures in files and blocks in pages, written from flows and compared with them.

`config` reads what is declared, `markers` finds the blocks of a page, `orders` reads what a block asks for, `contents`
writes it, `targets` judges pictures in files, `plan` puts all of it together, and `writing` writes all files or none.
"""
