"""The project's own cases, a module a topic."""
