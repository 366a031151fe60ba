import Foundation

/// Looks for bytes in all of the process's own memory that can be written.
///
/// The needles lie in a region of the scanner's own, which is left out of the scan, so that it does not find itself.
final class MemoryScan {
    private static let chunkByteCount = 1 << 20
    private let region: UnsafeMutableRawPointer
    private let regionByteCount = 2 << 20
    private var needles: [(name: String, offset: Int, count: Int)] = []
    private var used = chunkByteCount + 4096

    init() throws {
        let region = mmap(nil, regionByteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let region, region != MAP_FAILED else { throw POSIXError(.ENOMEM) }
        self.region = region
    }

    deinit { munmap(region, regionByteCount) }

    /// Takes a needle one byte after the other, so that no copy of it stands anywhere else.
    func add(_ name: String, count: Int, byte: (Int) -> UInt8) {
        let start = region + used
        for index in 0..<count { start.storeBytes(of: byte(index), toByteOffset: index, as: UInt8.self) }
        needles.append((name, used, count))
        used += count
    }

    /// Takes the base64 or base64url characters of a needle's whole groups of three bytes.
    func addBase64(_ name: String, alphabet: StaticString, byteCount: Int, byte: (Int) -> UInt8) {
        add(name, count: byteCount / 3 * 4) { index in
            let group = index / 4 * 3
            let bits = UInt32(byte(group)) << 16 | UInt32(byte(group + 1)) << 8 | UInt32(byte(group + 2))
            return alphabet.utf8Start[Int(bits >> (18 - 6 * UInt32(index % 4)) & 63)]
        }
    }

    /// The names of the needles that are found, once for each place.
    func found() throws -> [String] {
        let maps = try Self.maps()
        let memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw POSIXError(.EACCES) }
        defer { close(memory) }
        var found: [String] = []
        for line in maps.split(separator: "\n") {
            let fields = line.split(separator: " ")
            let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            // Guarded memory is read-only once filled, so everything that no file is behind counts, too.
            let isOfFile = fields.count > 5 && fields[5].hasPrefix("/") && !fields[1].contains("w")
            guard bounds.count == 2, fields[1].hasPrefix("r"), !isOfFile, fields.last?.hasPrefix("[v") != true else {
                continue
            }
            found += scan(memory, bounds[0], bounds[1])
        }
        return found
    }

    /// The process's mappings; the system gives them a page at a time, so Foundation's reader sees the first page only.
    private static func maps() throws -> String {
        let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw POSIXError(.EACCES) }
        defer { close(file) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(file, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += buffer[..<count]
        }
    }

    private func scan(_ memory: Int32, _ start: UInt, _ end: UInt) -> [String] {
        let own = UInt(bitPattern: region)..<UInt(bitPattern: region) + UInt(regionByteCount)
        let longest = needles.map(\.count).max() ?? 0
        var found: [String] = []
        var address = start
        while address < end {
            if own.contains(address) {
                address = own.upperBound
                continue
            }
            let limit = address < own.lowerBound ? min(end, own.lowerBound) : end
            let count = pread(memory, region, min(Self.chunkByteCount, Int(limit - address)), off_t(address))
            guard count > 0 else { break }
            for needle in needles { found += Array(repeating: needle.name, count: occurrences(of: needle, in: count)) }
            // The chunks overlap, so that a needle across their border is found.
            address += count > longest && address + UInt(count) < limit ? UInt(count - longest + 1) : UInt(count)
        }
        return found
    }

    private func occurrences(of needle: (name: String, offset: Int, count: Int), in count: Int) -> Int {
        let first = Int32((region + needle.offset).load(as: UInt8.self))
        var occurrences = 0
        var offset = 0
        while offset + needle.count <= count,
            let place = memchr(region + offset, first, count - needle.count - offset + 1)
        {
            if memcmp(place, region + needle.offset, needle.count) == 0 { occurrences += 1 }
            offset = place - region + 1
        }
        return occurrences
    }
}
