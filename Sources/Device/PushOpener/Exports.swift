// `import PushOpener` also provides the payload and key types that a device half uses.
@_exported public import KeyManagement
@_exported public import PushPayload
@_exported public import SealedEnvelope
