"""The same files, embedder and cases through other products, each set up as its own documentation does."""
