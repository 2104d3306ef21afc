"""A bot in about twenty lines: takes a random item of the menu. Run it with

    cinq bot --table http://localhost:8005/table/TABLE -- python examples/any_bot.py

It reads one JSON object per line and answers each `turn` with an action, or null to wait.
"""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        whole = [item for item in message["menu"] if not any(isinstance(v, dict) for v in item.values())]
        action = random.choice(whole) if message["must"] and whole else None
        print(json.dumps(action), flush=True)
    elif message["type"] == "over":
        print("the winners are", message["result"]["winners"], file=sys.stderr)
