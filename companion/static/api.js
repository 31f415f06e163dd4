// @ts-check
// The API's document, read by Swagger UI; nothing inline, so that it runs under the policy of this site.
const reader = document.getElementById("reader");
window.SwaggerUIBundle({ url: reader.dataset.document, domNode: reader, deepLinking: true, validatorUrl: null });
document.documentElement.dataset.ready = "yes";
