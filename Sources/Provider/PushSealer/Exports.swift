// A provider writes `import PushSealer` and has the payload it seals and the keys it seals to.
@_exported public import KeyManagement
@_exported public import PushPayload
@_exported public import SealedEnvelope
