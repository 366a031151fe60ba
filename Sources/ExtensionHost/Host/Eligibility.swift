import PushPayload
import StrictJSON

extension SystemPolicy {
    /// Returns the reason why the system does not call an extension for this push, or nil if it does (Apple, "Modifying
    /// content in newly delivered notifications").
    func reasonNotToCall(for push: HostedPush) -> DeliveryReason? {
        let aps = push.payload.aps
        guard push.original.content.hasAlertText else {
            return DeliveryReason(.noAlert, "the payload shows no alert, so no extension is called")
        }
        guard aps.mutableContent else {
            return DeliveryReason(.notMutable, "\"mutable-content\" is not 1, so no extension is called")
        }
        guard alertsEnabled else {
            return DeliveryReason(.alertsDisabled, "the user has turned alerts off, so no extension is called")
        }
        guard callsForAlertText || aps.alert?.json.objectValue != nil else {
            return DeliveryReason(.alertIsText, "the alert is a string; Apple documents the call only for a dictionary")
        }
        guard callsForLocalizationKeys || aps.alert?.hasLiteral == true else {
            return DeliveryReason(.onlyLocalizationKeys, "the alert has no literal title, subtitle or body")
        }
        return nil
    }
}
