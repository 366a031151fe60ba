import ArgumentParser
import KeyManagement
import PushPayload
import SealedEnvelope

/// The values of options in their command-line form.
enum ArgumentValues {
    /// Parses the name of a role.
    static func role(_ text: String) throws -> KeyRole {
        guard let role = KeyRole(rawValue: text) else {
            throw ValidationError("the roles are \(KeyRole.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return role
    }

    /// Parses `none`, `max` or a block size in bytes.
    static func padding(_ text: String) throws -> Padding {
        switch text {
        case "none": return .none
        case "max": return .maximum
        default:
            guard let size = Int(text), Padding.blockSizes.contains(size) else {
                throw ValidationError("padding is none, max or a block of 1 to 4096 bytes")
            }
            return .block(size)
        }
    }

    /// Parses whole seconds.
    static func seconds(_ text: String) throws -> UInt32 {
        guard let seconds = UInt32(text) else {
            throw ValidationError("seconds are a whole number from 0 to \(UInt32.max)")
        }
        return seconds
    }

    /// Parses a sequence number.
    static func sequence(_ text: String) throws -> UInt64 {
        guard let number = UInt64(text) else {
            throw ValidationError("pushes are counted by whole numbers from 0 to \(UInt64.max)")
        }
        return number
    }

    /// Parses the name of a suite.
    static func suite(_ text: String) throws -> SealingSuite {
        guard let suite = SealingSuite(name: text) else {
            throw ValidationError("the suites are \(SealingSuite.allCases.map(\.name).joined(separator: ", "))")
        }
        return suite
    }

    /// Parses a push type that Apple documents; a misspelled one would be sealed without a placeholder.
    static func pushType(_ text: String) throws -> PushType {
        guard let type = PushType.documented.first(where: { $0.rawValue == text }) else {
            let names = PushType.documented.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("the push types are \(names)")
        }
        return type
    }
}
