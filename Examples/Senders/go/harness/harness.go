// The adapter of the sender for tests, by Documentation/harness-protocol.md.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"

	sealedpush "sealedpush.example/sender"
)

type jwk struct {
	X, D, K    string
	Sealedpush struct{ Chain *sealedpush.Chain }
}

type request struct {
	ID       int64
	Describe json.RawMessage
	Seal     *struct {
		Suite                    int
		PushType, EnvelopeKey    string
		Purpose                  *string
		Topic, Audience          string
		Now                      uint32
		ExpiresAt                uint32
		Sequence                 *uint64
		Padding                  int
		Visible                  [][]string
		Placeholder              string
		Broadcast                bool
		Device, Provider, Shared jwk
		Payload                  string
	}
}

func main() {
	input, output := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		line, end := input.ReadBytes('\n')
		if len(line) > 0 {
			if err := output.Encode(answer(line)); err != nil {
				return
			}
		}
		if end != nil {
			return
		}
	}
}

func answer(line []byte) map[string]any {
	var asked request
	failure := json.Unmarshal(line, &asked)
	answer := map[string]any{"id": asked.ID}
	if failure != nil || asked.Describe == nil && asked.Seal == nil {
		answer["error"] = "not a request to a sender"
		return answer
	}
	if asked.Describe != nil {
		answer["name"], answer["suites"] = "Go sender", []int{1, 2, 3, 5}
		return answer
	}
	seal := asked.Seal
	options := sealedpush.Options{Topic: seal.Topic, Audience: seal.Audience, IssuedAt: seal.Now,
		ExpiresAt: seal.ExpiresAt, Sequence: seal.Sequence, Padding: seal.Padding, PushType: seal.PushType,
		EnvelopeKey: seal.EnvelopeKey, Placeholder: seal.Placeholder, Visible: seal.Visible, Broadcast: seal.Broadcast}
	if seal.Padding == 0 {
		options.Padding = sealedpush.MaximumPadding
	}
	options.Chain = seal.Device.Sealedpush.Chain
	if (options.Chain != nil) != (seal.Suite == 5) {
		answer["refused"] = "suiteMismatch"
		return answer
	}
	switch seal.Suite {
	case 1, 5:
		options.Device, options.Provider = key(seal.Device.X), key(seal.Provider.D)
	case 2:
		options.Device = key(seal.Device.X)
	case 3:
		options.Shared = key(seal.Shared.K)
	}
	var err error
	if seal.Purpose != nil {
		answer["envelope"], err = sealedpush.Envelope(seal.Payload, *seal.Purpose, options)
	} else {
		answer["body"], answer["bytesLeft"], err = sealedpush.Push(seal.Payload, options)
	}
	var refusal sealedpush.Refusal
	if errors.As(err, &refusal) {
		return map[string]any{"id": asked.ID, "refused": refusal}
	}
	if err != nil {
		return map[string]any{"id": asked.ID, "error": "unexpected failure"}
	}
	return answer
}

// key returns the bytes of a key; one that is not base64url is refused by its length.
func key(text string) []byte {
	bytes, _ := base64.RawURLEncoding.Strict().DecodeString(text)
	return bytes
}
