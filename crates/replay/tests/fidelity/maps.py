"""Maps with Leaflet, as Debian packages it, over tiles that are drawn here."""

import json
import pathlib
import re
import struct
import zlib
from http.server import BaseHTTPRequestHandler

LEAFLET = pathlib.Path("/usr/share/javascript/leaflet")
HERE = pathlib.Path(__file__).resolve().parent
TILE = re.compile(r"^/tiles/(\d+)/(\d+)/(\d+)\.png$")
SIDE = 256
PLACES = [(50.08, 14.42), (49.19, 16.61), (0.0, 0.0), (64.13, -21.9), (-33.87, 151.2)]
KINDS = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".png": "image/png"}


def map_paths():
    """Maps of several places, magnifications and contents."""
    plain = [f"map.html?lat={lat}&lon={lon}&zoom={zoom}" for lat, lon in PLACES for zoom in (3, 7)]
    contents = ["markers", "shapes", "control", "popup"]
    return plain + [f"map.html?lat=50.08&lon=14.42&zoom=5&show={show}" for show in contents]


class MapHandler(BaseHTTPRequestHandler):
    """Serves the page with the map, Leaflet, tiles, and a file of shapes."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        path = self.path.split("?")[0]
        tile = TILE.match(path)
        if tile:
            return self.send("image/png", drawn_tile(*(int(number) for number in tile.groups())))
        if path == "/shapes.json":
            return self.send("application/json", json.dumps(shapes()).encode())
        folder = LEAFLET.parent if path.startswith("/leaflet/") else HERE / "maps"
        file = (folder / path.lstrip("/")).resolve()
        if file.suffix in KINDS and file.is_file() and folder in file.parents:
            return self.send(KINDS[file.suffix], file.read_bytes())
        self.send("text/plain", b"not here\n", 404)

    def send(self, kind, body, status=200):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def drawn_tile(zoom, x, y):
    """A tile whose colours tell which one it is, with a darker edge, as PNG."""
    colour = bytes((x * 67 % 200 + 40, y * 41 % 200 + 40, zoom * 23 % 200 + 40))
    edge = bytes(part // 2 for part in colour)
    inner = b"\0" + edge + colour * (SIDE - 2) + edge
    lines = b"\0" + edge * SIDE + inner * (SIDE - 2) + b"\0" + edge * SIDE
    head = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


def chunk(name, content):
    """A chunk of a PNG file."""
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def shapes():
    """A triangle and a line, as GeoJSON."""
    triangle = {"type": "Polygon", "coordinates": [[[10, 48], [18, 48], [14, 52], [10, 48]]]}
    line = {"type": "LineString", "coordinates": [[8, 47], [20, 53]]}
    features = [{"type": "Feature", "properties": {}, "geometry": shape} for shape in (triangle, line)]
    return {"type": "FeatureCollection", "features": features}
