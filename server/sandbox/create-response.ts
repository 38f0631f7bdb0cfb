import type { Operation } from '@portico/shared/api/api-description.ts'
import { applyLetterStyle } from '@portico/shared/api/apply-letter-style.ts'
import { pixelEdits } from '@portico/shared/api/edit-pixels.ts'
import type { Values } from '@portico/shared/api/validate-values.ts'
import { drawColorImage, parseColor } from './images/color-image.ts'
import { editImage, rescaleImage } from './images/edit-image.ts'
import type { ImageSource } from './images/image-source.ts'
import { findCallingCode, validatePhoneNumber } from './phone.ts'
import { drawAnimation } from './samples/draw-animation.ts'
import { drawPhotoFrame } from './samples/draw-photo-frame.ts'
import { drawSample } from './samples/draw-sample.ts'
import { createSampleData, createSampleFile } from './samples/sample-data.ts'

/** What the sandbox sends back. */
export interface SandboxResponse {
  /** True: worked out as the provider would; false: a sample that only has the right form. */
  readonly isComputed: boolean
  readonly type: string
  readonly body: Buffer | string
  /** Name under which a browser saves it; absent: it is shown. */
  readonly fileName?: string
}

interface Asked {
  readonly operation: Operation
  readonly values: Values
  readonly source: ImageSource
}

type Compute = (asked: Asked) => Promise<SandboxResponse> | SandboxResponse

/** What the sandbox really does, by operation; edits of single pixels are beside these. */
const computed: Readonly<Record<string, Compute | undefined>> = {
  color_to_png: async ({ values }) => picture(await drawColorImage(values), true),
  image_rescale: async ({ values, source }) =>
    picture(await rescaleImage(await source('img_url'), Number(values.scale)), true),
  fancy: ({ operation, values }) => data(operation, fancyText(operation, values)),
  calling_code: ({ operation, values }) => data(operation, findCallingCode(values.call_code ?? '')),
  validate_phone_number: ({ operation, values }) =>
    data(operation, validatePhoneNumber(values.number ?? '', values.country ?? '')),
}

/** The answer to a call that was judged right. Throws `invalid-request` where a value can still not be used. */
export async function createResponse(asked: Asked): Promise<SandboxResponse> {
  const { operation, values, source } = asked
  const edit = pixelEdits[operation.code]
  if (edit) {
    const colour =
      values.color === undefined ? ([0, 0, 0, 1] as const) : await parseColor('color', values.color)
    const number = (name: string) => Number(values[name] ?? 0)
    const change = edit({ number, colour: [colour[0], colour[1], colour[2]] })
    return picture(await editImage(await source('img_url'), change), true)
  }
  return (await computed[operation.code]?.(asked)) ?? sampleAnswer(asked)
}

async function sampleAnswer({ operation, values, source }: Asked): Promise<SandboxResponse> {
  if (operation.output === 'gif')
    return { isComputed: false, type: 'image/gif', body: await drawAnimation(operation, values) }
  if (operation.output === 'image') {
    const photos = operation.parameters.filter(({ name }) => name.startsWith('img_url'))
    const drawn =
      photos.length > 0
        ? drawPhotoFrame(operation, await Promise.all(photos.map(({ name }) => source(name))))
        : drawSample(operation, values)
    return picture(await drawn, false)
  }
  const file = operation.output === 'file' ? createSampleFile(operation, values) : null
  if (file) return { isComputed: false, type: 'text/plain; charset=utf-8', ...file }
  const note = 'A sample of this site’s sandbox, not the provider’s answer.'
  const received = Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'api'))
  const body = { sandbox: 'sample', note, received, result: createSampleData(operation, values) }
  return { isComputed: false, type: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

function fancyText({ letterStyles = {}, variants }: Operation, { font = '', text = '' }: Values) {
  const number = String(Number(font)) // `07` and `+7` are 7
  return {
    text: applyLetterStyle(text, letterStyles[number] ?? {}),
    style: variants?.names[number] ?? null,
    plain: text,
  }
}

function data({ code }: Operation, result: unknown): SandboxResponse {
  const body = { sandbox: 'computed', operation: code, result }
  return { isComputed: true, type: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

function picture(body: Buffer, isComputed: boolean): SandboxResponse {
  return { isComputed, type: 'image/png', body }
}
