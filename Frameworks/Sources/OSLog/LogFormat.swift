import Foundation

/// A format string of `os_log`: the conversions of C, each with options in braces.
struct LogFormat {
    private enum Part {
        case literal(String)
        case conversion(String, isHidden: Bool)
    }

    private var parts: [Part] = []

    /// Splits a format string; what is not a conversion stays as it is.
    init(_ format: String) {
        var rest = Substring(format)
        while let percent = rest.firstIndex(of: "%") {
            parts.append(.literal(String(rest[..<percent])))
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                parts.append(.literal("%"))
                rest = rest.dropFirst()
                continue
            }
            guard let options = Self.options(&rest) else { break }
            let flags = rest.prefix { "-+ #0123456789.hlqLtzj".contains($0) }
            rest = rest[flags.endIndex...]
            guard let type = rest.popFirst() else { return }
            let isScalar = !"@sSP".contains(type)
            let isHidden =
                options.contains("private") || options.contains("sensitive")
                || (!isScalar && !options.contains("public"))
            parts.append(.conversion("%\(flags)\(type)", isHidden: isHidden))
        }
        parts.append(.literal(String(rest)))
    }

    /// Takes the words between braces after the percent sign; nil if the braces are not closed.
    private static func options(_ rest: inout Substring) -> [Substring]? {
        guard rest.first == "{" else { return [] }
        guard let end = rest.firstIndex(of: "}") else { return nil }
        let options = rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...]
        return options.split { $0 == "," || $0 == " " }
    }

    /// The text of a message; conversions without an argument stay as they are.
    func text(of arguments: [any CVarArg]) -> String {
        var remaining = arguments[...]
        return parts.map { part in
            switch part {
            case .literal(let text): return text
            case .conversion("%m", _): return String(describing: POSIXErrorCode(rawValue: errno) ?? .EINVAL)
            case .conversion(let conversion, let isHidden):
                guard let argument = remaining.popFirst() else { return conversion }
                if isHidden && !LogOutput.showsPrivateData { return "<private>" }
                return text(of: argument, conversion)
            }
        }.joined()
    }

    private static func bits(of number: some FixedWidthInteger) -> UInt64 {
        UInt64(truncatingIfNeeded: number) & (UInt64.max >> (64 - min(64, number.bitWidth)))
    }

    /// The text of one argument.
    ///
    /// Only conversions that fit the type are passed on: C would read another type from memory.
    private func text(of argument: any CVarArg, _ conversion: String) -> String {
        let type = conversion.last
        switch argument {
        case let number as any FixedWidthInteger where type.map("diouxXc".contains) == true:
            if type == "c" { return UnicodeScalar(UInt8(truncatingIfNeeded: number)).description }
            let flags = conversion.dropFirst().dropLast().filter { !"hlqLtzj".contains($0) }
            return type == "d" || type == "i"
                ? String(format: "%\(flags)lld", Int64(truncatingIfNeeded: number))
                : String(format: "%\(flags)ll\(type ?? "u")", Self.bits(of: number))
        case let number as Double where type.map("fFeEgGaA".contains) == true:
            return String(format: conversion.filter { $0 != "L" && $0 != "l" }, number)
        default:
            return String(describing: argument)
        }
    }
}
