"""The ground: findings and errors, lengths, words."""
