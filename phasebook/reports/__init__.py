"""The report of a simulation: its sentences, plots and tables on one page that asks nobody for anything."""
