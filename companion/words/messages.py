"""The sentence of every message key, in English; the catalogues in `translations/` hold the other languages.

A key belongs to the rules or to the API and never changes its meaning; its words may. `{name}` stands for a value of
the reason's data as `companion.words.language` writes it. Sentences follow the style of `docs/decisions.md`: figure
first, one idea, present tense.
"""

from typing import Final, NamedTuple


class Message(NamedTuple):
    """A sentence, and its plural where it depends on the number `by`."""

    one: str
    many: str | None = None
    by: str | None = None


def say(text: str) -> Message:
    """A sentence without a plural."""
    return Message(text)


def count(one: str, many: str, by: str) -> Message:
    """A sentence that depends on the number named `by`."""
    return Message(one, many, by)


REASONS: Final = {
    # Rank and suspicion at a location
    "location.nobody": say("Nobody is there."),
    "location.strength": say("{side}: strength {strength} = {tokens}."),
    "location.enforcer_strength": say("{side}: strength {strength} = {tokens}. The enforcer counts its power cubes."),
    "location.lone_lookout": say("{side}: strength 0, a lone lookout still ranks."),
    "location.guards_strength": say("{side}: strength {strength} = {cards}."),
    "location.guards_power": say("{side}: strength {strength} = {cards}. A power card counts the guards' power cubes."),
    "location.tie": say("Tie at {strength}: {sides}. First the holder of the marker, {holder}, then clockwise."),
    "location.suspicion": count(
        "Strongest without a lookout here: {side}. Taken: {cubes} suspicion cube.",
        "Strongest without a lookout here: {side}. Taken: {cubes} suspicion cubes.",
        "cubes",
    ),
    "location.suspicion_lookout": count(
        "Lookout here: {passed}. Next is {side}. Taken: {cubes} suspicion cube.",
        "Lookout here: {passed}. Next is {side}. Taken: {cubes} suspicion cubes.",
        "cubes",
    ),
    "location.suspicion_guards": say("The guards have no lookout, so they take suspicion as any side does."),
    "location.suspicion_stays": count(
        "Everyone there has a lookout: {cubes} suspicion cube stays.",
        "Everyone there has a lookout: {cubes} suspicion cubes stay.",
        "cubes",
    ),
    "location.suspicion_nobody": count(
        "{cubes} suspicion cube stays there.", "{cubes} suspicion cubes stay there.", "cubes"
    ),
    "location.bandit_stays": say("What the Bandit laid there stays: {cubes}."),
    "location.bandit": say("What the Bandit laid there goes to the strongest, {side}: {cubes}."),
    "location.bandit_all": say("Cubes that lay there longer go to the strongest too."),
    "location.guards_as_side": say("The guards are rewarded here like a side of two."),
    "location.to_library": say("{side}: no reward here, so what stands there goes to the Library."),
    # Rewards
    "reward.nothing": say("{side}, rank {rank}: no reward."),
    "reward.power_marker": count(
        "{side}, rank {rank}: {power} power cube and the first player marker.",
        "{side}, rank {rank}: {power} power cubes and the first player marker.",
        "power",
    ),
    "reward.power": count(
        "{side}, rank {rank}: {power} power cube.", "{side}, rank {rank}: {power} power cubes.", "power"
    ),
    "reward.resources": say("{side}, rank {rank}: {resources}."),
    "reward.any_resource": say("{side}, rank {rank}: 1 resource of choice."),
    "reward.swap": say("{side}, rank {rank}: swap {give} for {get}, if wanted."),
    "reward.recruit": say("{side}, rank {rank}: recruit {offers}, if wanted."),
    "reward.seize": say("{side}, rank {rank}: seize two goons for free."),
    "reward.item": say("{side}, rank {rank}: craft or reserve one item."),
    "reward.tomes": count(
        "{side}, rank {rank}: draw {draw} tome.", "{side}, rank {rank}: draw {draw} tomes, keep {keep}.", "draw"
    ),
    "reward.reputation": say("{side}, rank {rank}: {reputation} reputation instead of tomes."),
    # Raids
    "raid.most": say("{side}: most suspicion, {cubes}. Lost: {lost}."),
    "raid.tied_most": say("{side}: tied for most suspicion with {cubes}. Lost: {lost}, and nobody is second."),
    "raid.second": say("{side}: second most suspicion, {cubes}. Lost: {lost}."),
    "raid.tied_second": say("{side}: tied for second most suspicion with {cubes}. Lost: {lost}."),
    "raid.fewer": count(
        "{side}: {cubes} suspicion cube. Nothing lost.", "{side}: {cubes} suspicion cubes. Nothing lost.", "cubes"
    ),
    "raid.tie_of_two": count(
        "Both have {cubes} suspicion cube: nobody loses.", "Both have {cubes} suspicion cubes: nobody loses.", "cubes"
    ),
    "raid.alone": say("{side}: alone, compared with nobody. Nothing lost; all cubes go back."),
    "raid.floor": say("{side}: reputation never falls below 0. Really lost: {lost}."),
    "raid.cubes_return": count(
        "{side}: {cubes} cube goes back to the supply.", "{side}: {cubes} cubes go back to the supply.", "cubes"
    ),
    "raid.locations_return": say("{side}: no cube to give back; those at locations go back."),
    "raid.cubes_stay": count(
        "{side}: the guards have most, so {cubes} cube stays.",
        "{side}: the guards have most, so {cubes} cubes stay.",
        "cubes",
    ),
    # Goals
    "leader.scores": say("Holds the leader goal: {points}."),
    "leader.below_minimum": say(
        "Leader goal checked again: {count} is below the minimum of {minimum}, so it scores nothing."
    ),
    "leader.overtaken": say(
        "Leader goal checked again: another side has {most}, more than {count}, so it scores nothing."
    ),
    "goal.most": say("Most for the end game goal, {count}: {points}."),
    "goal.tied_most": say("Tied for most for the end game goal with {count}: {points} each, and nobody is second."),
    "goal.second": say("Second most for the end game goal, {count}: {points}."),
    "goal.tied_second": say("Tied for second most for the end game goal with {count}: {points} each."),
    "goal.fewer": say("{count} for the end game goal: neither most nor second."),
    "goal.tie_of_two": say("Both have {count} for the end game goal: nobody scores."),
    "goal.alone": say("A side alone is compared with nobody: nothing for a majority goal."),
    "goal.condition": say("Meets the end game goal: {points}."),
    # Scores
    "score.track": say("On the reputation track: {points}."),
    "score.bandit": count("{count} Bandit × {each} = {points}.", "{count} Bandits × {each} = {points}.", "count"),
    "score.cultist": count(
        "{count} Cultist × {items} crafted items = {points}.",
        "{count} Cultists × {items} crafted items = {points}.",
        "count",
    ),
    "score.dwarf": count("{count} Dwarf: {points}.", "{count} Dwarves: {points}.", "count"),
    "score.hobgoblin": count(
        "{count} Hobgoblin × {power} power cubes = {points}.",
        "{count} Hobgoblins × {power} power cubes = {points}.",
        "count",
    ),
    "score.demon": count(
        "{count} Demon × {each} × {valuables} ({valuable}) = {points}.",
        "{count} Demons × {each} × {valuables} ({valuable}) = {points}.",
        "count",
    ),
    "score.ratman": count("{count} Ratman: {points}.", "{count} Ratmen: {points}.", "count"),
    "score.flayer": count("{count} Flayer × {each} = {points}.", "{count} Flayers × {each} = {points}.", "count"),
    "score.resources": say("Resources left: {points} ({others} plain, {gold} gold at 2 each)."),
    "score.guards_resources": say("The guards score only gold: {points} ({gold} gold at 2 each)."),
    "score.tomes": count("{count} unplayed tome: {points}.", "{count} unplayed tomes: {points}.", "count"),
    "score.first_player": say("Holds the first player marker: {points}."),
    "score.most": say("Highest total, {total}: wins."),
    "score.place": say("Total {total}: rank {rank}."),
    "score.tie_break": count(
        "Tied at {total}: {sides}. Most items decides; {items} item here.",
        "Tied at {total}: {sides}. Most items decides; {items} items here.",
        "items",
    ),
    "score.shared": count(
        "Tied at {total}: {sides}. With {items} item as well, the place is shared.",
        "Tied at {total}: {sides}. With {items} items as well, the place is shared.",
        "items",
    ),
    "score.solitary_won": say("{player} to {guards}: the player has more and wins."),
    "score.solitary_lost": say("{player} to {guards}: the guards have more and win."),
    "score.solitary_tie": say("{player} to {guards}: a tie is the guards'."),
    # The guards' choices
    "guards.fewest": say("Fewest: {resource}. The guards have {counts}."),
    "guards.rarest": say("Tied for fewest: {tied}. The rarest is taken: {resource}."),
    "guards.most": say("Most: {resource}. The guards have {counts}."),
    "guards.least_rare": say("Tied for most: {tied}. The least rare is given: {resource}."),
    "guards.supply_empty": say("None left in the supply: {resource}."),
    "guards.supply_all_empty": say("The supply has no resource at all: nothing is taken."),
    "guards.same_type": say("Giving and getting would be the same, {resource}: nothing happens."),
    "guards.nothing_to_give": say("The guards have no resource to give: nothing happens."),
    "guards.seize": count("{location}: {icons} icon, seized.", "{location}: {icons} icons, seized.", "icons"),
    "guards.seize_tie": count(
        "Tied with {icons} icon: {locations}. The lower location number goes first.",
        "Tied with {icons} icons: {locations}. The lower location number goes first.",
        "icons",
    ),
    "guards.one_goon": say("Only one goon lies there: the guards take it."),
    "guards.no_goons": say("No goon lies there: nothing to seize."),
    "guards.craft": say("Highest that they can pay for: {source} {place}, worth {reputation}."),
    "guards.cannot_pay": say("{source} {place}, worth {reputation}, is passed over: {lacking} short."),
    "guards.pay": say("They pay {resources}."),
    "guards.pay_nothing": say("It costs nothing."),
    "guards.pay_any": say("“Any” × {count} is paid after the fixed part, the least rare first."),
    "guards.nearer_deck": say("Equal reputation: {source} {place} lies nearer the item deck."),
    "guards.reserved_first": say("Equal reputation: {source} {place} was reserved first."),
    "guards.reserve": say("Nothing they can pay for: they reserve {source} {place}, worth {reputation}, for free."),
    "guards.display_empty": say("Nothing they can pay for and an empty display: they take nothing."),
    # What would have changed an answer
    "otherwise.takes_more": say("with {n} more in {resource} they would take {takes}."),
    "otherwise.takes_fewer": say("with {n} fewer in {resource} they would take {takes}."),
    "otherwise.exchanges_more": say("with {n} more in {resource} they would give {gives} and get {gets}."),
    "otherwise.exchanges_fewer": say("with {n} fewer in {resource} they would give {gives} and get {gets}."),
    "otherwise.pushes_out": count(
        "{icons} icon at {location} would push out {out}.",
        "{icons} icons at {location} would push out {out}.",
        "icons",
    ),
    "otherwise.could_pay": say("with {lacking} more they would craft: {source} {place}."),
    "otherwise.wins_with": say("{n} more strength would put {side} first."),
    "otherwise.wins_with_marker": say("{n} more strength, or {fewer} and the marker, would put {side} first."),
    "otherwise.wins_by_marker": say("{n} more strength, or the marker, would put {side} first."),
    # House rulings that decided something
    "ruling.leader_tie.holder": say("Two sides tied for the leader goal: its holder scores."),
    "ruling.leader_tie.nobody": say("Two sides tied for the leader goal: nobody scores it."),
    "ruling.zero_suspicion.ignored": say("No cube, no place: a side without suspicion loses nothing."),
    "ruling.zero_suspicion.counts": say("A side without suspicion can be most or second."),
    "ruling.zero_majority.ignored": say("A count of zero is never most nor second."),
    "ruling.zero_majority.counts": say("A count of zero can be most or second."),
    "ruling.reserved_items.ignored": say("Reserved items do not count in the tie-break."),
    "ruling.reserved_items.tie_break": say("Reserved items count in the tie-break."),
    "ruling.total_floor.none": say("A total may be below 0."),
    "ruling.total_floor.zero": say("A total is never below 0: the loss of Ratmen is cut where it would be."),
    "ruling.solitary_raid_locations.return": say("Cubes at locations go back too."),
    "ruling.solitary_raid_locations.stay": say("Cubes at locations stay there."),
    "ruling.guards_equal_item.reserve": say("Equal in display and reserve: the reserve goes first."),
    "ruling.guards_equal_item.display": say("Equal in display and reserve: the display goes first."),
    "ruling.guards_supply_out.next": say("The next fewest that there is instead: {resource}."),
    "ruling.guards_supply_out.nothing": say("Nothing is taken instead."),
}
"""Why a result is what it is (`Reason.key`)."""

