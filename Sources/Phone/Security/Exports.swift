// On a phone these names come with Foundation.
@_exported public import FoundationAdditions
