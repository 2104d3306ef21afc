"""Moving everything from one database to another: `cinq move`."""