RULINGS: Final = {
    "tier_exercise_yard": say(
        "What does the second of two sides get at the Exercise Yard? Check the row printed on your board."
    ),
    "tier_infirmary": say(
        "What does the second of two sides get at the Infirmary? Check the row printed on your board."
    ),
    "tier_smithy": say("What does the second of two sides get at the Smithy? Check the row printed on your board."),
    "tier_commissary": say(
        "What does the second of two sides get at the Commissary? Check the row printed on your board."
    ),
    "tier_chow_hall": say(
        "What does the second of two sides get at the Chow Hall? Check the row printed on your board."
    ),
    "leader_tie": say("Leader goal, two sides tied at the end: who scores it?"),
    "unused_tokens": say("Crew tokens never assigned in roll call: where are they in lights out?"),
    "zero_suspicion": say("Raid with three or more sides: does a side without suspicion take a place?"),
    "zero_majority": say("Majority goal with three or more sides: does a count of zero take a place?"),
    "solitary_raid_locations": say("Raid in solitary: do cubes at locations go back?"),
    "reserved_items": say("Reserved items: do they count in the tie-break?"),
    "total_floor": say("May a final total be below 0?"),
    "guards_equal_item": say("Guards at the Cell Block, equal items in display and reserve: which first?"),
    "guards_supply_out": say("The supply has none of what the guards would take: what then?"),
}
"""The question behind each house ruling (RULES H)."""

