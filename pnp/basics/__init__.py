"""Basics that everything else uses: findings and errors, lengths, words, and folders."""
