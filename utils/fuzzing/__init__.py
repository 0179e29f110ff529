"""The parts of utils/fuzz.py."""
