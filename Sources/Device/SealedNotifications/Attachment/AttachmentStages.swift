import Foundation
import PushOpener
import PushPayload
import SealedEnvelope
import StrictJSON
import UserNotifications

/// The stages that attach a push's sealed attachments: their thumbnails at once, then the files.
struct AttachmentStages: Sendable {
    private let policy: AttachmentPolicy
    private let attachments: [SealedAttachment]
    private let handover: Handover
    private let time: TimeLimit
    /// A folder of this push alone.
    private let folder: URL

    /// Returns the stages of a push; none without attachments, or with some that are not valid, which the report says.
    static func stages(
        of push: OpenedPush, policy: AttachmentPolicy?, in time: TimeLimit?, handover: Handover
    ) -> [NotificationStage] {
        guard let policy, let time, push.payload.attachments?.isEmpty != true else { return [] }
        guard let attachments = push.payload.attachments else {
            handover.improve { $0.attachments = [.invalidDescriptor] }
            return []
        }
        handover.improve { $0.attachments = attachments.map { _ in .outOfTime } }
        let stages = AttachmentStages(
            policy: policy, attachments: attachments, handover: handover, time: time,
            folder: policy.folder.appending(path: UUID().uuidString))
        return [
            NotificationStage("thumbnails") { content, _ in
                stages.attachThumbnails(to: content)
                return content
            },
            NotificationStage("attachments", pace: .slow) { content, _ in
                stages.attach(await stages.files(), to: content)
                return content
            },
        ]
    }

    private func attachThumbnails(to content: UNMutableNotificationContent) {
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let thumbnails = attachments.indices.compactMap { index -> UNNotificationAttachment? in
            guard let bytes = attachments[index].thumbnailBytes, let type = AttachmentType(signature: bytes),
                type == .jpeg || type == .png
            else { return nil }
            let file = folder.appending(path: "thumbnail-\(index).\(type.fileExtension)")
            guard (try? Data(bytes).write(to: file)) != nil else { return nil }
            return Self.attachment(index, file, type)
        }
        content.attachments = thumbnails + content.attachments
    }

    /// A file that passed all checks, or the code of the first that failed.
    private typealias Outcome = Result<(url: URL, type: AttachmentType), AttachmentError>

    /// Fetches and opens the files, one after another.
    private func files() async -> [Outcome] {
        removeOldFolders()
        var outcomes: [Outcome] = []
        for index in attachments.indices {
            do throws(AttachmentError) {
                outcomes.append(.success(try await file(index)))
            } catch {
                outcomes.append(.failure(error))
            }
        }
        return outcomes
    }

    private func file(_ index: Int) async throws(AttachmentError) -> (url: URL, type: AttachmentType) {
        let attachment = attachments[index]
        let type = try policy.check(attachment)
        guard let url = URL(string: attachment.url) else {
            throw AttachmentError(.forbiddenHost, "the address is not a URL")
        }
        guard !time.isOver() else {
            throw AttachmentError(.outOfTime, "the extension's time is nearly over")
        }
        let download = try BlobDownload(of: attachment, in: folder)
        try await download.run(from: url, by: policy.fetcher, in: time)
        let file = folder.appending(path: "\(index).\(type.fileExtension)")
        try download.open(attachment, to: file)
        return (file, type)
    }

    /// Puts each file in the place of its thumbnail, before the app's own attachments, and reports the others.
    private func attach(_ outcomes: [Outcome], to content: UNMutableNotificationContent) {
        var (attached, codes): ([UNNotificationAttachment], [AttachmentError.Code?]) = ([], [])
        for (index, outcome) in outcomes.enumerated() {
            let thumbnail = content.attachments.first { UTF8Text($0.identifier) == UTF8Text(Self.identifier(index)) }
            switch outcome {
            case .success(let (url, type)):
                let file = Self.attachment(index, url, type)
                attached += [file ?? thumbnail].compactMap { $0 }
                codes.append(file == nil ? .wrongContent : nil)
            case .failure(let error):
                attached += [thumbnail].compactMap { $0 }
                codes.append(error.code)
            }
        }
        let own = Set(attachments.indices.map { UTF8Text(Self.identifier($0)) })
        content.attachments = attached + content.attachments.filter { !own.contains(UTF8Text($0.identifier)) }
        handover.improve { $0.attachments = codes }
    }

    private static func identifier(_ index: Int) -> String { "sealedpush-\(index)" }

    /// Returns an attachment; a file that the system does not accept is removed.
    private static func attachment(_ index: Int, _ file: URL, _ type: AttachmentType) -> UNNotificationAttachment? {
        let options = [UNNotificationAttachmentOptionsTypeHintKey: type.rawValue]
        let attachment = try? UNNotificationAttachment(identifier: identifier(index), url: file, options: options)
        if attachment == nil { try? FileManager.default.removeItem(at: file) }
        return attachment
    }

    /// Removes what extensions that were ended have left: the system has moved what was attached.
    private func removeOldFolders() {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey]
        let folders = try? FileManager.default.contentsOfDirectory(
            at: policy.folder, includingPropertiesForKeys: Array(keys))
        for folder in folders ?? [] {
            let date = (try? folder.resourceValues(forKeys: keys))?.contentModificationDate ?? .distantPast
            if date < Date(timeIntervalSinceNow: -3600) { try? FileManager.default.removeItem(at: folder) }
        }
    }
}
