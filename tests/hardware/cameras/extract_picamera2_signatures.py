"""Reads the real picamera2's signatures out of its wheel, without importing it, into picamera2_signatures.json.

pip download --no-deps --only-binary :all: --dest /tmp picamera2
python tests/hardware/cameras/extract_picamera2_signatures.py /tmp/picamera2-*.whl
"""

import ast
import json
import sys
import zipfile
from pathlib import Path

TABLE = Path(__file__).with_name("picamera2_signatures.json")
CLASSES = {"Picamera2": "picamera2/picamera2.py", "CompletedRequest": "picamera2/request.py"}


def signatures(source: str, class_name: str) -> dict[str, str]:
    """Every method's parameters; of an overloaded method the last definition is the real one."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and node.name == class_name:
            methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
            return {method.name: parameters(method) for method in methods if is_public(method.name)}
    raise LookupError(class_name)


def is_public(name: str) -> bool:
    return name == "__init__" or not (name.startswith("_") or name.endswith("_"))


def parameters(function: ast.FunctionDef) -> str:
    """Their names in order; a question mark for each that may be left out."""
    names = [name.arg for name in function.args.posonlyargs + function.args.args]
    required = len(names) - len(function.args.defaults)
    marked = [name if at < required else f"{name}?" for at, name in enumerate(names)]
    return " ".join(name for name in marked if name != "self")


def attributes(source: str) -> list[str]:
    """Whatever is ever assigned to `self`."""
    return sorted(
        {
            node.attr
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Attribute)
            and is_public(node.attr)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
            and node.value.id == "self"
        }
    )


def main(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        sources = {name: files.read(path).decode() for name, path in CLASSES.items()}
    table = {
        "wheel": wheel.name,
        "classes": {name: signatures(source, name) for name, source in sources.items()},
        "attributes": {name: " ".join(attributes(source)) for name, source in sources.items()},
    }
    TABLE.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
