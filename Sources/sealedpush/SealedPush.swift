@main
struct SealedPush {
    static func main() {}
}
