"""`python -m cinq.cli`: the command `cinq`."""

import sys

from cinq.cli import main

sys.exit(main())
