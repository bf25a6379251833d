"""What users write, read by mypy: a changed type of a public name is an error here.

Nothing of it runs. An `ignore` comment marks what must be refused: were it accepted one day,
mypy would call the comment unused.
"""

from __future__ import annotations

from typing_extensions import assert_type

import rummy_solver as rs


def values() -> None:
    tile = rs.Tile("R5")
    assert_type(tile.color, rs.Color | None)
    assert_type(tile.rank, int)
    assert_type(tile.is_joker, bool)
    hand = rs.Hand.parse("R5-8 *", "rummikub")
    assert_type(hand + tile - rs.JOKER, rs.Hand)
    assert_type(list(hand), list[rs.Tile])
    assert_type(hand.counts, bytes)
    assert_type(hand.jokers, int)
    assert_type(rs.Hand.of([tile, "K3", 7], "rummikub"), rs.Hand)
    meld = rs.read_meld("R5-8", "rummikub")
    assert_type(meld, rs.Meld | None)
    if meld is not None:
        assert_type(meld.faces, tuple[rs.Tile | None, ...])
        assert_type(meld.kind, rs.MeldKind)
        assert_type(meld.points(rs.get_rules("rummikub")), int)


def rules() -> None:
    game = rs.get_rules("joker_rummy")
    assert_type(game, rs.RuleSet)
    assert_type(game.replace(jokers=2), rs.RuleSet)
    assert_type(game.opening_points, int)
    assert_type(game.max_jokers_per_meld, int | None)
    assert_type(game.format(rs.JOKER), str)
    assert_type(rs.rule_names(), tuple[str, ...])


def refused() -> None:
    rs.get_rules(7)  # type: ignore[arg-type]
    rs.RuleSet("card")  # type: ignore[call-arg]
    rs.Hand.parse(5)  # type: ignore[arg-type]
    game = rs.get_rules("remi")
    game.jokers = 3  # type: ignore[misc]
    rs.Tile.of("red", 5)  # type: ignore[arg-type]
