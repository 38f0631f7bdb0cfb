import type { ApiDescription, Operation } from '@portico/kit/api/api-description.ts'
import type { Parameter } from '@portico/kit/api/parameter.ts'

/** A URL outside this site, which must never be fetched. */
export const exampleImage = 'https://pictures.example/earth.jpg'

function operation(code: string, parameters: readonly Parameter[], rest: Partial<Operation> = {}): Operation {
  const base = {
    name: code,
    method: 'GET',
    paid: false,
    output: 'json',
    isDocumented: true,
    example: {},
  } as const
  return { ...base, code, parameters: [...parameters], ...rest }
}

const required = (name: string, rest: Partial<Parameter> = {}): Parameter => ({
  name,
  required: true,
  ...rest,
})
const image = required('img_url')
const edits = { output: 'image', example: { img_url: exampleImage } } as const
const colors = ['color', 'hex', 'rgb', 'rgba']
const effect = (index: string, max: number) =>
  operation(
    'effect',
    [required('index', { choices: [index] }), required('type', { whole: { min: 1, max } }), required('text')],
    { output: 'image', variants: { param: 'type', names: { 1: 'Tube', 2: 'Halo' } } },
  )

/** An API with an operation of each kind. */
export const testApi: ApiDescription = {
  schemaVersion: 1,
  operations: [
    operation('playstore', [required('q')]),
    operation('latest', [], { paid: true }),
    operation('anything', [], { isDocumented: false }),
    operation('archive', [required('repo')], { output: 'file' }),
    operation('video', [required('url')], { output: 'file' }),
    operation('chat', [required('text'), required('main_id', { mayBeEmpty: true })], {
      method: 'POST',
      paid: true,
    }),
    operation(
      'image_brightness',
      [image, required('brightness', { bound: { min: -200, max: 200, exclusive: true } })],
      edits,
    ),
    operation(
      'image_rescale',
      [image, required('scale', { bound: { min: 0, max: 5, exclusive: true } })],
      edits,
    ),
    operation('image_color_filter', [required('color'), required('opacity'), image], edits),
    operation('frame', [required('img_url_1'), required('img_url_2')], { output: 'image' }),
    operation(
      'color_to_png',
      colors.map((name) => required(name, { oneOf: colors })),
      { output: 'image' },
    ),
    operation('fancy', [required('font', { whole: { min: 1, max: 2 } }), required('text')], {
      variants: { param: 'font', names: { 1: 'Bold', 2: 'Backwards' } },
      letterStyles: { 1: { letters: { a: '𝐚' } }, 2: { reversed: true } },
    }),
    operation('calling_code', [required('call_code')]),
    operation('validate_phone_number', [required('number'), required('country')]),
    operation('moving', [required('type', { whole: { min: 1, max: 2 } }), required('text')], {
      output: 'gif',
    }),
    effect('1', 2),
    effect('2', 3),
  ],
}
