import StrictJSON

private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension JSONObject {
    /// Reads an object of texts, numbers of 32 bits and such objects, the values that messages have.
    ///
    /// Other values are null, which no member may be.
    init(from decoder: any Decoder, depth: Int) throws {
        let container = try decoder.container(keyedBy: Name.self)
        self.init()
        for name in container.allKeys {
            if let text = try? container.decode(String.self, forKey: name) {
                self[name.stringValue] = .string(text)
            } else if let number = try? container.decode(UInt32.self, forKey: name) {
                self[name.stringValue] = .number(JSONNumber(number))
            } else if depth > 1,
                let object = try? JSONObject(from: container.superDecoder(forKey: name), depth: depth - 1)
            {
                self[name.stringValue] = .object(object)
            } else {
                self[name.stringValue] = .null
            }
        }
    }

    /// Writes a message.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for member in self {
            let name = Name(stringValue: member.name)
            switch member.value {
            case .string(let text): try container.encode(text, forKey: name)
            case .number(let number): try container.encode(number.int, forKey: name)
            case .object(let object): try object.encode(to: container.superEncoder(forKey: name))
            default: break
            }
        }
    }
}
