// What every Swift program costs before it does anything.
