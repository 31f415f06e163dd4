"""Parts that all resources share: strict bodies, problems, operations, the OpenAPI document."""
