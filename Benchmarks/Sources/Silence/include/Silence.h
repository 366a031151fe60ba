#ifndef SILENCE_H
#define SILENCE_H

// A virtual machine's processor is often one thread of a core whose other thread is a stranger's, which no clock of the
// guest sees. A probe does: as many additions at once as the core can do take nearly twice as long then.

// Waits until nobody else uses the core that the caller runs on, but no longer than so many milliseconds.
void silence_wait(long milliseconds);

// The same of every core that the process may use.
void silence_wait_on_all(long milliseconds);

#endif
