"""The OpenAPI document as one page without scripts: nothing is loaded from anywhere else."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader
from markupsafe import Markup, escape

_TEMPLATES = Environment(loader=PackageLoader("redactory.serve"), autoescape=True, trim_blocks=True, lstrip_blocks=True)


@cache
def style() -> str:
    """The page's style sheet."""
    return _TEMPLATES.get_template("api.css").render()


def page_of(openapi: dict[str, Any]) -> str:
    """The page of an OpenAPI document."""
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            groups[operation["tags"][0]].append(
                {
                    "method": method.upper(),
                    "path": path,
                    "text": operation.get("description", operation["summary"]),
                    "token": bool(operation.get("security")),
                    "body": _content(operation.get("requestBody", {})),
                    "answers": [(code, _content(answer)) for code, answer in operation["responses"].items()],
                }
            )
    shapes = [
        {"name": name, "text": schema.get("description", ""), "fields": _fields(schema)}
        for name, schema in openapi["components"]["schemas"].items()
        if "properties" in schema
    ]
    return _TEMPLATES.get_template("api.html").render(info=openapi["info"], groups=groups, shapes=shapes)


def _content(part: dict[str, Any]) -> Markup:
    kinds = part.get("content", {})
    return Markup(", ").join(
        Markup("{} ({})").format(_type(content.get("schema", {})), kind) for kind, content in kinds.items()
    )


def _fields(schema: dict[str, Any]) -> list[dict[str, Any]]:
    required = schema.get("required", ())
    return [
        {
            "name": name,
            "type": _type(field),
            "default": "required" if name in required else str(field.get("default", "")),
            "text": field.get("description", ""),
        }
        for name, field in schema["properties"].items()
    ]


def _type(schema: dict[str, Any]) -> Markup:
    """The type in words, other shapes as links."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Markup('<a href="#{0}">{0}</a>').format(name)
    if "enum" in schema:
        return Markup(" or ").join(Markup("<code>{}</code>").format(value) for value in schema["enum"])
    if "const" in schema:
        return Markup("<code>{}</code>").format(schema["const"])
    if "anyOf" in schema:
        return Markup(" or ").join(_type(part) for part in schema["anyOf"])
    if schema.get("type") == "array":
        return Markup("list of ") + _type(schema["items"])
    if isinstance(schema.get("additionalProperties"), dict):
        return Markup("map to ") + _type(schema["additionalProperties"])
    return escape(schema.get("format") or schema.get("type") or "any JSON")
