"""Games on paper: positions in a line, records in a file, and shuffles that anybody can do again."""
