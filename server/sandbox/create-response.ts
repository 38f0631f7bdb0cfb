import type { Operation } from '@portico/kit/api/api-description.ts'
import { applyTextStyle } from '@portico/kit/api/apply-text-style.ts'
import { pixelEdits } from '@portico/kit/api/edit-pixels.ts'
import type { Values } from '@portico/kit/api/validate-values.ts'
import { drawColorImage, parseColor } from './images/color-image.ts'
import { editImage, rescaleImage } from './images/edit-image.ts'
import type { ImageSource } from './images/image-source.ts'
import { findCallingCode, validatePhoneNumber } from './phone.ts'
import { drawAnimation, drawPhotoFrame, drawSample } from './samples/draw-sample.ts'
import { createSampleData, createSampleFile } from './samples/sample-data.ts'

export interface SandboxResponse {
  /** True: computed as the real API would; false: a sample that only has the right shape. */
  readonly isComputed: boolean
  readonly type: string
  readonly body: Buffer | string
  /** Name under which a browser saves it; absent: it is displayed. */
  readonly fileName?: string
}

interface ResponseInput {
  readonly operation: Operation
  readonly values: Values
  readonly source: ImageSource
}

type Compute = (input: ResponseInput) => Promise<SandboxResponse> | SandboxResponse

/** Operations that the sandbox actually performs; pixel edits are listed separately. */
const computed: Readonly<Record<string, Compute | undefined>> = {
  color_to_png: async ({ values }) => createImage(await drawColorImage(values), true),
  image_rescale: async ({ values, source }) =>
    createImage(await rescaleImage(await source('img_url'), Number(values.scale)), true),
  fancy: ({ operation, values }) => createJson(operation, applyFont(operation, values)),
  calling_code: ({ operation, values }) => createJson(operation, findCallingCode(values.call_code ?? '')),
  validate_phone_number: ({ operation, values }) =>
    createJson(operation, validatePhoneNumber(values.number ?? '', values.country ?? '')),
}

/** The response to a valid request. Throws `invalid-request` if a value still can't be used. */
export async function createResponse(input: ResponseInput): Promise<SandboxResponse> {
  const { operation, values, source } = input
  const edit = pixelEdits[operation.code]
  if (edit) {
    const color =
      values.color === undefined ? ([0, 0, 0, 1] as const) : await parseColor('color', values.color)
    const number = (name: string) => Number(values[name] ?? 0)
    const change = edit({ number, colour: [color[0], color[1], color[2]] })
    return createImage(await editImage(await source('img_url'), change), true)
  }
  return (await computed[operation.code]?.(input)) ?? createSample(input)
}

async function createSample({ operation, values, source }: ResponseInput): Promise<SandboxResponse> {
  if (operation.output === 'gif')
    return { isComputed: false, type: 'image/gif', body: await drawAnimation(operation, values) }
  if (operation.output === 'image') {
    const photos = operation.parameters.filter(({ name }) => name.startsWith('img_url'))
    const drawn =
      photos.length > 0
        ? drawPhotoFrame(operation, await Promise.all(photos.map(({ name }) => source(name))))
        : drawSample(operation, values)
    return createImage(await drawn, false)
  }
  const file = operation.output === 'file' ? createSampleFile(operation, values) : null
  if (file) return { isComputed: false, type: 'text/plain; charset=utf-8', ...file }
  const note = 'This is a sample from this site’s sandbox, not a response of the real API.'
  const received = Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'api'))
  const body = { sandbox: 'sample', note, received, result: createSampleData(operation, values) }
  return { isComputed: false, type: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

function applyFont({ letterStyles = {}, variants }: Operation, { font = '', text = '' }: Values) {
  const number = String(Number(font)) // `07` and `+7` are 7
  return {
    text: applyTextStyle(text, letterStyles[number] ?? {}),
    style: variants?.names[number] ?? null,
    plain: text,
  }
}

function createJson({ code }: Operation, result: unknown): SandboxResponse {
  const body = { sandbox: 'computed', operation: code, result }
  return { isComputed: true, type: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

function createImage(body: Buffer, isComputed: boolean): SandboxResponse {
  return { isComputed, type: 'image/png', body }
}
