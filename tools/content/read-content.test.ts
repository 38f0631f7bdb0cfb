import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { imageMaker } from './make-image.ts'
import { readers } from './read-content.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'content-'))
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
  const makeImage = imageMaker({
    from: join(root, 'content', 'images'),
    cache: join(root, '.cache'),
    emit,
  })
  return { root, makeImage }
}

const matter = 'name: One\nsummary: The first\nyear: 2020'
const body = '## Context\n\nWhy.\n\n## Choices\n\nThis.\n\n## Result\n\nThat.'
const project = (changes: { matter?: string; body?: string } = {}) =>
  `---\n${changes.matter ?? matter}\n---\n\n${changes.body ?? body}\n`
const messageOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'no mistake',
    (error: Error) => error.message,
  )

test('a project is its file: the name is the address, the front matter the card, the headings the case', async () => {
  write('content/projects/one.md', project())
  expect(await readers.projects(source())).toEqual([
    { slug: 'one', name: 'One', summary: 'The first', year: 2020, tags: [] },
  ])
  expect(await readers['case-studies'](source())).toEqual({
    one: {
      context: [{ kind: 'paragraph', children: ['Why.'] }],
      choices: [{ kind: 'paragraph', children: ['This.'] }],
      result: [{ kind: 'paragraph', children: ['That.'] }],
    },
  })
})

test('projects with an order come first, then the newest', async () => {
  write('content/projects/old.md', project({ matter: matter.replace('2020', '2001') }))
  write('content/projects/new.md', project())
  write('content/projects/best.md', project({ matter: `${matter.replace('2020', '1999')}\norder: 1` }))
  expect((await readers.projects(source())).map(({ slug }) => slug)).toEqual(['best', 'new', 'old'])
})

test.each([
  ['an unknown field', `${matter}\ncolour: red`, 'content/projects/one.md:5: colour: there is no such field'],
  ['a missing field', 'name: One\nyear: 2020', 'content/projects/one.md:2: summary: is missing'],
  [
    'a wrong year',
    matter.replace('2020', 'soon'),
    'content/projects/one.md:4: year: expected a year such as 2026',
  ],
  [
    'an inner field',
    `${matter}\nbot:\n  phone: 123`,
    'content/projects/one.md:6: bot.phone: expected an international number in quotes, such as "+12025550143"',
  ],
  [
    'an item of a list',
    `${matter}\ntags:\n  - a\n  - ""`,
    'content/projects/one.md:7: tags.1: expected some text',
  ],
  [
    'a script for a link',
    `${matter}\nlink: "javascript:alert(1)"`,
    'content/projects/one.md:5: link: expected an address that begins with https:// or http://',
  ],
  [
    'a missing image',
    `${matter}\nimage:\n  file: no.png\n  alt: Nothing`,
    'content/projects/one.md:5: image: content/images has no file no.png',
  ],
])('%s is named with its file and line', async (_, wrong, message) => {
  write('content/projects/one.md', project({ matter: wrong }))
  expect(await messageOf(readers.projects(source()))).toBe(message)
})

test('every mistake of a front matter is named', async () => {
  write('content/projects/one.md', project({ matter: 'name: 1\nsummary: S\nyear: x' }))
  expect(await messageOf(readers.projects(source()))).toBe(
    'content/projects/one.md:2: name: expected some text\ncontent/projects/one.md:4: year: expected a year such as 2026',
  )
})

test('broken YAML is named with its line', async () => {
  write('content/projects/one.md', project({ matter: 'name: One\nsummary: "open\nyear: 2020' }))
  expect(await messageOf(readers.projects(source()))).toMatch(
    /^content\/projects\/one\.md:\d+: Missing closing "quote/,
  )
})

test.each([
  [
    'HTML',
    body.replace('Why.', '<b>Why</b>'),
    ':9: HTML is not read here; write it as Markdown, or in `back quotes`',
  ],
  [
    'a script for a link',
    body.replace('This.', '[x](javascript:alert)'),
    ':13: expected a path such as /projects or an https address, got javascript:alert',
  ],
  ['a missing part', body.replace('## Result', '### Result'), ':6: expected the heading "## Result"'],
  [
    'another part',
    `${body}\n\n## More\n\nText`,
    ':19: expected one of the headings Context, Choices, Result, got "More"',
  ],
  ['an empty part', body.replace('Why.', ''), ':7: expected some text below "Context"'],
  ['text before the parts', `Hello\n\n${body}`, ':7: expected a heading (## …) before the first text'],
])('%s in a case is named with its file and line', async (_, wrong, message) => {
  write('content/projects/one.md', project({ body: wrong }))
  expect(await messageOf(readers['case-studies'](source()))).toBe(`content/projects/one.md${message}`)
})

test('a file whose name is no address is named', async () => {
  write('content/projects/My Project.md', project())
  expect(await messageOf(readers.projects(source()))).toMatch(
    /^content\/projects\/My Project\.md:1: expected a file name/,
  )
})

test('text is read as data: emphasis, code, links, lists, quotes', async () => {
  write('content/about.md', 'A **b** _c_ `d`\n[e](/f)\n\n### G\n\n1. h\n\n> i\n\n```\nj\n```\n')
  expect(await readers.about(source())).toEqual([
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

test('a wrong timeline is named with its line', async () => {
  write(
    'content/timeline.yaml',
    'experience:\n  - from: 2020\n    title: A\n    place: B\n  - from: x\n    title: A\n    place: B\neducation: []\n',
  )
  expect(await messageOf(readers.timeline(source()))).toBe(
    'content/timeline.yaml:5: experience.1.from: expected a year such as 2026',
  )
})

test('an image comes in two formats, never wider than it is, and is made once', async () => {
  mkdirSync(join(root, 'content', 'images'), { recursive: true })
  const drawing = sharp({ create: { width: 500, height: 300, channels: 3, background: 'teal' } })
  await drawing.png().toFile(join(root, 'content', 'images', 'a.png'))
  write('content/about.md', '![A drawing](a.png)\n')
  const [block] = await readers.about(source())
  if (block?.kind !== 'image') throw new Error('no image was read')
  const { alt, width, height, sources } = block.image
  expect({ alt, width, height }).toEqual({ alt: 'A drawing', width: 500, height: 300 })
  expect(sources.map(({ type, files }) => [type, files.map((file) => file.width)])).toEqual([
    ['image/avif', [400, 500]],
    ['image/webp', [400, 500]],
  ])
  expect([...emitted.keys()]).toHaveLength(4)
  const [[name, first] = ['', null]] = emitted
  emitted.clear()
  await readers.about(source())
  expect(emitted.get(name)).toEqual(first)
})
