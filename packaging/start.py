"""Where the bundle begins: the command `lockup`."""

from multiprocessing import freeze_support

from companion.__main__ import main

# Where a process cannot be copied, another one of `lockup simulate --jobs` begins here as well.
freeze_support()
main()
