"""Net moves: the same work without detours, its reversal, and its fewest moves."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations

from companion.rules.engine.physical_moves.move import ASIDE, ON_TRACKS, UNTYPED, Area, How, Move, Piece, Where
from companion.rules.engine.physical_moves.move_order import in_order, place_in_list
from companion.rules.state.pieces import Cube


def netted(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the net result of moves, without detours, in the order of `moves_of`."""
    kinds: dict[Piece | Cube, list[Move]] = {}
    for move in moves:
        kinds.setdefault(move.piece, []).append(move)
    return in_order(move for some in kinds.values() for move in _netted_around_piles(some))


def _netted_around_piles(moves: Iterable[Move]) -> Iterator[Move]:
    """Yield net moves of a kind between piles; a piece that comes back stays."""
    piles: list[Move] = []
    between: list[list[Move]] = [[]]
    for move in moves:
        if not move.is_pile:
            between[-1].append(move)
        elif piles and _back(piles[-1]) == move._replace(how=How.PLAIN) and not [*_netted(between[-1])]:
            piles.pop()
            between.pop()
        else:
            piles.append(move)
            between.append([])
    yield from _netted(between[0])
    for pile, after in zip(piles, between[1:], strict=True):
        yield pile
        yield from _netted(after)


def _netted(moves: Iterable[Move]) -> Iterator[Move]:
    chains: list[Move] = []
    open_: dict[Hashable, int] = {}
    flows: dict[Move, int] = {}
    for move in moves:
        if move.key is None:
            flow = move._replace(number=0)
            flows[flow] = flows.get(flow, 0) + move.number
        elif move.key in open_ and chains[open_[move.key]].target == move.source:
            place = open_[move.key]
            chains[place] = _joined(chains[place], move)
        else:
            open_[move.key] = len(chains)
            chains.append(move)
    yield from _cancelled(flows)
    yield from (one for one in chains if one.source != one.target or one.how)


def _joined(first: Move, then: Move) -> Move:
    """Join two moves of a piece into one."""
    lies_down = then.how in UNTYPED or (then.how is How.LOOK and then.down)
    how = How.DOWN if lies_down else How.PLAIN
    if first.source == then.target and lies_down is first.down:
        how = How.LOOK if How.LOOK in {first.how, then.how} else How.PLAIN
    elif first.source == then.target:
        how = How.DOWN if lies_down else How.UP
    number = then.number
    if first.piece in ON_TRACKS:
        number = abs(int(then.target.of or 0) - int(first.source.of or 0))
    hidden = first.hidden and then.hidden
    return then._replace(source=first.source, how=how, number=number, down=first.down, hidden=hidden)


def _cancelled(flows: Mapping[Move, int]) -> Iterator[Move]:
    """Cancel opposite flows of the same pieces, except around a raid's emptied board."""
    left = dict(flows)
    for one, other in combinations(flows, 2):
        # Players who empty the board take all that is there, and new pieces come in full: one of the two is `CLEAR`.
        back = one._replace(source=one.target, target=one.source, drawn=other.drawn)
        if other == back:
            both = min(left[one], left[other])
            left[one] -= both
            left[other] -= both
    return (flow._replace(number=number) for flow, number in left.items() if number)


def balanced(net: Sequence[Move]) -> tuple[Move, ...]:
    """Return the fewest moves to where net moves lead, in any order.

    Each place then only gives or only gets interchangeable pieces. So a list over many acts does not ask for cubes that
    came in between and are gone again. Tomes go through the hand of their owner, who alone knows which were drawn and
    which were played, and a pile or a crew moves as a whole.
    """
    alike = [one for one in net if one.key is None and not one.is_pile and one.piece not in {Piece.TOME, Piece.CREW}]
    found = [one for one in net if one not in alike]
    for piece in dict.fromkeys(one.piece for one in alike):
        found += _shortest(piece, [one for one in alike if one.piece is piece])
    return in_order(found)


def _shortest(piece: Piece | Cube, flows: Sequence[Move]) -> Iterator[Move]:
    """Yield flows of a piece from places with losses to places with gains."""
    more: Counter[Where] = Counter()
    for one in flows:
        more[one.target] += one.number
        more[one.source] -= one.number
    direct = [(one.source, one.target) for one in flows]
    for source, target in (*direct, *permutations(sorted(more, key=place_in_list), 2)):
        number = min(-more[source], more[target])
        if number > 0:
            more[source] += number
            more[target] -= number
            owners = (one.of for one in (target, source) if one.area is Area.SIDE)
            side = next((one for one in owners if isinstance(one, int)), None)
            yield Move(piece, number, source, target, side)


def reversed_moves(net: Iterable[Move]) -> tuple[Move, ...]:
    """Return the reversal of net moves; looks and shuffles for a round need none.

    Discards that were shuffled come out of their deck again, which had run out (T-5, P-9).
    """
    return in_order(_back(one) for one in reversed([*net]) if one.how is not How.LOOK and not _begins_round(one))


def _begins_round(one: Move) -> bool:
    return one.how is How.SHUFFLE and one.source == ASIDE


def _back(one: Move) -> Move:
    there, here = one.target, one.source
    how = How.CLEAR if one.how is How.CLEAR else How.UP if there == here else How.PLAIN
    how = How.DOWN if one.down and here.area is Area.LOCATION else how
    down = one.how in UNTYPED and there.area is Area.LOCATION
    return one._replace(source=there, target=here, how=how, down=down, drawn=0)