RULING_VALUES: Final = {
    "tier_exercise_yard.nothing": say("nothing"),
    "tier_exercise_yard.power": say("1 power cube"),
    "tier_infirmary.nothing": say("nothing"),
    "tier_infirmary.potion": say("1 potion"),
    "tier_smithy.nothing": say("nothing"),
    "tier_smithy.iron": say("1 iron"),
    "tier_commissary.nothing": say("nothing"),
    "tier_commissary.two_for_one": say("any 2 for 1"),
    "tier_commissary.one_for_one": say("any 1 for 1"),
    "tier_chow_hall.nothing": say("nothing"),
    "tier_chow_hall.one_for_two": say("1 goon for 2"),
    "tier_chow_hall.one_or_two": say("1 goon for 1, or 2 for 5"),
    "leader_tie.holder": say("its holder"),
    "leader_tie.nobody": say("nobody"),
    "unused_tokens.home": say("at home"),
    "unused_tokens.library": say("in the Library"),
    "zero_suspicion.ignored": say("no"),
    "zero_suspicion.counts": say("yes"),
    "zero_majority.ignored": say("no"),
    "zero_majority.counts": say("yes"),
    "solitary_raid_locations.return": say("yes"),
    "solitary_raid_locations.stay": say("no"),
    "reserved_items.ignored": say("no"),
    "reserved_items.tie_break": say("yes"),
    "total_floor.none": say("yes"),
    "total_floor.zero": say("no"),
    "guards_equal_item.reserve": say("the reserve"),
    "guards_equal_item.display": say("the display"),
    "guards_supply_out.next": say("the next fewest"),
    "guards_supply_out.nothing": say("no resource"),
}
"""What each value of a house ruling means."""

