<?php
declare(strict_types=1);

// Drives SealedPushSender.php by the protocol of Documentation/harness-protocol.md; for tests only.

require __DIR__ . '/SealedPushSender.php';

/** Returns the 32 bytes of a JWK's member: x, d or k (§7.3). */
function key_of(array $jwk, string $role, string $half): string
{
    $kind = $role === 'shared' ? ['kty' => 'oct'] : ['kty' => 'OKP', 'crv' => 'X25519'];
    $data = sodium_base642bin($jwk[$half], SODIUM_BASE64_VARIANT_URLSAFE_NO_PADDING);
    if (($jwk['sealedpush']['role'] ?? $role) !== $role || array_diff_assoc($kind, $jwk) || strlen($data) !== 32) {
        throw new InvalidArgumentException('not a key of this role');
    }
    return $data;
}

/** Returns an integer; above PHP_INT_MAX the negative one with the same 64 bits. */
function unsigned(int|string $number): int
{
    if (is_int($number)) {
        return $number;
    }
    [$high, $low] = [0, 0];
    foreach (str_split($number) as $digit) {
        $low = $low * 10 + (int) $digit;
        $high = $high * 10 + ($low >> 32);
        $low &= 0xffffffff;
    }
    return $high << 32 | $low;
}

function sender(array $request): SealedPushSender
{
    [$suite, $topic, $audience] = [$request['suite'], $request['topic'], $request['audience']];
    $chain = $request['device']['sealedpush']['chain'] ?? null;
    if (isset($chain) !== ($suite === 5)) {
        throw new DomainException('suiteMismatch');
    }
    return match ($suite) {
        1, 5 => new SealedPushSender($topic, $audience, device: key_of($request['device'], 'device', 'x'),
            provider: key_of($request['provider'], 'provider', 'd'), chain: $chain),
        2 => new SealedPushSender($topic, $audience, device: key_of($request['device'], 'device', 'x')),
        3 => new SealedPushSender($topic, $audience, shared: key_of($request['shared'], 'shared', 'k')),
    };
}

function seal(array $request): array
{
    $fields = ['expiresAt' => $request['expiresAt'] ?? null, 'now' => $request['now'],
        'sequence' => isset($request['sequence']) ? unsigned($request['sequence']) : null];
    if (isset($request['purpose'])) {
        $block = ($request['padding'] ?? 0) ?: 512;
        return ['envelope' => sender($request)->envelope(
            $request['payload'], $request['purpose'], $block, ...$fields)];
    }
    [$body, $left] = sender($request)->push(
        $request['payload'], $request['pushType'], $request['visible'], $request['padding'], $request['placeholder'],
        $request['envelopeKey'], $request['broadcast'], ...$fields);
    return ['body' => $body, 'bytesLeft' => $left];
}

set_error_handler(fn(int $level, string $message) => throw new ErrorException($message));
while (($line = fgets(STDIN)) !== false) {
    $request = null;
    try {
        $request = json_decode($line, true, 512, JSON_BIGINT_AS_STRING | JSON_THROW_ON_ERROR);
        $answer = isset($request['describe'])
            ? ['name' => 'PHP sender', 'suites' => [1, 2, 3, 5]]
            : seal($request['seal']);
    } catch (DomainException $refused) {
        $answer = ['refused' => $refused->getMessage()];
    } catch (Throwable $error) { // not a request of the protocol; its text may hold keys
        $answer = ['error' => $error::class];
    }
    $id = is_array($request) ? $request['id'] ?? null : null;
    fwrite(STDOUT, json_encode(['id' => $id] + $answer, JSON_THROW_ON_ERROR) . "\n");
}
