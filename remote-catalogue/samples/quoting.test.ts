import { expect, test } from 'vitest'
import {
  quoteCSharp,
  quoteGo,
  quoteJava,
  quoteJavaScript,
  quotePhp,
  quotePython,
  quoteRuby,
  quoteShell,
} from './quoting.ts'

// Checked against each language's rules for literals, because not every machine can run them all.
const text = 'a"\'\\\n\t$x#{y}\u0000\u0007\u2028\u202e\u{e0041}é😀'

test.each([
  [quoteJavaScript, String.raw`"a\"'\\\n\t$x#{y}\u0000\u0007\u2028\u202e\udb40\udc41é😀"`],
  [quotePython, String.raw`"a\"'\\\n\t$x#{y}\u0000\u0007\u2028\u202e\U000e0041é😀"`],
  [quoteGo, String.raw`"a\"'\\\n\t$x#{y}\u0000\u0007\u2028\u202e\U000e0041é😀"`],
  [quoteCSharp, String.raw`"a\"'\\\n\t$x#{y}\u0000\u0007\u2028\u202e\U000e0041é😀"`],
  [quoteJava, String.raw`"a\"'\\\n\t$x#{y}\000\007\u2028\u202e\udb40\udc41é😀"`],
  [quotePhp, String.raw`"a\"'\\\n\t\$x#{y}\u{0}\u{7}\u{2028}\u{202e}\u{e0041}é😀"`],
  [quoteRuby, String.raw`"a\"'\\\n\t$x\#{y}\u{0}\u{7}\u{2028}\u{202e}\u{e0041}é😀"`],
])('%o returns a literal of its language', (quote, expected) => {
  expect(quote(text)).toBe(expected)
})

test("JavaScript strings can't close a script or open a comment", () => {
  expect(quoteJavaScript('</script><!--')).toBe(String.raw`"<\/script>\u003c!--"`)
})

test('single quotes are escaped for the shell', () => {
  expect(quoteShell("it's $HOME")).toBe("'it'\\''s $HOME'")
})
