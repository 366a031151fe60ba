// Package sealedpush seals push notifications by Documentation/wire-format.md (§). Copy this file into your project.
package sealedpush

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"net/http"
	"reflect"
	"regexp"
	"strings"

	"golang.org/x/crypto/chacha20poly1305"
	"golang.org/x/crypto/curve25519"
)

// Options are keys of 32 bytes, which select the suite (§1.1), the fields of an envelope, and those of a push (§4).
type Options struct {
	Device, Provider, Shared           []byte // public key of the device, secret one of the provider; or a shared key
	Topic, Audience                    string
	IssuedAt                           uint32 // UNIX seconds
	ExpiresAt                          *uint32
	Sequence                           *uint64
	Padding                            int        // a block of 1 to 4096, or MaximumPadding
	PushType, EnvelopeKey, Placeholder string     // the last is JSON text: the alert in the clear
	Visible                            [][]string // paths of member names
	Broadcast                          bool
}

const MaximumPadding = 1 << 20 // fills a push up to its limit

// Refusal is the error of what cannot be sealed. It holds no content.
type Refusal struct{ Code, Reason string }

func (r *Refusal) Error() string { return r.Code + ": " + r.Reason }

func require(ok bool, code, reason string) {
	if !ok {
		panic(&Refusal{code, reason}) // catch makes it the error of Push or Envelope
	}
}

func must[T any](value T, err error) T {
	require(err == nil, "cannotSeal", "unusable key")
	return value
}

func catch(err *error) {
	if failure := recover(); failure != nil {
		*err = failure.(error)
	}
}

// jsonString matches no string with half of a surrogate pair, which encoding/json would replace.
var jsonString = regexp.MustCompile(`"([^"\\]|\\([^u]|u[^dD]...|u[dD][0-7]..|u[dD][89abAB]..\\u[dD][c-fC-F]..))*"`)

// strict returns a JSON text by §4.5 without its white space, and its value, in which numbers keep their texts.
func strict(text string, depth int) (compact string, value any) {
	valid := len(text) <= 65536 && strings.ToValidUTF8(text, "") == text && json.Valid([]byte(text))
	require(valid, "invalidPayload", "not JSON of at most 65536 bytes")
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	must(0, decoder.Decode(&value))
	// What is left without strings shows half pairs, nulls, nesting, and by its colons how many names an object lost.
	bare, kept := jsonString.ReplaceAllString(text, ""), jsonString.ReplaceAllString(encode(value), "")
	valid = !strings.Contains(bare, `\`) && !strings.Contains(bare, "null")
	require(valid && strings.Count(bare, ":") == strings.Count(kept, ":"), "invalidPayload", "half a pair, null or name twice")
	for _, character := range bare {
		depth += strings.Count("]}", string(character)) - strings.Count("[{", string(character))
		require(depth >= 0, "invalidPayload", "nested too deep")
	}
	return encode(json.RawMessage(text)), value
}

func encode(value any) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	must(0, encoder.Encode(value))
	return strings.TrimSpace(text.String())
}

type object = map[string]any

type part struct {
	purpose, text string // the text is first the content, then the message
	holder        object // of the envelope
}

// Push returns the body of a push (§4), and the number of bytes by which the content can grow.
func Push(payload string, o Options) (body string, bytesLeft int, err error) {
	defer catch(&err)
	content, value := strict(payload, 512)
	root, _ := value.(object)
	aps, isObject := root["aps"].(object)
	require(isObject || root["aps"] == nil, "invalidPayload", "aps is not an object")
	isName := regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`).MatchString(o.EnvelopeKey) && o.EnvelopeKey != "aps"
	require(isName, "invalidEnvelopeKey", "not a name by §4.1")
	shown, live := o.visiblePart(root, aps), o.PushType == "liveactivity"
	parts := []part{{o.PushType, content, shown}}
	if live {
		parts, shown = o.liveParts(content, aps, shown), root
	}
	header, overhead := o.header()
	free := pick(o.PushType == "voip" || live && o.Broadcast, 5120, 4096)
	length := func(p part) int { return (4*(overhead+len(p.text)) + 2) / 3 }
	capacity := func(p part) int { return 3*(free+length(p))/4 - overhead } // §6, beside the other part
	for i, p := range parts {
		require(p.holder[o.EnvelopeKey] == nil, "invalidEnvelopeKey", "a visible member has this name")
		p.holder[o.EnvelopeKey], parts[i].text = "", o.message(p.text)
		free -= length(parts[i])
	}
	free, bytesLeft = free-len(encode(shown)), 1<<16
	for _, p := range parts {
		bytesLeft = pick(capacity(p)-len(p.text) < bytesLeft, capacity(p)-len(p.text), bytesLeft)
	}
	require(bytesLeft >= 0, "tooLarge", "the content must be shorter")
	for i := len(parts) - 1; i >= 0; i-- { // attributes first
		p, least := parts[i], length(parts[i])
		p.text = pad(p.text, pick(i == 1 && o.Padding == MaximumPadding, 64, o.Padding), capacity(p))
		free += least - length(p)
		p.holder[o.EnvelopeKey] = o.seal(header, p.purpose, p.text)
	}
	return encode(shown), bytesLeft, nil
}

