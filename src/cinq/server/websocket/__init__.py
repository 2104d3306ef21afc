"""The websocket layer: protocol and connections."""
