"""What the body of a question may hold: each field checks a value, reads it, and describes itself, all from one place.

Nearly every body fits, so that reading one is compiled: `read` takes the value apart once and says nothing of a fault.
Where it fails, `faults` names everything that is wrong.
"""
