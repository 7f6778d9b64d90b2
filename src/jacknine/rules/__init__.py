"""What any game of the family is made of: a vocabulary of rule parts. Nothing in here names a game."""
