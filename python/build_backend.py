"""Builds the wheel of the Python module for pip (PEP 517). Needs the standard library only, so that pip works without
network: pip install . --no-deps

    pip install . --config-settings build-dir=build/release      uses a folder that CMake has configured
"""

import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OPTIONS = ["-DCMAKE_BUILD_TYPE=Release", "-DSATBOX_BUILD_APP=OFF", "-DSATBOX_BUILD_TESTS=OFF", "-DSATBOX_BUILD_BENCH=OFF",
           "-DSATBOX_BUILD_C=OFF", "-DSATBOX_BUILD_PYTHON=ON"]


def version():
    with open(os.path.join(ROOT, "engine/include/satbox/version.h"), encoding="utf-8") as stream:
        return ".".join(re.findall(r"^#define SATBOX_VERSION_[A-Z]+ (\d+)$", stream.read(), re.MULTILINE))


def build_module(build):
    """Builds the module in a folder, which is configured first if it is new. Returns its path."""
    if not os.path.exists(os.path.join(build, "CMakeCache.txt")):
        subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", f"-DPython_EXECUTABLE={sys.executable}", *OPTIONS],
                       check=True)
    subprocess.run(["cmake", "--build", build, "--target", "satbox_python"], check=True)
    module = os.path.join(build, "python", "satbox" + sysconfig.get_config_var("EXT_SUFFIX"))
    if not os.path.exists(module):
        raise SystemExit(f"{module} was not built: {build} was configured for another Python than {sys.executable}")
    return module


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    abi = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{abi}-{abi}-{re.sub(r'[-.]', '_', sysconfig.get_platform())}"
    info = f"satbox-{version()}.dist-info"
    name = f"satbox-{version()}-{tag}.whl"
    with tempfile.TemporaryDirectory() as temporary:
        module = build_module(os.path.abspath((config_settings or {}).get("build-dir") or os.path.join(temporary, "build")))
        with open(module, "rb") as stream:
            code = stream.read()
    files = {
        os.path.basename(module): code,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: satbox\nVersion: {version()}\n"
                            "Summary: Deterministic 2D rigid-body physics\nRequires-Python: >=3.9\n"
                            "Provides-Extra: arrays\nRequires-Dist: numpy; extra == 'arrays'\n".encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: satbox\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
    }
    record = ""
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            wheel.writestr(path, content)
    return name
