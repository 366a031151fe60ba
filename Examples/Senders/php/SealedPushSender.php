<?php declare(strict_types=1);
/** Seals pushes by Documentation/wire-format.md (§): a file to copy. Needs ext-sodium. Keys are 32 bytes. A payload or
 *  key that cannot be sealed throws a DomainException with a code; do not send it in the clear instead (§4.2). */
final class SealedPushSender {
    private const OVERHEAD = [1 => 57, 2 => 53, 3 => 45, 5 => 59]; // §1.1: the bytes of an envelope beside its message
    private const LIVE = ['liveactivity/content-state' => 'scontent-state', 'liveactivity/attributes' => 'sattributes'];
    private const SEEN = ['widgets' => ['saps'], 'controls' => ['saps'], 'mdm' => ['smdm'],
        'fileprovider' => ['scontainer-identifier', 'sdomain']]; // §4.1: members that the system reads
    private const TEXTS = ['stitle', 'ssubtitle', 'sbody', 'stitle-loc-key', 'ssubtitle-loc-key', 'sloc-key'];
    private const TEXT = SODIUM_BASE64_VARIANT_URLSAFE_NO_PADDING, NAME = '/^s(?!aps$)[A-Za-z0-9_.-]{1,64}$/D'; // §4.1
    private readonly string $header, $recipient;
    private const CHAIN = 'sealedpush-chain-v1'; // §2.4
    /** Takes a device's public key, with the provider's secret key (suite 1), and with the chain of its registration, the
     *  member of the JWK (suite 5); or a shared key. A key with a chain MUST NOT be used without it. */
    public function __construct(private readonly string $topic, private readonly string $audience = '',
            ?string $device = null, #[\SensitiveParameter] private readonly ?string $provider = null,
            #[\SensitiveParameter] ?string $shared = null, #[\SensitiveParameter] private readonly ?array $chain = null) {
        self::check(isset($device) !== isset($shared) && isset($provider) + isset($shared) < 2
            && isset($provider) >= isset($chain), 'suiteMismatch');
        self::check(!isset($chain) || in_array($chain['lifetime'], range(1, 30), true) && is_int($chain['day'])
            && $chain['day'] >= 0 && strlen($chain['k']) === 43, 'cannotSeal'); // §7.3
        $this->recipient = $shared ?? $device;
        $form = isset($shared) ? '{"k":"%s","kty":"oct"}' : '{"crv":"X25519","kty":"OKP","x":"%s"}'; // §7.2
        $id = fn($key) => substr(hash('sha256', sprintf($form, sodium_bin2base64($key, self::TEXT)), true), 0, 4);
        $this->header = chr(isset($shared) ? 3 : (isset($chain) ? 5 : (isset($provider) ? 1 : 2))) . $id($this->recipient)
            . (isset($provider) ? $id(sodium_crypto_scalarmult_base($provider)) : '');
    }
    /** Returns the text of an envelope on its own (§4.4). The times are named: expiresAt (7 days, or the lifetime of the
     *  chain); now; sequence. */
    public function envelope(string $content, string $purpose, int $block = 512, ?int ...$times): string {
        $message = $this->message(self::parsed($content, isset(self::LIVE[$purpose]) ? 510 : 512), ...$times);
        return $this->sealed(str_pad($message, intdiv(strlen($message) + $block - 1, $block) * $block, "\0"), $purpose);
    }
    /** Returns the body, and the number of bytes by which the content can grow (§4, §6). Padding 0 is maximum. */
    public function push(string $payload, string $pushType = 'alert', array $visible = [], int $padding = 512,
            string $placeholder = '{"title":"New activity"}', string $member = 'sealed', bool $broadcast = false,
            ?int ...$times): array {
        [$member, $paths] = ["s$member", array_map(fn($path) => array_map(fn($name) => "s$name", $path), $visible)];
        [$body, $parts] = self::visible(self::parsed($payload), $pushType, $placeholder, $paths);
        $times['now'] ??= time(); // one time for both envelopes of a start
        foreach ($parts as $purpose => [$content, $holder]) {
            self::check(preg_match(self::NAME, $member) && !isset($holder->$member), 'invalidEnvelopeKey');
            $holder->$member = 's';
            $messages[$purpose] = $this->message($content, ...$times);
        }
        $overhead = self::OVERHEAD[ord($this->header)]; // §6
        $characters = fn($message) => intdiv(4 * ($overhead + strlen($message)) + 2, 3);
        $capacity = fn($message, $free) => (int) floor(3 * ($free + $characters($message)) / 4) - $overhead;
        $free = $pushType === 'voip' || $broadcast && $pushType === 'liveactivity' ? 5120 : 4096;
        $free -= strlen(self::text($body)) + array_sum(array_map($characters, $messages));
        $left = min(array_map(fn($message) => $capacity($message, $free) - strlen($message), $messages));
        self::check($left >= 0, 'tooLarge');
        foreach (array_reverse($messages) as $purpose => $message) { // the attributes are padded first
            $most = $capacity($message, $free);
            $block = $padding ?: ($purpose === 'liveactivity/attributes' ? 512 : $most);
            $padded = str_pad($message, min(intdiv(strlen($message) + $block - 1, $block) * $block, $most), "\0");
            $free += $characters($message) - $characters($padded);
            $parts[$purpose][1]->$member = 's' . $this->sealed($padded, $purpose);
        }
        return [self::text($body), $left];
    }
    /** Posts a body to APNs with ext-curl; returns the answer and the status. `$topic` has the push type's suffix. */
    public static function post(string $body, string $token, #[\SensitiveParameter] string $jwt, string $topic,
            int $expiresAt, string $pushType = 'alert', string $host = 'api.push.apple.com'): array {
        $head = ["authorization: bearer $jwt", "apns-topic: $topic", "apns-push-type: $pushType",
            'content-type:', "apns-expiration: $expiresAt", 'apns-priority: ' . ($pushType === 'background' ? 5 : 10)];
        $curl = curl_init("https://$host/3/device/" . rawurlencode($token));
        curl_setopt_array($curl, [CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_2TLS, CURLOPT_HTTPHEADER => $head,
            CURLOPT_POSTFIELDS => $body, CURLOPT_RETURNTRANSFER => true]);
        return [curl_exec($curl), curl_getinfo($curl, CURLINFO_RESPONSE_CODE)];
    }
    private static function check(mixed $holds, string $code): void { $holds || throw new DomainException($code); }
    /** Returns an object by §4.5 without nulls. Texts and names get the tag `s`, numbers are texts with the tag `n`. */
    private static function parsed(string $json, int $depth = 512): stdClass {
        $tag = fn($token) => isset($token[1]) ? "\"s$token[1]" : (!ctype_alpha($token[0]) ? "\"n$token[0]\""
            : (in_array($token[0], ['true', 'false'], true) ? $token[0] : '!'));
        $number = '(?>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?+[0-9]++)?+)(?![ \t\n\r]*+:)'; // no name
        $tagged = preg_replace_callback("/\"((?:[^\"\\\\]++|\\\\.)*+\")|$number|[A-Za-z]++/", $tag, $json);
        $value = strlen($json) <= 65536 ? json_decode((string) $tagged, false, $depth + 1) : null;
        $names = fn($text) => preg_match_all('/"(?:[^"\\\\]++|\\\\.)*+"(*SKIP)(*FAIL)|:/', $text); // one of two is lost
        self::check($value instanceof stdClass && $names($json) === $names(self::text($value)), 'invalidPayload');
        return $value;
    }
    private static function text(mixed $value): string { // the shortest JSON, without the tags
        $raw = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_LINE_TERMINATORS | JSON_THROW_ON_ERROR;
        return preg_replace('/(")s((?:[^"\\\\]++|\\\\.)*+")|"n([^"]++)"/', '$1$2$3', json_encode($value, $raw, 514));
    }
    /** Returns `target` with the members of `source` at the paths, in the order of `source` (§4.2). */
    private static function copied(array $paths, stdClass $source, mixed $target): stdClass {
        $target = $target instanceof stdClass ? $target : new stdClass();
        foreach ($source as $name => $value) {
            $rest = array_map(fn($p) => array_slice($p, 1), array_filter($paths, fn($p) => ($p[0] ?? '') === $name));
            $whole = in_array([], $rest, true);
            $inside = !$whole && $rest && $value instanceof stdClass;
            $value = $inside ? self::copied($rest, $value, $target->$name ?? null) : $value;
            if ($whole || $inside && (array) $value) { $target->$name = $value; }
        }
        return $target;
    }
    /** Returns the body without envelopes, and by purpose each content and the object that gets its envelope (§4). */
    private static function visible(stdClass $payload, string $pushType, string $alert, array $paths): array {
        self::check(($aps = $payload->saps ?? new stdClass()) instanceof stdClass, 'invalidPayload');
        if ($pushType === 'liveactivity') {
            $shown = self::copied($paths, $payload, null);
            $starts = isset($aps->sattributes) || ($aps->sevent ?? '') === 'sstart';
            foreach (array_slice(self::LIVE, 0, $starts ? 2 : 1) as $purpose => $name) {
                self::check(($aps->$name ?? null) instanceof stdClass, 'invalidPayload');
                $parts[$purpose] = [$aps->$name, $aps->$name = clone ($shown->saps->$name ?? new stdClass())];
            }
            return [$payload, $parts];
        }
        $wakes = preg_match('/^[-0-9tf]/', self::text($aps->{'scontent-available'} ?? null));
        $paths = $wakes ? [...$paths, ['saps', 'scontent-available']] : $paths;
        $own = $pushType === 'alert' ? ['salert' => self::parsed("{\"\":$alert}")->s, 'smutable-content' => 'n1'] : [];
        $body = self::copied($paths, $payload, (object) ['saps' => (object) $own]);
        $body->saps = (object) array_replace($own, (array) $body->saps, array_slice($own, 1)); // it stays mutable
        $texts = [$alert = $body->saps->salert ?? '', ...array_map(fn($name) => $alert->$name ?? '', self::TEXTS)];
        self::check(!$own || array_filter($texts, fn($text) => is_string($text) && $text > 's'), 'emptyPlaceholder');
        if (!(array) $body->saps && !in_array(['saps'], isset($payload->saps) ? $paths : [])) { unset($body->saps); }
        $seen = fn($root) => array_map(fn($name) => self::text($root->$name ?? null), self::SEEN[$pushType] ?? []);
        self::check($seen($payload) === $seen($body), 'mustStayVisible');
        return [$body, [$pushType => [$payload, $body]]];
    }
    private function message(stdClass $json, ?int $expiresAt = null, ?int $now = null, ?int $sequence = null): string {
        [$now, $life] = [$now ?? time(), ($this->chain['lifetime'] ?? 7) * 86400];
        $end = $expiresAt ?? $now + $life; // §3, up to the padding's 0x80
        self::check(!isset($this->chain) || $now >= $this->chain['day'] * 86400, 'clockBehind'); // §2.4
        self::check(!isset($this->chain) || $now <= $end && $end - $now <= $life, 'lifetimeTooLong');
        self::check($now >= 0 && $now <= $end && $end < 2 ** 32 && $end - $now <= 30 * 86400, 'invalidExpiry');
        return pack('CNN', 1 + 2 * isset($sequence), $now, $end)
            . (isset($sequence) ? pack('J', $sequence) : '') . self::text($json) . "\x80";
    }
    private function sealed(string $message, string $purpose): string { // the text of an envelope (§1, §2)
        $names = [$this->topic, $this->audience, $purpose];
        self::check(max(array_map('strlen', $names)) <= 65535, 'contextTooLong');
        $names = array_map(fn($name) => pack('n', strlen($name)) . $name, $names);
        $day = intdiv(unpack('N', $message, 1)[1], 86400); // of the sealing
        $header = $this->header . (isset($this->chain) ? pack('n', $day) : '');
        [$binding, $key, $nonce] = ["sealedpush-v1$header" . implode($names), $this->recipient, random_bytes(24)];
        try {
            return sodium_bin2base64($header . match (ord($header)) {
                1, 2, 5 => $this->hpke($message, $binding, $day),
                3 => $nonce . sodium_crypto_aead_xchacha20poly1305_ietf_encrypt($message, $binding, $nonce, $key),
            }, self::TEXT);
        } catch (SodiumException) { throw new DomainException('cannotSeal'); } // a key that agrees on zero
    }
    private function keyOfDay(int $day): string {
        $step = fn($link, $what, $number) => hash_hmac('sha256', self::CHAIN . " $what" . pack('n', $number), $link, true);
        $link = sodium_base642bin($this->chain['k'], self::TEXT);
        for ($number = $this->chain['day'] + 1; $number <= $day; $number++) { $link = $step($link, 'next', $number); }
        return $step($link, 'psk', $day);
    }
    private function hpke(string $message, string $binding, int $day): string { // enc and ciphertext (§2.2)
        $secrets = isset($this->provider) ? [random_bytes(32), $this->provider] : [random_bytes(32)]; // skE, skS
        $publics = array_map('sodium_crypto_scalarmult_base', $secrets);
        $dh = implode(array_map(fn($secret) => sodium_crypto_scalarmult($secret, $this->recipient), $secrets));
        $mac = fn($key, ...$parts) => hash_hmac('sha256', implode($parts), $key, true);
        [$kem, $id] = ["HPKE-v1KEM\0\x20", "HPKE-v1HPKE\0\x20\0\x01\0\x03"];
        $context = $publics[0] . $this->recipient . ($publics[1] ?? '');
        $shared = $mac($mac('', "{$kem}eae_prk", $dh), "\0\x20{$kem}shared_secret", $context, "\x01");
        [$mode, $psk, $name] = [chr(count($secrets) * 2 - 2), '', ''];
        if (isset($this->chain)) { [$mode, $psk, $name] = ["\3", $this->keyOfDay($day), self::CHAIN . pack('n', $day)]; }
        $schedule = $mode . $mac('', "{$id}psk_id_hash", $name) . $mac('', "{$id}info_hash", $binding);
        $secret = $mac($shared, "{$id}secret", $psk);
        $nonce = substr($mac($secret, "\0\x0c{$id}base_nonce", $schedule, "\x01"), 0, 12);
        $key = $mac($secret, "\0\x20{$id}key", $schedule, "\x01");
        return $publics[0] . sodium_crypto_aead_chacha20poly1305_ietf_encrypt($message, '', $nonce, $key);
    }
}
