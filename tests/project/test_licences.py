"""The licences that are allowed, and that another one is named."""

from email.message import Message

import pytest

from tools.licences import LOCKS, licences_of, node_packages, packages_not_allowed


def metadata(**fields):
    """Metadata of a package; a classifier is given without its beginning."""
    found = Message()
    for name, value in fields.items():
        value = f"License :: OSI Approved :: {value}" if name == "Classifier" else value
        found[name.replace("_", "-")] = value
    return found


@pytest.mark.parametrize(
    "fields, found",
    [
        ({"License_Expression": "BSD-3-Clause AND Zlib"}, ["BSD-3-Clause", "Zlib"]),
        ({"License_Expression": "MIT", "Classifier": "BSD License"}, ["MIT"]),
        ({"Classifier": "MIT License", "License": "see the file"}, ["MIT"]),
        ({"License": "Apache 2.0\nand a page of it"}, ["Apache-2.0"]),
        ({"License": "MPL-2.0 AND MIT"}, ["MPL-2.0", "MIT"]),
        ({}, ["none"]),
    ],
)
def test_licences_are_read_from_the_expression_the_classifiers_or_the_field(fields, found):
    assert licences_of(metadata(**fields)) == found


@pytest.mark.parametrize("text", ["GPL-3.0-only", "MIT AND GPL-2.0", "LicenseRef-Proprietary"])
def test_a_licence_that_is_not_allowed_is_named(text):
    (line,) = packages_not_allowed(
        [("one", ["MIT"]), ("other", licences_of(metadata(License_Expression=text)))]
    )
    assert line.startswith("other: ") and line.removeprefix("other: ") in text


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.parent.name)
def test_every_package_of_npm_has_an_allowed_licence(lock):
    packages = node_packages(lock)
    assert packages and packages_not_allowed(packages) == []
