"""From a chart to plain Python: private parts of `fsm.engine`. Start reading at `writer`."""
