"""What a score sheet is worth, line by line and with reasons. As pure as `companion.rules`, which it is built on."""
