// Starts Swagger UI on the page at /docs (src/cinq/server/http/openapi.py).
window.SwaggerUIBundle({ url: "/docs/openapi.json", dom_id: "#api", deepLinking: true, validatorUrl: null });
