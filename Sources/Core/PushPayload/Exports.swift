// A payload is JSON, so its users need the JSON types.
@_exported public import StrictJSON
