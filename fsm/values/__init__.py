"""Private helpers for values: quoted in messages, compared as JSON, asked whether they can change."""
