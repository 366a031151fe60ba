import Testing

@testable import sealedpush

@Suite("metrics of keyrings")
struct PrometheusGaugeTests {
    @Test("labels are escaped as the format demands: backslash, quotation mark and line feed")
    func escaping() {
        let labels = [("a", "\\ \" \n é"), ("b", "")]
        let gauge = PrometheusGauge(name: "g", help: "Help.", values: [(labels, 1)])
        #expect(gauge.lines == ["# HELP g Help.", "# TYPE g gauge", #"g{a="\\ \" \n é",b=""} 1"#])
    }

    @Test("a mark after a quotation mark, and a line feed after a carriage return, do not hide them from escaping")
    func escapingScalars() {
        let labels = [("a", "\"\u{301}\\\u{301}\r\n")]
        let gauge = PrometheusGauge(name: "g", help: "Help.", values: [(labels, 1)])
        let label = #"g{a="\""# + "\u{301}" + #"\\"# + "\u{301}\r" + #"\n"} 1"#
        #expect(gauge.lines.last.map { Array($0.utf8) } == Array(label.utf8))
    }
}
