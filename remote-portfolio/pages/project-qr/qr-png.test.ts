import { createQrCode, type QrCode } from '@portico/kit/qr-code.ts'
import { readBitmap } from '@portico/kit/testing/read-qr.ts'
import { expect, test } from 'vitest'
import { createQrPng } from './qr-png.ts'

const link = 'https://api.whatsapp.com/send?phone=12025550143&text=Hello'

/** Decodes a PNG with a single data chunk and no row filters. */
async function decode(png: Blob) {
  const bytes = new Uint8Array(await png.arrayBuffer())
  const view = new DataView(bytes.buffer)
  const side = view.getUint32(16)
  const dataBytes = view.getUint32(33)
  const data = new Blob([bytes.slice(41, 41 + dataBytes)])
  const stream = data.stream().pipeThrough(new DecompressionStream('deflate'))
  const rows = new Uint8Array(await new Response(stream).arrayBuffer())
  const stride = 1 + Math.ceil(side / 8)
  const isDark = (x: number, y: number) => ((rows[y * stride + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0
  return { bytes, side, rows, stride, isDark }
}

function createCode(text: string): QrCode {
  const code = createQrCode(text)
  if (code === null) throw new Error(`"${text}" does not fit into a QR code.`)
  return code
}

test('the PNG contains the code of the link', async () => {
  const png = await createQrPng(createCode(link))
  const { bytes, side, rows, stride, isDark } = await decode(png)
  expect(png.type).toBe('image/png')
  expect([...bytes.slice(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10])
  expect(rows.length).toBe(side * stride)
  expect(readBitmap(side, isDark)).toBe(link)
})

test('the image is at least 1000 pixels wide, with four light modules around the code', async () => {
  const code = createCode(link)
  const { side, isDark } = await decode(await createQrPng(code))
  const scale = side / (code.size + 8)
  expect(side).toBeGreaterThanOrEqual(1000)
  expect(isDark(4 * scale - 1, 4 * scale - 1)).toBe(false)
  expect(isDark(4 * scale, 4 * scale)).toBe(true)
})

test('the checksums follow the PNG specification', async () => {
  const { bytes } = await decode(await createQrPng(createCode(link)))
  // The end chunk is the same in every PNG.
  expect([...bytes.slice(-12)]).toEqual([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])
})
