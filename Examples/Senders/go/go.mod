module sealedpush.example/sender

go 1.19

require golang.org/x/crypto v0.4.0

require golang.org/x/sys v0.3.0 // indirect

replace (
	golang.org/x/crypto => /usr/share/gocode/src/golang.org/x/crypto
	golang.org/x/net => /usr/share/gocode/src/golang.org/x/net
	golang.org/x/sys => /usr/share/gocode/src/golang.org/x/sys
	golang.org/x/term => /usr/share/gocode/src/golang.org/x/term
	golang.org/x/text => /usr/share/gocode/src/golang.org/x/text
)
