import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OwnerContentSchema } from '@portico/kit/content/content.ts'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../system/run-command.ts'
import { buildContent } from './build-content.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-content-'))
  for (const name of ['content', 'shell/layout/styles'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const name of ['api-catalogue', 'bot-qr', 'staged-rollouts'])
    rmSync(join(folder, 'content/projects', `${name}.md`))
})
afterAll(() => rmSync(folder, { recursive: true }))

const output = () => join(folder, 'built')
const read = () =>
  v.parse(OwnerContentSchema, JSON.parse(readFileSync(join(output(), 'content.json'), 'utf8')))

test('content becomes one file, with the images that it names and an Open Graph image of each project', async () => {
  await buildContent({ root: folder, output: output() })
  const { projects, files } = read()
  expect(projects.map(({ slug }) => slug)).toEqual(['portico-shell'])
  expect(files.map(({ name }) => name)).toContain('content/projects/portico-shell.md')
  const [project] = projects
  const named = [
    ...`${project?.image?.avif}, ${project?.image?.webp}`.split(', ').map((source) => source.split(' ')[0]),
    project?.preview,
  ]
  const written = readdirSync(join(output(), 'media')).map((name) => `/-/content/media/${name}`)
  expect(written.toSorted()).toEqual(named.toSorted())
  const preview = join(output(), 'media', project?.preview?.split('/').at(-1) ?? '')
  expect(await sharp(preview).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
})

test('a mistake is reported with file and line, and the content that was built stays', async () => {
  const before = read()
  writeFileSync(join(folder, 'content/about.md'), 'Fine\n\n<b>Not fine</b>\n')
  await expect(buildContent({ root: folder, output: output() })).rejects.toThrow('content/about.md:3: HTML')
  expect(read()).toEqual(before)
})
