import { expect, test } from 'vitest'
import { createQrCode, type QrCode } from './qr-code.ts'
import { getWhatsAppLink } from './site/whatsapp-link.ts'
import { readQr } from './testing/read-qr.ts'

function codeOf(text: string): QrCode {
  const code = createQrCode(text)
  if (code === null) throw new Error(`no code for ${text}`)
  return code
}

test.each([
  ['no message', ''],
  ['a short one', 'Hello'],
  ['one with signs that addresses use', 'a&b=c?d#e+f %20'],
  ['one in other scripts', 'ආයුබෝවන් 👋 grüße'],
  ['a long one', 'Please send me the list of all the small endpoints. '.repeat(5)],
])('a link with %s can be read back from its code', (_, message) => {
  const link = getWhatsAppLink('+12025550143', message)
  expect(readQr(codeOf(link))).toBe(link)
})

test('a text that would need a very fine code has none', () => {
  expect(createQrCode('a'.repeat(2000))).toBeNull()
})