// Envelope returns the text of an envelope on its own (§4.4).
func Envelope(content, purpose string, o Options) (envelope string, err error) {
	defer catch(&err)
	require(o.Padding != MaximumPadding, "invalidPadding", "an envelope on its own has no maximum")
	text, _ := strict(content, 512-map[string]int{"liveactivity/content-state": 2, "liveactivity/attributes": 2}[purpose])
	header, _ := o.header()
	return o.seal(header, purpose, pad(o.message(text), o.Padding, MaximumPadding)), nil
}

// visiblePart returns the members in the clear of a payload, or of the objects in a Live Activity (§4.2, §4.3).
func (o *Options) visiblePart(root, aps object) object {
	shown, visible := object{}, o.Visible[:len(o.Visible):len(o.Visible)]
	var placeholder any
	switch aps["content-available"].(type) {
	case json.Number, bool:
		visible = append(visible, []string{"aps", "content-available"})
	}
	if o.PushType == "alert" {
		_, placeholder = strict(o.Placeholder, 510)
		shown["aps"] = object{"alert": placeholder}
	} else if o.PushType == "liveactivity" {
		shown["aps"] = object{"content-state": object{}, "attributes": object{}}
	}
	for _, path := range visible {
		require(len(path) > 0, "invalidPayload", "an empty path")
		reveal(shown, root, path)
	}
	if o.PushType == "alert" {
		inner := shown["aps"].(object)
		inner["alert"] = pick(inner["alert"] == nil, placeholder, inner["alert"])
		inner["mutable-content"] = 1
		text, _ := inner["alert"].(string)
		alert, _ := inner["alert"].(object)
		for _, name := range []string{"title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key"} {
			value, _ := alert[name].(string)
			text += value
		}
		require(text != "", "emptyPlaceholder", "the alert in the clear has no text")
	}
	for _, name := range readBySystem[o.PushType] {
		require(root[name] == nil || reflect.DeepEqual(root[name], shown[name]), "mustStayVisible", "the system reads "+name)
	}
	return shown
}

var readBySystem = map[string][]string{"widgets": {"aps"}, "controls": {"aps"}, "mdm": {"mdm"},
	"fileprovider": {"container-identifier", "domain"}}

func reveal(into, from object, path []string) {
	value := from[path[0]]
	if source, isObject := value.(object); isObject && len(path) > 1 {
		inner, _ := into[path[0]].(object)
		inner = pick(inner == nil, object{}, inner)
		reveal(inner, source, path[1:])
		value = pick[any](len(inner) > 0, inner, nil)
	} else if len(path) > 1 {
		value = nil
	}
	if value != nil {
		into[path[0]] = value
	}
}

func (o *Options) liveParts(content string, aps, shown object) (parts []part) {
	var text map[string]json.RawMessage
	json.Unmarshal([]byte(content), &text)
	json.Unmarshal(text["aps"], &text)
	count := pick(aps["event"] == "start" || aps["attributes"] != nil, 2, 1)
	for _, name := range []string{"content-state", "attributes"}[:count] {
		_, isObject := aps[name].(object)
		require(isObject, "invalidPayload", "no object to seal at aps."+name)
		aps[name] = shown["aps"].(object)[name]
		parts = append(parts, part{"liveactivity/" + name, string(text[name]), aps[name].(object)})
	}
	return parts
}

// message returns a message with the least padding (§3).
func (o *Options) message(content string) string {
	require(content[0] == '{', "invalidPayload", "not an object")
	isBlock := 1 <= o.Padding && o.Padding <= 4096 || o.Padding == MaximumPadding
	require(isBlock, "invalidPadding", "not a block of 1 to 4096")
	fields := binary.BigEndian.AppendUint32([]byte{0}, o.IssuedAt)
	if o.ExpiresAt != nil {
		fields[0] = 1
		fields = binary.BigEndian.AppendUint32(fields, *o.ExpiresAt)
	}
	if o.Sequence != nil {
		fields[0] |= 2
		fields = binary.BigEndian.AppendUint64(fields, *o.Sequence)
	}
	return string(fields) + content + "\x80"
}