TERMS: Final = {
    "scrap": say("scrap"),
    "potion": say("potions"),
    "iron": say("iron"),
    "gold": say("gold"),
    "blade": say("blade"),
    "gem": say("gem"),
    "magic": say("magic"),
    "any": say("any"),
    "exercise_yard": say("Exercise Yard"),
    "sewers": say("Sewers"),
    "infirmary": say("Infirmary"),
    "smithy": say("Smithy"),
    "commissary": say("Commissary"),
    "chow_hall": say("Chow Hall"),
    "cell_block": say("Cell Block"),
    "library": say("Library"),
    "prototype": say("Prototype"),
    "first": say("First printing"),
    "later": say("Later printing"),
    "display": say("Display space"),
    "reserve": say("Reserved card"),
    "enforcer": say("enforcer {power}"),
    "lookout": say("lookout 0"),
    "power": say("power {power}"),
}
"""Words of the vocabulary inside a sentence."""

AMOUNTS: Final = {
    "scrap": count("{n} scrap", "{n} scrap", "n"),
    "potion": count("{n} potion", "{n} potions", "n"),
    "iron": count("{n} iron", "{n} iron", "n"),
    "gold": count("{n} gold", "{n} gold", "n"),
    "any": count("{n} of any kind", "{n} of any kind", "n"),
}
"""A number of something, by its resource name."""

