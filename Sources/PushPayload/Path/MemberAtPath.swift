public import StrictJSON

extension JSONObject {
    /// The member at a path.
    ///
    /// Reading returns nil if a name is absent or the path leads through a value that is not an object. Setting a value
    /// creates the objects on the path and replaces other values there. Setting nil removes the member and keeps the
    /// objects on the path, even empty ones.
    public subscript(path: PayloadPath) -> JSONValue? {
        get { member(at: path.names[...]) }
        set { setMember(at: path.names[...], newValue) }
    }

    private func member(at names: ArraySlice<String>) -> JSONValue? {
        guard let name = names.first, let value = self[name] else { return nil }
        return names.count == 1 ? value : value.objectValue?.member(at: names.dropFirst())
    }

    private mutating func setMember(at names: ArraySlice<String>, _ value: JSONValue?) {
        guard let name = names.first else { return }
        if names.count == 1 {
            self[name] = value
        } else if var object = self[name]?.objectValue ?? (value == nil ? nil : [:]) {
            object.setMember(at: names.dropFirst(), value)
            self[name] = .object(object)
        }
    }
}
