"""What a person does on the page."""

from __future__ import annotations

from typing import Any


def says(page: Any, *texts: str) -> None:
    """Wait until the answer says all of these; tiles in sentences are read by their names."""
    for text in texts:
        page.wait_for_function(
            """text => {
                const answer = document.querySelector('#answer').cloneNode(true);
                for (const tile of answer.querySelectorAll('.tile')) {
                    tile.replaceWith(`[${tile.getAttribute('aria-label')}]`);
                }
                return answer.textContent.replace(/\\s+/g, ' ').includes(text);
            }""",
            arg=text,
            timeout=10_000,
        )


def choose(page: Any, game: str) -> None:
    """Choose a game and wait until it is there."""
    page.select_option("#game", game)
    page.wait_for_function("game => location.hash.includes(`game=${game}&`)", arg=game)


def position(page: Any) -> tuple[str, str]:
    """The texts of rack and table."""
    return page.input_value("#hand"), page.input_value("#table")


def tiles(page: Any, where: str) -> list[str]:
    """What a screen reader says of the tiles somewhere."""
    found: list[str] = page.eval_on_selector_all(
        f"{where} .tile", "nodes => nodes.map(node => node.getAttribute('aria-label'))"
    )
    return found
