// Invisible characters and those that change how a line is displayed are escaped in every language.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u

interface QuotingRules {
  /** Escapes of single characters, in addition to backslash, quote, newline, return and tab. */
  readonly escapes?: Readonly<Record<string, string>>
  /** Escape of a character that must not appear literally. */
  readonly codePoint: (code: number) => string
}

const commonEscapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** Creates a function that writes a text as a double-quoted literal. */
function createQuoter({ escapes = {}, codePoint }: QuotingRules): (text: string) => string {
  const allEscapes = new Map(Object.entries({ ...commonEscapes, ...escapes }))
  const escapeCharacter = (character: string) =>
    allEscapes.get(character) ??
    (invisible.test(character) ? codePoint(character.codePointAt(0) ?? 0) : character)
  // By code point: a pair of surrogates is one character.
  return (text) => `"${Array.from(text, escapeCharacter).join('')}"`
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}

const escapeUnit = (code: number) => `\\u${hex(code, 4)}`
const maxUnit = 0xffff

/** Escapes what matches in JSON or JavaScript: the two halves of a character above U+FFFF, or the one unit of another. */
export function escapeUnits(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, (found) =>
    Array.from({ length: found.length }, (_, index) => escapeUnit(found.charCodeAt(index))).join(''),
  )
}

const escapeUtf16 = (code: number) => escapeUnits(String.fromCodePoint(code), /./gsu)

const escapeShortOrLong = (code: number) => (code > maxUnit ? `\\U${hex(code, 8)}` : escapeUnit(code))
const escapeBraced = (code: number) => `\\u{${hex(code, 1)}}`

const quoteLiteral = createQuoter({ codePoint: escapeUtf16 })

/** JavaScript and TypeScript. Safe inside a script element. */
export function quoteJavaScript(text: string): string {
  return quoteLiteral(text).replaceAll('</', '<\\/').replaceAll('<!--', '\\u003c!--')
}

/** Python 3. */
export const quotePython = createQuoter({ codePoint: escapeShortOrLong })

/** Go. */
export const quoteGo = createQuoter({ codePoint: escapeShortOrLong })

/** C#. */
export const quoteCSharp = createQuoter({ codePoint: escapeShortOrLong })

/** PHP 7 or later, where `$` begins a variable. */
export const quotePhp = createQuoter({ escapes: { $: '\\$' }, codePoint: escapeBraced })

/** Ruby, where `#` begins an interpolation. */
export const quoteRuby = createQuoter({ escapes: { '#': '\\#' }, codePoint: escapeBraced })

// Java turns `\u000a` into a line break before it parses the literal, but not octal escapes.
const lastOctal = 0o377

/** Java. */
export const quoteJava = createQuoter({
  codePoint: (code) => (code <= lastOctal ? `\\${code.toString(8).padStart(3, '0')}` : escapeUtf16(code)),
})

/** A POSIX shell: in single quotes only the closing quote is special. */
export function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** PowerShell, which takes typographic apostrophes for straight ones. */
export function quotePowerShell(text: string): string {
  return `'${text.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`
}

/** Whether a text has invisible characters or ones a shell can't pass; newlines and tabs are fine. */
export function hasInvisible(text: string): boolean {
  return invisible.test(text.replaceAll(/[\n\t]/g, ''))
}
