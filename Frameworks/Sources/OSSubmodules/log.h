// The submodule os.log; its symbols are those of the Swift module os.
