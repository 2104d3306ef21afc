"""HTTP: the API, its OpenAPI schema, static files, health."""
