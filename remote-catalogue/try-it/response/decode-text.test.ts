import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const bytes = {
  latin1: [0x63, 0x61, 0x66, 0xe9],
  windows1252: [0x80, 0x20, 0x93, 0x94],
  shiftJis: [0x93, 0xfa, 0x96, 0x7b],
  utf8: [0x63, 0x61, 0x66, 0xc3, 0xa9],
  utf16: [0xff, 0xfe, 0xe9, 0x00],
}
const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0))

test.each([
  ['text/plain; charset=ISO-8859-1', bytes.latin1, 'café'],
  ['text/plain;charset="windows-1252"', bytes.windows1252, '€ “”'],
  ['application/json; charset=Shift_JIS', bytes.shiftJis, '日本'],
  ['text/html', [...ascii('<meta charset=shift_jis>'), ...bytes.shiftJis], '<meta charset=shift_jis>日本'],
  ['text/xml', [...ascii('<?xml version="1.0" encoding="iso-8859-1"?>'), ...bytes.latin1], 'café'],
  ['text/css', [...ascii('@charset "windows-1252";'), ...bytes.windows1252], '€ “”'],
  ['text/html; charset=utf-8', [...ascii('<meta charset=shift_jis>'), ...bytes.utf8], 'café'],
  ['text/plain; charset=utf-8', bytes.utf16, 'é'],
  ['text/plain; charset=unknown', bytes.utf8, 'café'],
  ['text/plain', bytes.utf8, 'café'],
])('text of the type %s is decoded as it declares', async (type, content, text) => {
  expect((await decodeText(new Blob([Uint8Array.from(content)], { type }))).endsWith(text)).toBe(true)
})
