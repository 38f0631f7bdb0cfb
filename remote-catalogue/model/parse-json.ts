/** A number as it was written: as a JavaScript number, long ids, `10.00` and `1e400` would change. */
interface JsonNumber {
  readonly source: string
}

/** An object in the order in which it was written, which differs for JavaScript objects with names like `10`. */
export type JsonObject = Map<string, JsonValue>

/** JSON of which nothing is lost. */
export type JsonValue = string | boolean | null | JsonNumber | JsonObject | JsonValue[]

/** The number as it was written, or the characters of a string; of any other value, null. */
export function getLiteral(value: JsonValue): string | null {
  if (typeof value === 'object' && value !== null && 'source' in value) return value.source
  return typeof value === 'string' ? value : null
}

// Commas, colons and white space are skipped. Of a string only the start: long ones overflow the stack of an expression.
const token = /[[\]{}"]|-?\d[\d.eE+-]*|true|false|null/g
const tokensPerStep = 1000

/** Parses JSON of any depth, as a generator that can run in slices. Throws a SyntaxError. */
export function* parseJson(text: string): Generator<void, JsonValue, void> {
  JSON.parse(text) // throws if it is invalid, so that the rest needn't
  const root: JsonValue[] = []
  const open: (JsonValue[] | JsonObject)[] = [root]
  let name: string | null = null
  let position = 0
  for (let count = 1; ; count += 1) {
    if (count % tokensPerStep === 0) yield
    token.lastIndex = position // shared, because the tokens of another response may have come between
    const match = token.exec(text)
    const container = open.at(-1)
    if (match === null || container === undefined) return root[0] ?? null
    const [found] = match
    position = found === '"' ? findEnd(text, match.index) : token.lastIndex
    if (found === ']' || found === '}') {
      open.pop()
      continue
    }
    const value = readValue(text.slice(match.index, position))
    if (!(container instanceof Map)) container.push(value)
    else if (name === null) {
      name = String(value)
      continue
    } else container.set(name, value)
    name = null
    if (Array.isArray(value) || value instanceof Map) open.push(value)
  }
}

/** The value of a token, or the container that it opens. */
function readValue(found: string): JsonValue {
  if (found === '[') return []
  if (found === '{') return new Map()
  if (/^[-\d]/.test(found)) return { source: found }
  if (found.startsWith('"') && !found.includes('\\')) return found.slice(1, -1) // most strings
  const value: string | boolean | null = JSON.parse(found)
  return value
}

/** The position after the string that starts at `start`. */
function findEnd(text: string, start: number): number {
  for (let end = start; ; ) {
    end = text.indexOf('"', end + 1)
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return end + 1
  }
}
