"""Pictures and tables of a flow, from its chart."""
