"""The pocket edition: the app in a browser, where no server is; `pocket/` calls it, one request after the other."""
