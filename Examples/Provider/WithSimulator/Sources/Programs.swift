// A target has a source; this one has only the programs on which it depends.
