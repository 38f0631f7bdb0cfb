import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCoverPattern } from './cover-pattern.ts'
import { createMakeImage } from './make-image.ts'
import { readContent } from './read-content.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'content-'))
  write('content/about.md', 'Hello\n')
  write('content/timeline.yaml', 'experience: []\neducation: []\n')
})
afterEach(() => {
  rmSync(root, { recursive: true })
})

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}

const emitted = new Map<string, Buffer>()
function source() {
  const emit = (name: string, content: Buffer) => void emitted.set(name, content)
  const makeImage = createMakeImage({
    originals: join(root, 'content', 'images'),
    cache: join(root, '.cache'),
    emit,
  })
  return { root, makeImage }
}

const frontMatter = 'name: One\nsummary: The first\nyear: 2020'
const body = '## Context\n\nWhy.\n\n## Choices\n\nThis.\n\n## Result\n\nThat.'
const project = (changes: { matter?: string; body?: string } = {}) =>
  `---\n${changes.matter ?? frontMatter}\n---\n\n${changes.body ?? body}\n`
const getMessage = (reading: Promise<unknown>) =>
  reading.then(
    () => 'no error',
    (error: Error) => error.message,
  )

test('a project is one file: its name is the address, its front matter the card, its sections the case study', async () => {
  write('content/projects/one.md', project())
  const card = { slug: 'one', name: 'One', summary: 'The first', year: 2020, tags: [], figures: [] }
  const cover = createCoverPattern('one')
  expect((await readContent(source())).projects).toEqual([
    {
      ...card,
      cover,
      study: {
        context: [{ kind: 'paragraph', children: ['Why.'] }],
        choices: [{ kind: 'paragraph', children: ['This.'] }],
        result: [{ kind: 'paragraph', children: ['That.'] }],
      },
    },
  ])
})

test('projects with an order come first, then the newest', async () => {
  write('content/projects/old.md', project({ matter: frontMatter.replace('2020', '2001') }))
  write('content/projects/new.md', project())
  write('content/projects/best.md', project({ matter: `${frontMatter.replace('2020', '1999')}\norder: 1` }))
  expect((await readContent(source())).projects.map(({ slug }) => slug)).toEqual(['best', 'new', 'old'])
})

test.each([
  ['an unknown field', `${frontMatter}\ncolour: red`, 'content/projects/one.md:5: colour: unknown field'],
  ['a missing field', 'name: One\nyear: 2020', 'content/projects/one.md:2: summary: is required'],
  [
    'an invalid year',
    frontMatter.replace('2020', 'soon'),
    'content/projects/one.md:4: year: expected a year such as 2026',
  ],
  [
    'an invalid nested field',
    `${frontMatter}\nbot:\n  phone: 123`,
    'content/projects/one.md:6: bot.phone: expected an international number in quotes, such as "+12025550143"',
  ],
  [
    'a message that is too long for a QR code',
    `${frontMatter}\nbot:\n  phone: "+12025550144"\n  message: ${'long '.repeat(400)}`,
    'content/projects/one.md:7: bot.message: expected a shorter text; phones can’t read its QR code',
  ],
  [
    'an invalid list item',
    `${frontMatter}\ntags:\n  - a\n  - ""`,
    'content/projects/one.md:7: tags.1: expected some text',
  ],
  [
    'a script as a link',
    `${frontMatter}\nlink: "javascript:alert(1)"`,
    'content/projects/one.md:5: link: expected an address that starts with https:// or http://',
  ],
  [
    'a missing image',
    `${frontMatter}\nimage:\n  file: no.png\n  alt: Nothing`,
    'content/projects/one.md:5: image: there is no file no.png in content/images',
  ],
])('%s in front matter is reported with its file and line', async (_, wrong, message) => {
  write('content/projects/one.md', project({ matter: wrong }))
  expect(await getMessage(readContent(source()))).toBe(message)
})

test('every error in front matter is reported', async () => {
  write('content/projects/one.md', project({ matter: 'name: 1\nsummary: S\nyear: x' }))
  expect(await getMessage(readContent(source()))).toBe(
    'content/projects/one.md:2: name: expected some text\ncontent/projects/one.md:4: year: expected a year such as 2026',
  )
})

