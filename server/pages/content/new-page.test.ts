import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { hostileContent } from '@portico/kit/testing/hostile-content.ts'
import { prerenderPages, withRemoteBundle } from '@portico/tools/build/prerender/prerender-remote.ts'
import { root } from '@portico/tools/system/run-command.ts'
import { afterAll, expect, test } from 'vitest'
import { fillTemplate, testOwner } from '../../testing/fill-html.ts'

const limitMs = 60_000 // a remote is bundled

// Within the project, where the packages are.
mkdirSync(join(root, '.cache'), { recursive: true })
const folder = mkdtempSync(join(root, '.cache', 'test-new-page-'))
afterAll(() => rmSync(folder, { recursive: true }))

const names = { projects: { from: 'projects', fields: ['slug', 'name'] } }
const story = { project: { from: 'projects.:name', fields: ['name', 'context'] } }

const source = `
import { createElement as h } from 'react'
import * as v from 'valibot'
import { useContent } from '@portico/kit/contract/use-content.ts'
import { eachOwner } from '@portico/kit/site/owner-marks.ts'
const NamesSchema = v.object({ projects: v.array(v.object({ slug: v.string(), name: v.string() })) })
const StorySchema = v.object({ project: v.object({ name: v.string() }) })
const Names = () => h('ul', null, eachOwner(
  useContent(${JSON.stringify(names)}, NamesSchema).projects,
  ({ slug, name }) => h('li', { key: slug, title: name }, slug),
))
const Story = () => h('h1', null, useContent(${JSON.stringify(story)}, StorySchema).project.name)
export const remote = { routes: [
  { path: '/names', lazy: async () => ({ Component: Names }) },
  { path: '/stories/:name', lazy: async () => ({ Component: Story }) },
] }`

test('a new remote shows the owner’s content by what its own folder declares', {
  timeout: limitMs,
}, async () => {
  writeFileSync(join(folder, 'remote.ts'), source)
  const page = { access: 'private', title: 'Any', prerender: true } as const
  const pages = [
    { ...page, path: '/names', content: names },
    { ...page, path: '/stories/:name', content: story },
  ]
  const manifest = { name: 'any', team: 'any', contractVersion: 2, pages }
  const app = { name: 'any', folder: relative(root, folder), version: '1.0.0', hash: '0a1b2c3d' }
  const context = { app: { ...app, manifest, prerendered: { tokensText: '' } }, root }
  const files: Record<string, string> = {}
  const emit = (file: string, content: Buffer | string) => {
    files[file] = String(content)
    return { file, integrity: 'sha256-' }
  }
  const release = await withRemoteBundle(context, manifest, (bundle) =>
    prerenderPages(bundle, { ...context, emit }, manifest),
  )
  const projects = hostileContent.projects.slice(0, 2).map((project, index) => ({
    ...project,
    name: `Project ${index}`,
  }))
  const tree = { ...hostileContent, projects }
  const shown = release.pages.map(({ html }) =>
    fillTemplate(files[html.file] ?? '', { ...testOwner, page: { tree, parameters: { name: 'p-1' } } }),
  )
  expect(shown).toEqual([
    '<ul><li title="Project 0">p-0</li><li title="Project 1">p-1</li></ul>',
    '<h1>Project 1</h1>',
  ])
})
