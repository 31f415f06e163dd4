"""Where the bundle begins: the command `lockup`."""

from companion.__main__ import main

main()