OFFERS: Final = count("{goons} goon for {cost}", "{goons} goons for {cost}", "goons")
"""One offer at the Chow Hall."""

HOUSE_RULING: Final = say("{text} House ruling.")
"""A sentence that a house ruling decided."""

COMMA: Final = say(", ")
"""Between the parts of a list."""

OR: Final = say("{first}, or {second}")
"""Two offers of which one may be taken."""

ERRORS: Final = {
    "ruling.unknown_key": say("No house ruling has this name."),
    "ruling.unknown_value": say("This house ruling can be: {values}."),
    "sides.number": say("A table has {least} to {most} sides."),
    "sides.solitary": say("A solitary game has exactly two sides, one of them the guards."),
    "guards.not_solitary": say("Guards play only in a solitary game."),
    "guards.no_tokens": say("The guards have cards here, no crew tokens."),
    "guards.only_cards": say("Only the guards have cards here."),
    "guards.no_tomes": say("The guards hold no tomes: they score 1 reputation instead."),
    "token.twice": say("A side has this token only once."),
    "token.five_sides": say("At a table of five the token 2 is back in the box."),
    "sides.unknown_first_player": say("No side at the table has this name."),
    "goons.location_twice": say("This goon space is given twice."),
    "sides.name_twice": say("Another side has this name already."),
    "sides.first_player_twice": say("Only one side holds the first player marker."),
    "sides.leader_goal_twice": say("Only one side holds the leader goal."),
    "goal.count_not_asked": say("A count is only asked for a majority goal."),
    "goal.points_not_asked": say("Points are only asked for a condition goal."),
    "cards.beside_counts": say("Give cards or counts, not both."),
    "cards.demon_without_valuable": say("Say which valuable this Demon counts: blade, gem, magic or any."),
    "cards.valuable_without_demon": say("Only a Demon names the valuable that it counts."),
    "goons.demon_is_listed": say("Demons are given in the list “demons”, one entry each."),
    "field.missing": say("This is missing."),
    "field.unknown": say("Nothing here has this name."),
    "field.null": say("Leave it out instead of null."),
    "field.count": say("A whole number from 0 to 9999, please."),
    "field.guard_card": say("A whole number from 0 to 9999 or “power”, please."),
    "field.boolean": say("true or false, please."),
    "field.text": say("Text, please."),
    "field.list": say("A list, please."),
    "field.object": say("A JSON object, please."),
    "field.choice": say("One of these, please: {values}."),
    "field.name_length": say("A name has 1 to 40 characters."),
    "form.not_a_sum": say("A number or a sum such as 3+6+2, please."),
    "form.choose": say("Choose who played and what is in your box, please."),
    "form.below_zero": say("Not below 0: the game has no negative count here."),
    "form.too_large": say("At most 9999."),
    "field.bad_text": say("Text must not contain NUL or half of a character (a lone surrogate)."),
    "field.list_length": say("Between {least} and {most} entries, please."),
    "shape.object": say("A JSON object, please."),
    "shape.list": say("A list, please."),
    "shape.text": say("Text, please."),
    "shape.name": say("Between 1 and {most} characters, please."),
    "shape.whole": say("A whole number, please."),
    "shape.range": say("A whole number from {least} to {most}, please."),
    "shape.one_of": say("One of these, please: {options}."),
    "shape.number_or": say("A whole number or one of these, please: {options}."),
    "shape.too_many": say("At most {most} entries, please."),
    "shape.unknown": say("Nothing here has this name."),
    "shape.missing": say("This is missing."),
    "box.format": say("This is no file of a box: its “format” is “{known}”."),
    "box.version": say("This app reads files of version {known}."),
    "box.id": say("An id has 1 to {most} of the signs 0–9 and a–z."),
    "box.only_bandit": say("Only a Bandit names the resource that it lays."),
    "key.other_body": say("This is not the body that came with this key before."),
}
"""What is wrong with a question."""