func pad(message string, block, capacity int) string {
	size := (len(message) + block - 1) / block * block
	return message + strings.Repeat("\x00", pick(size < capacity, size, capacity)-len(message))
}

// header returns the header of an envelope (§1.1, §7.2), and the overhead.
func (o *Options) header() (string, int) {
	id := func(jwk string) string { hash := sha256.Sum256([]byte(jwk)); return string(hash[:4]) }
	x25519ID := func(x string) string { return id(`{"crv":"X25519","kty":"OKP","x":"` + base64url(x) + `"}`) }
	switch [3]bool{o.Device != nil, o.Provider != nil, o.Shared != nil} {
	case [3]bool{true, true, false}:
		return "\x01" + x25519ID(string(o.Device)) + x25519ID(x25519(o.Provider, curve25519.Basepoint)), 57
	case [3]bool{true, false, false}:
		return "\x02" + x25519ID(string(o.Device)), 53
	case [3]bool{false, false, true}:
		return "\x03" + id(`{"k":"`+base64url(string(o.Shared))+`","kty":"oct"}`), 45
	}
	panic(&Refusal{"cannotSeal", "expected a device's key, also a provider's, or a shared key"})
}

// seal returns the text of an envelope (§2).
func (o *Options) seal(header, purpose, message string) string {
	binding := "sealedpush-v1" + header
	for _, text := range []string{o.Topic, o.Audience, purpose} {
		require(len(text) <= 0xffff, "contextTooLong", "expected texts of at most 65535 bytes")
		binding += u16(len(text)) + text
	}
	fresh := make([]byte, pick(o.Shared == nil, 32, 24)) // a nonce, or the secret key skE
	must(rand.Read(fresh))
	if o.Shared != nil {
		aead := must(chacha20poly1305.NewX(o.Shared))
		return base64url(header + string(aead.Seal(fresh, fresh, []byte(message), []byte(binding))))
	}
	const kem, suite = "KEM\x00\x20", "HPKE\x00\x20\x00\x01\x00\x03"
	enc, dh, mode := x25519(fresh, curve25519.Basepoint), x25519(fresh, o.Device), "\x00"
	context := enc + string(o.Device)
	if o.Provider != nil {
		dh, mode = dh+x25519(o.Provider, o.Device), "\x02"
		context += x25519(o.Provider, curve25519.Basepoint)
	}
	copy(fresh, make([]byte, 32)) // wiped, §9.8
	shared := expand(kem, extract(kem, "", "eae_prk", dh), "shared_secret", context, 32)
	schedule := mode + extract(suite, "", "psk_id_hash", "") + extract(suite, "", "info_hash", binding)
	secret := extract(suite, shared, "secret", "")
	aead := must(chacha20poly1305.New([]byte(expand(suite, secret, "key", schedule, 32))))
	nonce := []byte(expand(suite, secret, "base_nonce", schedule, 12))
	return base64url(header + enc + string(aead.Seal(nil, nonce, []byte(message), nil)))
}

func x25519(secret, public []byte) string { return string(must(curve25519.X25519(secret, public))) }

func base64url(data string) string { return base64.RawURLEncoding.EncodeToString([]byte(data)) }

func u16(number int) string { return string([]byte{byte(number >> 8), byte(number)}) }

func extract(id, salt, label, ikm string) string { return mac(salt, "HPKE-v1"+id+label+ikm) }

func expand(id, prk, label, info string, length int) string {
	return mac(prk, u16(length)+"HPKE-v1"+id+label+info+"\x01")[:length]
}

func mac(key, data string) string {
	hash := hmac.New(sha256.New, []byte(key))
	hash.Write([]byte(data))
	return string(hash.Sum(nil))
}

func pick[T any](ok bool, yes, no T) T { return map[bool]T{true: yes, false: no}[ok] }

// Post sends a body to https://HOST/3/device/TOKEN over HTTP/2. The header has authorization ("bearer JWT"), apns-topic,
// apns-push-type, apns-expiration and apns-priority. An error may hold the URL, and so the device's token.
func Post(client *http.Client, url string, header http.Header, body string) (*http.Response, error) {
	request, err := http.NewRequest("POST", url, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header = header
	return client.Do(request)
}
