"""The parts of every page: frame, files, icons, reasons."""
