// The name of a keyring is a text that is compared by its bytes, and the JSON types come with it.
@_exported public import StrictJSON
