// A payload is JSON: whoever has the payload writes and reads its members.
@_exported public import StrictJSON
