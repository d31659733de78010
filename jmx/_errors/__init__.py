"""How errors are told: the words of messages, and what is shown of errors that nobody catches."""
