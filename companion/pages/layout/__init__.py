"""What every page stands in: frame, files, signs, reasons."""
