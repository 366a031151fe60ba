// Swift Testing asks for this module in a file that imports both Testing and UIKit. On a phone it attaches images to
// tests; here it is empty, so that such a file compiles.
