import SwiftUI

@main
struct BankApp: App {
    @UIApplicationDelegateAdaptor private var delegate: AppDelegate

    var body: some Scene {
        WindowGroup { StatusView(delegate: delegate) }
    }
}

struct StatusView: View {
    let delegate: AppDelegate
    @Environment(\.scenePhase) private var phase

    var body: some View {
        VStack(spacing: 16) {
            Text(delegate.status).textSelection(.enabled)
            Button("Follow a delivery", action: delegate.followDelivery)
        }
        .padding()
        .onChange(of: phase) {
            if phase == .active { delegate.update() }
        }
    }
}