test('a YAML syntax error is reported with its line', async () => {
  write('content/projects/one.md', project({ matter: 'name: One\nsummary: "open\nyear: 2020' }))
  expect(await getMessage(readContent(source()))).toMatch(
    /^content\/projects\/one\.md:\d+: Missing closing "quote/,
  )
})

test.each([
  [
    'HTML',
    body.replace('Why.', '<b>Why</b>'),
    ':9: HTML is not supported; use Markdown, or put it in `backticks`',
  ],
  [
    'a script as a link',
    body.replace('This.', '[x](javascript:alert)'),
    ':13: expected a path such as /projects or an https address, got javascript:alert',
  ],
  ['a missing section', body.replace('## Result', '### Result'), ':1: missing heading "## Result"'],
  [
    'an unknown section',
    `${body}\n\n## More\n\nText`,
    ':19: expected one of the headings Context, Choices, Result, got "More"',
  ],
  ['an empty section', body.replace('Why.', ''), ':7: expected text below "Context"'],
  [
    'text before the first section',
    `Hello\n\n${body}`,
    ':7: expected a heading (## …) before the first text',
  ],
])('%s in a case study is reported with its file and line', async (_, wrong, message) => {
  write('content/projects/one.md', project({ body: wrong }))
  expect(await getMessage(readContent(source()))).toBe(`content/projects/one.md${message}`)
})

test('a file name that cannot be an address is reported', async () => {
  write('content/projects/My Project.md', project())
  expect(await getMessage(readContent(source()))).toMatch(
    /^content\/projects\/My Project\.md:1: expected a file name/,
  )
})

test('Markdown becomes data: emphasis, code, links, lists, quotes', async () => {
  write('content/about.md', 'A **b** _c_ `d`\n[e](/f)\n\n### G\n\n1. h\n\n> i\n\n```\nj\n```\n')
  expect((await readContent(source())).story).toEqual([
    {
      kind: 'paragraph',
      children: [
        'A ',
        { kind: 'strong', children: ['b'] },
        ' ',
        { kind: 'emphasis', children: ['c'] },
        ' ',
        { kind: 'code', text: 'd' },
        ' ',
        { kind: 'link', to: '/f', children: ['e'] },
      ],
    },
    { kind: 'heading', children: ['G'] },
    { kind: 'list', isOrdered: true, items: [[{ kind: 'paragraph', children: ['h'] }]] },
    { kind: 'quote', blocks: [{ kind: 'paragraph', children: ['i'] }] },
    { kind: 'code', text: 'j' },
  ])
})

test('an invalid timeline is reported with its line', async () => {
  write(
    'content/timeline.yaml',
    'experience:\n  - from: 2020\n    title: A\n    place: B\n  - from: x\n    title: A\n    place: B\neducation: []\n',
  )
  expect(await getMessage(readContent(source()))).toBe(
    'content/timeline.yaml:5: experience.1.from: expected a year such as 2026',
  )
})

test('an image is made once, in two formats, and never enlarged', async () => {
  mkdirSync(join(root, 'content', 'images'), { recursive: true })
  const drawing = sharp({ create: { width: 500, height: 300, channels: 3, background: 'teal' } })
  await drawing.png().toFile(join(root, 'content', 'images', 'a.png'))
  write('content/about.md', '![A drawing](a.png)\n')
  const [block] = (await readContent(source())).story
  if (block?.kind !== 'image') throw new Error('no image was read')
  const { alt, width, height, avif, webp, src } = block.image
  expect({ alt, width, height }).toEqual({ alt: 'A drawing', width: 500, height: 300 })
  expect(avif).toMatch(/^\S+-400\.avif 400w, \S+-500\.avif 500w$/)
  expect(webp).toMatch(/^\S+-400\.webp 400w, \S+-500\.webp 500w$/)
  expect(webp).toContain(`${src} 500w`)
  expect([...emitted.keys()]).toHaveLength(4)
  const [[name, first] = ['', null]] = emitted
  emitted.clear()
  await readContent(source())
  expect(emitted.get(name)).toEqual(first)
})
