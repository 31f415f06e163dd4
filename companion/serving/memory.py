"""What a server does with its memory before it answers."""

import gc


def settle() -> None:
    """What the app is made of is no garbage: where it is not looked for in there, a page takes an eighth less.

    Neither is it when the process ends, which then takes a fifth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
