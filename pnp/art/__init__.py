"""Art of the designer's own: pictures and signs in files beside the set."""
