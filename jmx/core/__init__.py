"""The machine room: declaration, dispatch, tape and graphs. Nothing here knows a single operator by name."""
