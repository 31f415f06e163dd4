"""The pocket edition, where its folder was built: served below this app, and as one file for any other host."""

import io
import mimetypes
import zipfile
from pathlib import Path
from typing import Final

from flask import abort, current_app, make_response, redirect, request, url_for
from werkzeug.security import safe_join
from werkzeug.wrappers import Response

from companion.pages.blueprint import blueprint

_POLICY: Final = "frame-ancestors 'none'"
"""Its pages bring the rest of their policy along, for hosts that set no headers."""


def pocket_folder() -> Path | None:
    """Return the folder of the pocket edition; None where none was built."""
    folder = current_app.config["LOCKUP"].pocket_folder
    return folder if (folder / "version.json").is_file() else None


def is_offered() -> bool:
    """Return whether a phone can get the pocket edition here: browsers install it only over https."""
    return request.is_secure and pocket_folder() is not None


@blueprint.get("/pocket/")
@blueprint.get("/pocket/<path:name>")
def pocket_edition(name: str = "index.html") -> Response:
    """Give a file of the pocket edition, packed as it is: its page unpacks and checks it."""
    folder = pocket_folder() or abort(404)
    if (folder / "unregister").name == name:
        return redirect(url_for("pages.pocket_edition", name=f"{name}/"), 301)
    path = safe_join(str(folder), f"{name}index.html" if name.endswith("/") else name)
    if path is None or not Path(path).is_file():
        abort(404)
    kind, packing = mimetypes.guess_type(path)
    response = make_response(Path(path).read_bytes())
    response.mimetype = "application/octet-stream" if packing or not kind else kind
    response.headers["Content-Security-Policy"] = _POLICY
    return response


@blueprint.get("/pocket.zip")
def pocket_to_save() -> Response:
    """Give the folder as one file, for anyone who has a web space with https."""
    folder = pocket_folder() or abort(404)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, Path("lockup", path.relative_to(folder)))
    response = make_response(packed.getvalue())
    response.mimetype = "application/zip"
    response.headers["Content-Disposition"] = 'attachment; filename="lockup-pocket.zip"'
    return response
