/// A type of files or data.
///
/// The types are those that the system declares and a notification uses: media for attachments, texts and pages. Types
/// that an app declares in its `Info.plist` do not exist on Linux.
public struct UTType: Hashable, Sendable {
    /// The identifier, for example `public.png`.
    public let identifier: String

    /// Returns the type of an identifier, or nil if the system does not declare it.
    public init?(_ identifier: String) {
        guard let declared = Declaration.all.first(where: { $0.identifier.isSame(as: identifier) }) else { return nil }
        self.identifier = declared.identifier
    }

    /// Returns the type of a file name's extension, or nil if no known type that conforms to `supertype` has it.
    ///
    /// A phone makes a dynamic type for an unknown extension.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(conformingTo: supertype) { $0.extensions.contains { $0.isSame(as: filenameExtension) } }
    }

    /// Returns the type of a MIME type, or nil if no known type that conforms to `supertype` has it.
    ///
    /// A phone makes a dynamic type for an unknown MIME type.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(conformingTo: supertype) { $0.mimeTypes.contains { $0.isSame(as: mimeType) } }
    }

    private init?(conformingTo supertype: UTType, where matches: (Declaration) -> Bool) {
        let declared = Declaration.all.first { matches($0) && UTType($0).conforms(to: supertype) }
        guard let declared else { return nil }
        self.init(declared)
    }

    private init(_ declaration: Declaration) { identifier = declaration.identifier }

    /// Creates a type that is declared here.
    init(declared identifier: String) { self.identifier = identifier }

    private var declaration: Declaration? { Declaration.all.first { $0.identifier == identifier } }

    /// The usual extension of a file's name.
    public var preferredFilenameExtension: String? { declaration?.extensions.first }
    /// The usual MIME type.
    public var preferredMIMEType: String? { declaration?.mimeTypes.first }
    /// The types that this one conforms to, directly or through others.
    public var supertypes: Set<UTType> {
        (declaration?.supertypes ?? []).map(UTType.init(declared:)).reduce(into: []) { types, type in
            types.formUnion(type.supertypes)
            types.insert(type)
        }
    }

    /// Returns whether the type is `type` or conforms to it.
    public func conforms(to type: UTType) -> Bool { self == type || supertypes.contains(type) }

    /// Returns whether `type` is among the types that this one conforms to.
    public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }
}

extension UTType: CustomStringConvertible {
    /// The identifier.
    public var description: String { identifier }
}

extension String {
    /// Identifiers, extensions and MIME types are compared without regard to case.
    fileprivate func isSame(as other: String) -> Bool { lowercased().utf8.elementsEqual(other.lowercased().utf8) }
}
