# SPDX-License-Identifier: ISC
"""JSON Schema, draft 2020-12: as much of it as sw/export/json.schema.json uses. Any other keyword is an error."""

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
SAYING = {"$schema", "$id", "$defs", "title", "description"}


def is_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def alike(a, b):
    """Python takes true for 1."""
    return a == b and isinstance(a, bool) == isinstance(b, bool)


class Schema:
    """closed: a member that no `properties` names is a fault. The writer adds none in silence; readers skip it."""

    def __init__(self, root, closed):
        self.root, self.closed = root, closed

    def faults(self, value):
        return list(self.check(value, self.root, "$"))

    def fits(self, value, schema):
        return not list(self.check(value, schema, ""))

    def check(self, value, schema, at):
        for keyword, wanted in schema.items():
            if keyword not in SAYING | {"then", "else"}:
                yield from getattr(self, "_" + keyword.strip("$"))(value, wanted, schema, at)

    def target(self, path):
        found = self.root
        for step in path.removeprefix("#/").split("/"):
            found = found[step]
        return found

    def _ref(self, value, path, _, at):
        yield from self.check(value, self.target(path), at)

    def _type(self, value, names, _, at):
        if not any(is_type(value, n) for n in ([names] if isinstance(names, str) else names)):
            yield f"{at}: {value!r} is no {names}"

    def _const(self, value, wanted, _, at):
        if not alike(value, wanted):
            yield f"{at}: {value!r} is not {wanted!r}"

    def _enum(self, value, wanted, _, at):
        if not any(alike(value, w) for w in wanted):
            yield f"{at}: {value!r} is none of {wanted}"

    def _minimum(self, value, limit, _, at):
        if is_type(value, "integer") and value < limit:
            yield f"{at}: {value} is below {limit}"

    def _maximum(self, value, limit, _, at):
        if is_type(value, "integer") and value > limit:
            yield f"{at}: {value} is above {limit}"

    def _required(self, value, names, _, at):
        if isinstance(value, dict):
            yield from (f"{at}: no {n}" for n in names if n not in value)

    def _properties(self, value, known, schema, at):
        if not isinstance(value, dict):
            return
        for name, member in value.items():
            if name in known:
                yield from self.check(member, known[name], f"{at}.{name}")
            elif self.closed and "type" in schema:		# not in a condition, which names only some
                yield f"{at}: {name} is not in the schema"

    def _items(self, value, schema, _, at):
        if isinstance(value, list):
            for i, item in enumerate(value):
                yield from self.check(item, schema, f"{at}[{i}]")

    def _allOf(self, value, schemas, _, at):
        for schema in schemas:
            yield from self.check(value, schema, at)

    def _not(self, value, schema, _, at):
        if self.fits(value, schema):
            yield f"{at}: has what it must not: {schema}"

    def _if(self, value, condition, schema, at):
        yield from self.check(value, schema["then" if self.fits(value, condition) else "else"], at)
