"""What an operator is: its declaration, its attributes, its names, and what the runtime tells it."""
