"""A flow for other programs: JSON Schema, TypeScript, XState and SCXML, all made from its engine and its chart."""
