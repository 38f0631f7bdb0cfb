const maxBlockBytes = 65_536 // what the shortest kind of length can say

/**
 * Ends a Brotli stream that was flushed, with `tail` as it is: many responses can share the compressed part before. The tail is in
 * uncompressed meta-blocks, and an empty last one ends the stream (RFC 7932, section 9.2).
 */
export function endBrotli(flushed: Uint8Array, tail: Uint8Array): Buffer {
  const parts: Uint8Array[] = [flushed]
  for (let start = 0; start < tail.length; start += maxBlockBytes) {
    const block = tail.subarray(start, start + maxBlockBytes)
    parts.push(writeHeader(block.length), block)
  }
  parts.push(emptyLastBlock)
  return Buffer.concat(parts)
}

const emptyLastBlock = Uint8Array.of(0b11)

/** From the lowest bit: not the last block, a length of four nibbles, the length less one, uncompressed; then up to a whole byte. */
function writeHeader(length: number): Uint8Array {
  const bits = ((length - 1) << 3) | (1 << 19)
  return Uint8Array.of(bits & 0xff, (bits >> 8) & 0xff, bits >> 16)
}
