import Testing

@testable import sealedpush

@Suite("metrics of keyrings")
struct PrometheusGaugeTests {
    @Test("labels are escaped as the format demands: backslash, quotation mark and line feed")
    func escaping() {
        let value = PrometheusGauge.Value(labels: [("a", "\\ \" \n é"), ("b", "")], value: 1)
        let gauge = PrometheusGauge(name: "g", help: "Help.", values: [value])
        #expect(gauge.lines == ["# HELP g Help.", "# TYPE g gauge", #"g{a="\\ \" \n é",b=""} 1"#])
    }

    @Test("a mark after a quotation mark, and a line feed after a carriage return, do not hide them from escaping")
    func escapingScalars() {
        let value = PrometheusGauge.Value(labels: [("a", "\"\u{301}\\\u{301}\r\n")], value: 1)
        let gauge = PrometheusGauge(name: "g", help: "Help.", values: [value])
        let label = #"g{a="\""# + "\u{301}" + #"\\"# + "\u{301}\r" + #"\n"} 1"#
        #expect(gauge.lines.last.map { Array($0.utf8) } == Array(label.utf8))
    }
}
