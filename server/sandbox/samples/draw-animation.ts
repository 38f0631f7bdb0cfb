import type { Operation } from '@portico/kit/api/api-description.ts'
import type { Values } from '@portico/kit/api/validate-values.ts'
import sharp from 'sharp'
import { renderSampleSvg } from './draw-sample.ts'

const side = 256 // pixels
const frames = 12
const frameMs = 150 // the hues rotate in 1.8 s, so nothing flashes

/** An animated GIF with the text of the request in rotating hues. */
export async function drawAnimation(operation: Operation, values: Values): Promise<Buffer> {
  const pages: Buffer[] = []
  for (let frame = 0; frame < frames; frame += 1) {
    const look = { width: side, height: side, turn: (360 / frames) * frame }
    pages.push(
      await sharp(Buffer.from(renderSampleSvg(operation, values, look)))
        .ensureAlpha()
        .raw()
        .toBuffer(),
    )
  }
  const raw = { width: side, height: side * frames, channels: 4, pageHeight: side } as const
  return sharp(Buffer.concat(pages), { raw })
    .gif({ delay: pages.map(() => frameMs), loop: 0 })
    .toBuffer()
}
