"""Ask a running service: python ask.py http://127.0.0.1:8000"""

import sys

import requests

url = sys.argv[1]


def ask(path: str, **question: object) -> dict:
    answer = requests.post(f"{url}/api/{path}", json=question, timeout=10)
    if answer.status_code != 200:
        raise SystemExit(answer.json()["error"]["message"])
    return answer.json()


best = ask("solve", rules="joker_rummy", hand="5s 6s 7s 9d 9h * Kc")["solution"]
print("lay", [" ".join(meld["tiles"]) for meld in best["melds"]], "for", best["points"])

closing = ask("closings", rules="remi", hand="R1-4 R7-9 K5-8 K11-13 *")["closings"][0]
print("throw", closing["discard"], "and close with", closing["points"], "points")
print(*[move["text"] for move in ask("turn", hand="R4 R5", table="R1-3")["turn"]["moves"]])
