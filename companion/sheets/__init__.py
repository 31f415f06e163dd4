"""Kept score sheets: a scores request that is stored, found by its link, changed by who may."""
