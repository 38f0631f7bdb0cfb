const buckets = 10_000 // shares are in basis points

/**
 * Returns the visitor's bucket of 10,000 in one rollout: below the share, they get the canary. Salted per rollout, so that
 * the first visitors of one are not the first of the next.
 */
export function getBucket(salt: string, visitorId: string): number {
  const hash = murmur3(new TextEncoder().encode(`${salt}:${visitorId}`))
  return Math.floor((hash * buckets) / 2 ** 32)
}

/** MurmurHash3_x86_32 with seed 0 (Austin Appleby, public domain). */
export function murmur3(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tail = bytes.length - (bytes.length % 4)
  let hash = 0
  for (let at = 0; at < tail; at += 4) {
    hash = rotate(hash ^ scramble(view.getUint32(at, true)), 13)
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0
  }
  let rest = 0
  for (let at = bytes.length - 1; at >= tail; at -= 1) rest = (rest << 8) | view.getUint8(at)
  hash ^= scramble(rest) ^ bytes.length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function scramble(block: number): number {
  return Math.imul(rotate(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593)
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by))
}
