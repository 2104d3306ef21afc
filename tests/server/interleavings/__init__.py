"""Random interleavings of what connections and HTTP callers say, in one process and without sockets."""
