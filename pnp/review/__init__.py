"""Questions about a set: contact sheets, differences between two versions, and statistics."""
