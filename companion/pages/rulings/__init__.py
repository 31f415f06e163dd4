"""Ask the guards, raids, and the reference of the rules."""
