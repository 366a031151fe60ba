import ActivityKit
import SwiftUI
import WidgetKit

@main
struct BankWidgets: WidgetBundle {
    var body: some Widget { DeliveryWidget() }
}

/// The Live Activity of a delivery, whose state arrives sealed.
struct DeliveryWidget: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: DeliveryAttributes.self) { context in
            DeliveryView(state: try? DeliveryState.open(context.state.sealed, of: context.attributes.activity))
                .padding()
        } dynamicIsland: { context in
            let state = try? DeliveryState.open(context.state.sealed, of: context.attributes.activity)
            return DynamicIsland {
                DynamicIslandExpandedRegion(.center) { DeliveryView(state: state) }
            } compactLeading: {
                Image(systemName: "shippingbox")
            } compactTrailing: {
                Text(state.map { "\($0.stopsLeft)" } ?? "–")
            } minimal: {
                Image(systemName: "shippingbox")
            }
        }
    }
}

/// The opened state, or a view without it when the envelope does not open.
struct DeliveryView: View {
    let state: DeliveryState?

    var body: some View {
        if let state {
            Text("\(state.courier): \(state.stopsLeft) stops left")
        } else {
            Text("A delivery is on its way")
        }
    }
}
