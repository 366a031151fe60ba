import Foundation
import PushOpener

/// The reports of the extension on stale keys, for the app to send: the latest one about each subject, in the shared folder.
nonisolated struct KeyReports {
    private var folder: URL? {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: Bank.appGroup)
    }

    /// Keeps reports; a report that cannot be kept is made again for the next push.
    func keep(_ reports: [KeyReport]) {
        for report in reports {
            guard let file = file(of: report.subject) else { continue }
            try? Data(report.serialized()).write(to: file, options: .atomic)
        }
    }

    /// Removes the kept reports and returns them.
    func take() -> [KeyReport] {
        [KeyReport.Subject.recipient, .sender].compactMap { subject in
            guard let file = file(of: subject), let data = try? Data(contentsOf: file) else { return nil }
            try? FileManager.default.removeItem(at: file)
            return try? KeyReport(parsing: Array(data))
        }
    }

    private func file(of subject: KeyReport.Subject) -> URL? {
        folder?.appendingPathComponent("report-\(subject.rawValue).json")
    }
}
