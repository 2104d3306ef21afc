"""`make audit` fails for what is known, and says so when nothing could be asked."""

import json
from typing import Any

from tools.audit import UNREACHED, Verdict, node_verdict, python_verdict

SKIPPED = {"name": "absl-py", "skip_reason": "Dependency not found on PyPI and could not be audited"}
CLEAN: dict[str, Any] = {"name": "anyio", "version": "4.0", "vulns": []}
BAD: dict[str, Any] = {"name": "old", "version": "1.0", "vulns": [{"id": "PYSEC-1"}, {"id": "CVE-2"}]}


def test_packages_that_were_not_looked_up_are_not_well() -> None:
    verdict = python_verdict(json.dumps({"dependencies": [SKIPPED, SKIPPED]}))
    assert verdict == Verdict([], 0, 2) and "NOT CHECKED" in verdict.said("Python")
    assert python_verdict("") == python_verdict("{}") == UNREACHED


def test_what_is_known_is_named() -> None:
    verdict = python_verdict(json.dumps({"dependencies": [SKIPPED, CLEAN, BAD]}))
    assert verdict == Verdict(["  old 1.0: PYSEC-1", "  old 1.0: CVE-2"], 2, 1)
    assert verdict.said("Python").startswith("Python: 2 known vulnerabilities\n  old 1.0")
    clean = python_verdict(json.dumps({"dependencies": [SKIPPED, CLEAN]})).said("Python")
    assert clean == "Python: no known vulnerability in 1 packages; 1 packages could not be looked up"


def test_an_error_of_npm_is_no_report() -> None:
    refused = {"message": "405 Method Not Allowed - POST", "statusCode": 405, "error": {"summary": ""}}
    assert node_verdict(json.dumps(refused)) == UNREACHED
    report: dict[str, Any] = {"vulnerabilities": {}, "metadata": {"dependencies": {"total": 300}}}
    assert node_verdict(json.dumps(report)) == Verdict([], 300, 0)
    report["vulnerabilities"] = {"left-pad": {"severity": "high"}}
    assert node_verdict(json.dumps(report)).found == ["  left-pad: high"]