PROBLEMS: Final = {
    "bad-request": (say("Bad request"), say("The request could not be read.")),
    "not-json": (say("Not JSON"), say("The body is not valid JSON in UTF-8: {what}")),
    "unauthorized": (say("Token needed"), say("To change or delete this, send its edit token.")),
    "forbidden": (say("Not allowed"), say("This token belongs to something else.")),
    "cross-site": (say("Not allowed"), say("This came from another website and was not carried out.")),
    "not-found": (say("Not found"), say("Nothing is kept at this address.")),
    "method-not-allowed": (say("Method not allowed"), say("This address does not take that method.")),
    "stale": (say("Changed since"), say("This has changed since you read it. The answer holds it as it is now.")),
    "precondition-required": (
        say("Version needed"),
        say("Send If-Match with the ETag of what you read, so that nobody's change is lost."),
    ),
    "too-large": (say("Too large"), say("A body may have up to {limit} bytes.")),
    "unsupported-media-type": (
        say("Not application/json"),
        say("Send the body as application/json in UTF-8, without content coding."),
    ),
    "invalid-fields": (
        say("Some fields are wrong"),
        count("One field needs a change.", "{n} fields need a change.", "n"),
    ),
    "key-reused": (say("Key used before"), say("This Idempotency-Key came with another body before.")),
    "bad-key": (say("Bad key"), say("An Idempotency-Key has 1 to 200 visible ASCII characters, no spaces.")),
    "too-many-requests": (say("Too many requests"), say("Please wait a little and send it again.")),
    "server-error": (say("Our mistake"), say("Something went wrong on our side. Nothing that you sent was kept.")),
}
"""Title and sentence of each problem type of the API."""

JSON_FAULTS: Final = {
    "syntax": say("it breaks off or is misspelt at line {line}, column {column}."),
    "utf8": say("it is not UTF-8."),
    "duplicate": say("the member “{name}” stands there twice."),
    "constant": say("{name} is not a JSON number."),
    "depth": say("it is nested deeper than {limit} levels."),
}
"""What makes a body unreadable."""

CLI: Final = {
    "open": say("Open one of these on your phone, or scan the code:"),
    "database": say("Kept in {path}"),
    "help_network": say(
        "A phone must be in the same Wi-Fi, not the guest one; if asked, allow the app on the network."
    ),
    "help_awake": say("Keep this computer awake while you play."),
    "stop": say("Ctrl-C stops the app."),
    "stopped": say("Stopped."),
    "copied": say("The database is brought to this version; a copy of it as it was lies in {path}"),
    "upgraded": say("The database is up to date: {database}"),
    "newer_database": say(
        "A newer version of this app wrote {database}. Please install that version, or name another database."
    ),
    "no_database": say("The database {database} cannot be used: {what}"),
    "bad_setting": say("A setting cannot be used: {what}"),
    "port_taken": say(
        "Port {port} is in use by another program. Stop that one, or choose another with --port, or any with --port 0."
    ),
    "port_forbidden": say("Port {port} needs more rights than you have. Choose one from 1024 on with --port."),
}
"""What the command line says."""

