"""The actions that are possible next, and the way one act is carried out. Pure."""
