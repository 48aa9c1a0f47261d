"""Writes the components of hreval's packages as CycloneDX: sbom.py VERSION <COMPONENTS

A line of the input is name, version, licence, how it is contained, and what is not needed here, parted by tabs.
"""

import sys
import uuid

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot5
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

licences = LicenseFactory()
version = sys.argv[1]
lines = sys.stdin.read().splitlines()
own = Component(
    name="hreval", version=version, type=ComponentType.APPLICATION, bom_ref="hreval",
    licenses=[licences.make_from_string("MIT")],
)
# No clock and no chance: the same components give the same bytes.
bom = Bom(serial_number=uuid.uuid5(uuid.NAMESPACE_URL, "hreval " + version + "\n" + "\n".join(lines)))
bom.metadata.timestamp = None
bom.metadata.component = own
parts = []
for line in lines:
    name, its_version, licence, how = line.split("\t")[:4]
    parts.append(Component(
        name=name, version=its_version, type=ComponentType.LIBRARY, bom_ref=name, description=how,
        licenses=[licences.make_from_string(licence)],
    ))
bom.components.update(parts)
bom.register_dependency(own, parts)
text = JsonV1Dot5(bom).output_as_string(indent=2)
wrong = JsonStrictValidator(SchemaVersion.V1_5).validate_str(text)
if wrong:
    sys.exit(f"sbom.py: the list is no CycloneDX: {wrong}")
print(text)