PAGES: Final = {
    "score.reputation": say("Reputation"),
    "score.suspicion": say("Suspicion"),
    "score.cards": say("Cards"),
    "score.goon.bandit": say("Bandits"),
    "score.goon.cultist": say("Cultists"),
    "score.demons": say("Demons"),
    "score.goon.dwarf": say("Dwarves"),
    "score.goon.hobgoblin": say("Hobgoblins"),
    "score.goon.ratman": say("Ratmen"),
    "score.goon.flayer": say("Flayers"),
    "score.items": say("Items"),
    "score.power": say("Power cubes"),
    "score.reserved": say("Reserved items"),
    "score.valuable.blade": say("Blades"),
    "score.valuable.gem": say("Gems"),
    "score.valuable.magic": say("Magic"),
    "score.resources": say("Resources"),
    "score.gold": say("Gold"),
    "score.tomes": say("Tomes"),
    "score.goal": say("End game goal"),
    "score.marker": say("First player"),
    "score.leader": say("Leader goal"),
    "score.leader_count": say("Leader count"),
    "seat.spoon": say("Spoon"),
    "seat.die": say("Die"),
    "seat.feather": say("Feather"),
    "seat.candle": say("Candle"),
    "seat.comb": say("Comb"),
    "seat.you": say("You"),
    "seat.guards": say("Guards"),
    "letter.scrap": say("S"),
    "letter.potion": say("P"),
    "letter.iron": say("I"),
    "letter.gold": say("G"),
    "goon.bandit": say("Bandit"),
    "goon.cultist": say("Cultist"),
    "goon.demon": say("Demon"),
    "goon.dwarf": say("Dwarf"),
    "goon.hobgoblin": say("Hobgoblin"),
    "goon.ratman": say("Ratman"),
    "goon.flayer": say("Flayer"),
    "card.item": say("Item"),
    "line.track": say("Track"),
    "line.raid": say("Last raid"),
    "line.leader_goal": say("Leader goal"),
    "line.end_game_goal": say("End goal"),
    "line.bandit": say("Bandits"),
    "line.cultist": say("Cultists"),
    "line.dwarf": say("Dwarves"),
    "line.hobgoblin": say("Hobgoblins"),
    "line.demon": say("Demons"),
    "line.ratman": say("Ratmen"),
    "line.flayer": say("Flayers"),
    "line.resources": say("Resources"),
    "line.tomes": say("Tomes"),
    "line.first_player": say("First player"),
    "line.total": say("Total"),
    "text.line": say("{what} {points}"),
    "text.side": say("{rank}. {side}: {total} ({lines})"),
    "text.side_alone": say("{rank}. {side}: {total}"),
    "verdict.wins": say("{side} wins with {n}"),
    "verdict.shared": say("Shared with {n}: {sides}"),
    "verdict.guards": say("The guards win, {n} to {m}"),
    "verdict.guards_tie": say("{n} to {n}: a tie is the guards'"),
    "verdict.player": say("Victory over the guards, {n} to {m}"),
    "verdict.alone": say("{side}: {n}"),
    "verdict.follows": say("{side} follows with {n}."),
    "verdict.items": say("Tied for points; most items decided."),
    "topic.commissary": say("Shop"),
    "topic.chow_hall": say("Chow Hall"),
    "topic.cell_block": say("Cells"),
    "topic.exchange": say("Swap"),
    "topic.location": say("Place"),
    "ask.power": say("Your power cubes"),
    "ask.power.note": say("for the enforcer; empty is 1"),
    "ask.cards": say("Guard cards"),
    "ask.cards.note": say("their numbers, such as 5+3"),
    "ask.power_cards": say("Power cards"),
    "ask.power_cards.note": say("guard cards that show power"),
    "ask.guards_power": say("Guards' power cubes"),
    "ask.guards_power.note": say("for power cards; empty is 1"),
    "ask.suspicion": say("Suspicion cubes there"),
    "ask.suspicion.note": say("on the location"),
    "token.enforcer": say("Enforcer"),
    "token.lookout": say("Lookout"),
    "edition.prototype": say("Prototype"),
    "edition.first": say("First printing"),
    "edition.later": say("Later printing"),
    "answer.takes": say("The guards take 1: {resource}."),
    "answer.takes_nothing": say("The guards take nothing."),
    "answer.exchanges": say("The guards give 1 {gives} and get 1 {gets}."),
    "answer.exchanges_nothing": say("The guards exchange nothing."),
    "answer.seizes": say("The guards seize: {locations}."),
    "answer.seizes_nothing": say("The guards seize nothing."),
    "answer.crafts": say("The guards craft: {source} {place}, and pay {resources}."),
    "answer.crafts_free": say("The guards craft: {source} {place}, for free."),
    "answer.reserves": say("The guards reserve: {source} {place}."),
    "answer.takes_no_item": say("The guards take no item."),
    "answer.first": say("First: {side}, strength {strength}."),
    "answer.nobody": say("Nobody is there."),
    "note.track": say("on the track"),
    "note.last_raid": say("in the last raid"),
    "note.items": count("{count} × {n} item", "{count} × {n} items", "n"),
    "note.power": count("{count} × {n} power cube", "{count} × {n} power cubes", "n"),
    "note.plain": say("all but gold"),
    "note.each": say("{each} each"),
    "note.by_number": say("by how many"),
    "note.per_items": say("by crafted items"),
    "note.per_power": say("by power cubes"),
    "note.crafted": say("crafted ones"),
    "note.valuables": say("on items and goons"),
    "note.goal_majority": say("how many it counts"),
    "note.goal_condition": say("its points"),
    "note.goal_none": say("none"),
    "note.nobody": say("nobody yet"),
    "note.holder": say("now {side}"),
    "box.mine": say("My copy"),
    "lead": say("Lead: {side}, by {n}"),
    "lead.tie": say("Tied at {n}"),
}
"""What stands on pages and depends on the game; other texts stand in the templates."""
