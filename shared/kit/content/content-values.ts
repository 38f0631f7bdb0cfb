import * as v from 'valibot'

/** Schema of a text that is not empty. */
export const Text = v.pipe(
  v.string('expected some text'),
  v.trim(),
  v.minLength(1, 'expected some text'),
  v.check((text) => !text.includes('\0'), 'expected text without the sign U+0000'),
  v.check((text) => text.isWellFormed(), 'expected text without half a character'),
)

/** Schema of a URL of another site. A page may use it as a whole address. */
export const HttpAddress = v.pipe(
  v.string('expected an address such as https://example.com'),
  v.url('expected an address such as https://example.com'),
  v.regex(/^https?:\/\//, 'expected an address that starts with https:// or http://'),
  v.metadata({ isAddress: true }),
)

/** Schema of the path of a file of the content. */
export const Address = v.pipe(
  v.string(),
  v.regex(/^\/-\/content\/media\/[\w.-]+$/, 'expected a file of the content'),
  v.metadata({ isAddress: true }),
)

/** Schema of an international phone number. */
export const Phone = v.pipe(
  v.string('expected an international number in quotes, such as "+12025550143"'),
  v.regex(/^\+[1-9]\d{6,14}$/, 'expected an international number in quotes, such as "+12025550143"'),
)

export const Year = v.pipe(
  v.number('expected a year such as 2026'),
  v.integer('expected a year such as 2026'),
  v.minValue(1900, 'expected a year such as 2026'),
  v.maxValue(2200, 'expected a year such as 2026'),
)

/** Schema of a project's name in addresses, which is the name of its file. */
export const Slug = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'expected lower-case letters, digits and single -'),
)
