// Package sealedpush seals push notifications by Documentation/wire-format.md (§). Copy this file into your project.
package sealedpush
import (
	"crypto/rand"; "crypto/sha256"; "encoding/base64"; "encoding/binary"; "encoding/json"
	"net/http"; "reflect"; "regexp"; "strings"
	aead "golang.org/x/crypto/chacha20poly1305"; "golang.org/x/crypto/curve25519"; "golang.org/x/crypto/hkdf"
)

// Options are keys of 32 bytes, which select the suite (§1.1), the fields of an envelope (§2.1, §3) and of a push (§4).
type Options struct {
	Device, Provider, Shared []byte // the device's public key, the provider's secret key; or a shared key
	Chain *Chain // of the device's registration, for suite 5: a key that has one MUST NOT be used without it (§2.4)
	Topic, Audience, PushType, EnvelopeKey, Placeholder string // the placeholder alert is JSON text
	IssuedAt, ExpiresAt uint32 // UNIX seconds; an expiry of 0: in 7 days, or after the lifetime of the chain
	Sequence *uint64; Padding int // a block, or MaximumPadding
	Visible [][]string; Broadcast bool // paths of member names; for a Live Activity
}
// Chain is the member sealedpush.chain of a device's JWK (§7.3), by encoding/json: a secret.
type Chain struct { K string; Day uint16; Lifetime uint32 }
const MaximumPadding, available = 1 << 20, "content-available" // maximum padding fills a push up to its limit
type Refusal string // the error of what is not sealed: a code, without content
func (code Refusal) Error() string { return "not sealed: " + string(code) }
func require(ok bool, code Refusal) { if !ok { panic(code) } } // catch returns it
func catch(err *error) { if failure := recover(); failure != nil { *err = failure.(error) } }
func must[T any](value T, err error) T { require(err == nil, "cannotSeal"); return value }
func pick[T any](ok bool, yes, no T) T { if ok { return yes }; return no }
type object = map[string]any
type part struct { purpose, text string; holder object } // a content, then its message; the object with its envelope
var envelopeName, halves = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`), []string{"content-state", "attributes"}
var alertTexts = strings.Fields("title subtitle body title-loc-key subtitle-loc-key loc-key")
var readBySystem = map[string][]string{"widgets": {"aps"}, "controls": {"aps"}, "mdm": {"mdm"},
	"fileprovider": {"container-identifier", "domain"}}

// Push returns the body of a push, and the number of bytes by which the content can grow.
func Push(payload string, o Options) (body string, bytesLeft int, err error) {
	defer catch(&err); require(envelopeName.MatchString(o.EnvelopeKey) && o.EnvelopeKey != "aps", "invalidEnvelopeKey")
	content, root := strict(payload, 512); aps, isObject := root["aps"].(object)
	require(isObject || root["aps"] == nil, "invalidPayload")
	shown, given, live := object{}, object{}, o.PushType == "liveactivity" // in the clear, §4.2
	if o.PushType == "alert" {
		_, given = strict(`{"alert":`+o.Placeholder+`}`, 511); shown["aps"] = object{"alert": given["alert"]}
	}
	if live { shown["aps"] = object{halves[0]: object{}, halves[1]: object{}} }
	for _, path := range o.Visible { require(len(path) > 0, "invalidPayload"); reveal(shown, root, path) }
	switch aps[available].(type) { case json.Number, bool: reveal(shown, root, []string{"aps", available}) }
	inner, _ := shown["aps"].(object)
	if o.PushType == "alert" {
		inner["alert"], inner["mutable-content"] = pick(inner["alert"] == nil, given["alert"], inner["alert"]), 1
		text, _ := inner["alert"].(string); fields, _ := inner["alert"].(object)
		for _, name := range alertTexts { value, _ := fields[name].(string); text += value }
		require(text != "", "emptyPlaceholder")
	}
	for _, n := range readBySystem[o.PushType] { require(reflect.DeepEqual(root[n], shown[n]), "mustStayVisible") }
	parts := []part{{o.PushType, content, shown}}
	if live { // the body is the payload with visible members in place of the objects that are sealed, §4.3
		var raw map[string]json.RawMessage; json.Unmarshal([]byte(content), &raw); json.Unmarshal(raw["aps"], &raw)
		parts, shown = nil, root
		for _, name := range halves[:pick(aps["event"] == "start" || aps["attributes"] != nil, 2, 1)] {
			_, isObject := aps[name].(object); require(isObject, "invalidPayload"); aps[name] = inner[name]
			parts = append(parts, part{"liveactivity/" + name, string(raw[name]), inner[name].(object)})
		}
	}
	header, fields := o.headerAndFields(); overhead := len(header) + pick(o.Shared == nil, 48, 40)
	free := pick(o.PushType == "voip" || live && o.Broadcast, 5120, 4096)
	length := func(p part) int { return (4*(overhead+len(p.text)) + 2) / 3 }
	for i, p := range parts {
		require(p.holder[o.EnvelopeKey] == nil, "invalidEnvelopeKey"); p.holder[o.EnvelopeKey] = ""
		parts[i].text = string(fields) + p.text + "\x80"; free -= length(parts[i])
	}
	free, bytesLeft = free-len(encode(shown)), 1<<16
	capacity := func(p part) int { return 3*(free+length(p))/4 - overhead } // §6, beside the other envelope
	for _, p := range parts { if left := capacity(p) - len(p.text); left < bytesLeft { bytesLeft = left } }
	require(bytesLeft >= 0, "tooLarge")
	for i := len(parts) - 1; i >= 0; i-- { // the attributes first, and not with maximum padding
		p, block := parts[i], pick(i == 1 && o.Padding == MaximumPadding, 512, o.Padding)
		sealed := o.seal(header, p.purpose, p.text, block, capacity(p))
		p.holder[o.EnvelopeKey] = sealed; free += length(p) - len(sealed)
	}
	return encode(shown), bytesLeft, nil
}

// Envelope returns the text of an envelope on its own (§4.4).
func Envelope(content, purpose string, o Options) (envelope string, err error) {
	defer catch(&err); require(o.Padding != MaximumPadding, "invalidPadding") // there is no limit to fill
	text, _ := strict(content, pick(purpose == "liveactivity/content-state" || purpose == "liveactivity/attributes", 510, 512))
	header, fields := o.headerAndFields()
	return o.seal(header, purpose, string(fields)+text+"\x80", o.Padding, MaximumPadding), nil
}
func reveal(into, from object, path []string) { // copies the member at a path, if there is one
	inner, isObject := into[path[0]].(object); source, _ := from[path[0]].(object)
	if !isObject { inner = object{} }
	if len(path) > 1 { reveal(inner, source, path[1:]) }
	value := pick(len(path) > 1, any(inner), from[path[0]])
	if value != nil && (len(path) == 1 || len(inner) > 0) { into[path[0]] = value }
}
// jsonString matches no string with half of a surrogate pair, which encoding/json would replace.
var jsonString = regexp.MustCompile(`"([^"\\]|\\([^u]|u[^dD]...|u[dD][0-7]..|u[dD][89abAB]..\\u[dD][c-fC-F]..))*"`)
var nesting = map[rune]int{'[': 1, '{': 1, ']': -1, '}': -1}
// strict returns an object's text by §4.5 without its white space, and its members, in which numbers keep their texts.
func strict(text string, depth int) (compact string, value object) {
	decoder := json.NewDecoder(strings.NewReader(text)); decoder.UseNumber(); err := decoder.Decode(&value)
	// Left without its strings: a backslash is of half a pair, an n of a null, and a colon not kept of a name twice.
	bare, kept := jsonString.ReplaceAllString(text, ""), jsonString.ReplaceAllString(encode(value), "")
	ok := err == nil && len(text) <= 65536 && json.Valid([]byte(text)) && strings.ToValidUTF8(text, "") == text
	ok = ok && !strings.ContainsAny(bare, "\\n") && strings.Count(bare, ":") == strings.Count(kept, ":")
	for _, c := range bare { depth -= nesting[c]; ok = ok && depth >= 0 }
	require(ok, "invalidPayload"); return encode(json.RawMessage(text)), value
}
func encode(value any) string {
	var text strings.Builder; encoder := json.NewEncoder(&text); encoder.SetEscapeHTML(false)
	must(0, encoder.Encode(value)); return strings.TrimSpace(text.String())
}
func (o *Options) headerAndFields() (header string, fields []byte) { // §1.1, §7.2; the fields before a content, §3
	require(1 <= o.Padding && o.Padding <= 4096 || o.Padding == MaximumPadding, "invalidPadding")
	life, most, late, day := uint32(7*86400), uint32(30*86400), Refusal("invalidExpiry"), ""
	if c := o.Chain; c != nil { // §2.4
		require(o.Provider != nil, "suiteMismatch"); require(1 <= c.Lifetime && c.Lifetime <= 30, "cannotSeal")
		require(o.IssuedAt/86400 >= uint32(c.Day), "clockBehind"); day = u16(int(o.IssuedAt / 86400))
		life, most, late = c.Lifetime*86400, c.Lifetime*86400, "lifetimeTooLong"
	}
	end := pick(o.ExpiresAt == 0, o.IssuedAt+life, o.ExpiresAt); require(end >= o.IssuedAt && end-o.IssuedAt <= most, late)
	fields = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte{1}, o.IssuedAt), end)
	if o.Sequence != nil { fields[0] |= 2; fields = binary.BigEndian.AppendUint64(fields, *o.Sequence) }
	require((o.Device == nil) != (o.Shared == nil) && (o.Provider == nil || o.Device != nil), "cannotSeal")
	if o.Shared != nil { return "\x03" + id(`{"k":"`+base64url(string(o.Shared))+`","kty":"oct"}`), fields }
	if o.Provider == nil { return "\x02" + okp(string(o.Device)), fields }
	return pick(day == "", "\x01", "\x05") + okp(string(o.Device)) + okp(public(o.Provider)) + day, fields
}
func id(jwk string) string { hash := sha256.Sum256([]byte(jwk)); return string(hash[:4]) }
func okp(x string) string { return id(`{"crv":"X25519","kty":"OKP","x":"` + base64url(x) + `"}`) }
func (o *Options) seal(header, purpose, message string, block, capacity int) string { // pads by §3 and seals by §2
	size, info := (len(message)+block-1)/block*block, []byte("sealedpush-v1"+header)
	text := []byte(message + strings.Repeat("\x00", pick(size < capacity, size, capacity)-len(message)))
	for _, part := range []string{o.Topic, o.Audience, purpose} { info = append(info, u16(len(part))+part...) }
	fresh := make([]byte, pick(o.Shared == nil, 32, 24)); must(rand.Read(fresh)) // skE, or the nonce
	if o.Shared != nil { return base64url(header + string(must(aead.NewX(o.Shared)).Seal(fresh, fresh, text, info))) }
	const kem, suite = "KEM\x00\x20", "HPKE\x00\x20\x00\x01\x00\x03" // §2.2
	enc, dh, mode := public(fresh), x25519(fresh, o.Device), "\x00"
	context := enc + string(o.Device); copy(fresh, make([]byte, 32)) // skE is wiped, §9.8
	if o.Provider != nil { mode, dh, context = "\x02", dh+x25519(o.Provider, o.Device), context+public(o.Provider) }
	secret := expand(kem, extract(kem, "", "eae_prk", dh), "shared_secret", context, 32)
	psk, pskID := "", ""
	if o.Chain != nil { mode = "\x03"; psk, pskID = o.Chain.key(int(o.IssuedAt / 86400)) }
	schedule := mode + extract(suite, "", "psk_id_hash", pskID) + extract(suite, "", "info_hash", string(info))
	secret = extract(suite, secret, "secret", psk)
	key, nonce := expand(suite, secret, "key", schedule, 32), expand(suite, secret, "base_nonce", schedule, 12)
	return base64url(header + enc + string(must(aead.New([]byte(key))).Seal(nil, []byte(nonce), text, nil)))
}
func (c *Chain) key(day int) (psk, pskID string) { // of a day that is not before the chain's, §2.4
	const label = "sealedpush-chain-v1"
	link, _ := base64.RawURLEncoding.DecodeString(c.K); require(len(link) == 32 && base64url(string(link)) == c.K, "cannotSeal")
	for n := int(c.Day) + 1; n <= day; n++ { link = []byte(hmac(string(link), label+" next"+u16(n))) }
	return hmac(string(link), label+" psk"+u16(day)), label + u16(day)
}
func x25519(secret, public []byte) string { return string(must(curve25519.X25519(secret, public))) }
func public(secret []byte) string { return x25519(secret, curve25519.Basepoint) }
func base64url(data string) string { return base64.RawURLEncoding.EncodeToString([]byte(data)) }
func u16(n int) string { require(n < 1<<16, "contextTooLong"); return string([]byte{byte(n >> 8), byte(n)}) }
func hmac(key, data string) string { return string(hkdf.Extract(sha256.New, []byte(data), []byte(key))) }
func extract(id, salt, label, ikm string) string { return hmac(salt, "HPKE-v1"+id+label+ikm) }
func expand(id, prk, label, info string, n int) string { return hmac(prk, u16(n)+"HPKE-v1"+id+label+info+"\x01")[:n] }
// Post sends a body to APNs by HTTP/2; header: authorization, apns-topic, apns-push-type … An error may show the URL.
func Post(client *http.Client, url string, header http.Header, body string) (*http.Response, error) {
	request, err := http.NewRequest("POST", url, strings.NewReader(body))
	if err == nil { request.Header = header; return client.Do(request) }
	return nil, err
}
