"""For machines without the package: what the samples use of it, on urllib."""

import json as json_module
import urllib.error
import urllib.parse
import urllib.request


class RequestException(IOError):
    pass


class Response:
    def __init__(self, status_code, headers, content):
        self.status_code = status_code
        self.headers = headers
        self.ok = status_code < 400
        self.content = content
        self.text = content.decode(errors="replace")

    def json(self):
        return json_module.loads(self.content)


def get(url, params, timeout):
    joint = "&" if "?" in url else "?"
    return _open(urllib.request.Request(url + joint + urllib.parse.urlencode(params)), timeout)


def post(url, json, timeout):
    sent = json_module.dumps(json).encode()
    return _open(urllib.request.Request(url, sent, {"Content-Type": "application/json"}), timeout)


def _open(request, timeout):
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:
            return Response(response.status, response.headers, response.read())
    except urllib.error.HTTPError as refusal:
        return Response(refusal.code, refusal.headers, refusal.read())
    except urllib.error.URLError as failure:
        # As the package does it: the message names the whole address.
        raise RequestException(request.full_url) from failure
