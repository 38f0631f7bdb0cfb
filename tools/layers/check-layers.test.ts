import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../system/run-command.ts'
import { checkLayers } from './check-layers.ts'
import { layersFile } from './check-repository.ts'
import { type LayersTable, parseLayers } from './layers.ts'

const table: LayersTable = JSON.parse(readFileSync(join(root, layersFile), 'utf8'))
const packages = new Map(
  ['shared/host', 'shared/kit', 'shared/protocol', 'shell', 'server', 'tools'].map((folder) => [
    `@portico/${posix.basename(folder)}`,
    folder,
  ]),
)

const findOrder = parseLayers(table)

function findProblems(sources: Readonly<Record<string, string>>): string[] {
  const files = Object.entries(sources).map(([file, specifier]) => ({
    file,
    text: `import '${specifier}'\n`,
  }))
  return checkLayers(files, { findOrder, packages }).map(({ message }) => message)
}

/** Every two names of an order, and whether the first is above the second by the arrows of the table. */
function listPairs(chains: readonly string[]): { from: string; to: string; isAbove: boolean }[] {
  const arrows = chains.flatMap((chain) => {
    const levels = chain.split('>').map((names) => names.split(',').map((name) => name.trim()))
    return levels.flatMap((uppers, index) =>
      uppers.flatMap((upper) => (levels[index + 1] ?? []).map((lower) => [upper, lower] as const)),
    )
  })
  const names = [...new Set(chains.flatMap((chain) => chain.split(/[>,]/).map((name) => name.trim())))]
  const above = new Set(arrows.map((arrow) => arrow.join(' ')))
  for (const middle of names)
    for (const from of names)
      for (const to of names)
        if (above.has(`${from} ${middle}`) && above.has(`${middle} ${to}`)) above.add(`${from} ${to}`)
  return names.flatMap((from) =>
    names
      .filter((to) => to !== from && from !== 'testing')
      .map((to) => ({ from, to, isAbove: above.has(`${from} ${to}`) })),
  )
}

/** A new file in the room, or in a room of it, or the room itself where it is a file. */
function toFile(folder: string, name: string): string {
  const path = posix.join(folder, name)
  const inner = table.order[path]?.[0]?.split(/[>,]/).at(-1)?.trim()
  if (inner !== undefined) return toFile(path, inner)
  const file = path.replaceAll('*', 'new')
  return name.includes('.') ? file : `${file}/added.ts`
}

function toSpecifier(file: string, target: string): string {
  for (const [name, folder] of packages)
    if (target.startsWith(`${folder}/`) && !file.startsWith(`${folder}/`))
      return name + target.slice(folder.length)
  const path = posix.relative(posix.dirname(file), target)
  return path.startsWith('.') ? path : `./${path}`
}

describe.each(Object.entries(table.order))('in %s', (folder, chains) => {
  test('an import downwards is accepted, and each other one between two rooms is refused', () => {
    const wrong = listPairs(chains).filter(({ from, to, isAbove }) => {
      const [file, target] = [toFile(folder, from), toFile(folder, to)]
      return (findProblems({ [file]: toSpecifier(file, target) }).length === 0) !== isAbove
    })
    expect(wrong).toEqual([])
  })
})

test('the order of every workspace with rooms is in the table, and most pairs of rooms must not import each other', () => {
  const pairs = Object.values(table.order).flatMap(listPairs)
  expect(pairs.filter(({ isAbove }) => !isAbove).length).toBeGreaterThan(600)
  expect(Object.keys(table.order)).toEqual(
    expect.arrayContaining(['shared/kit', 'shared/protocol', 'shell', 'server', 'tools', 'remote-*']),
  )
})

test('imports that have passed the check are refused', () => {
  for (const [file, specifier] of [
    ['shell/remotes/remote-loader.ts', '../inspect/main.ts'],
    ['remote-catalogue/data/schema.ts', '../pages/overview/route.tsx'],
    ['remote-new/ui/button.tsx', '../pages/home/route.tsx'],
    ['shared/kit/api/api-base.ts', '../contract/contract.ts'],
    ['server/releases/storage/deltas.ts', '../retention/release-routes.ts'],
  ] as const)
    expect(findProblems({ [file]: specifier }), file).toHaveLength(1)
})

test('tests import what they need', () => {
  expect(
    findProblems({
      'server/database/database.test.ts': '../app.ts',
      'server/testing/open-for-suite.ts': '../app.ts',
      'shell/session/fake-host.tsx': '../boot/create-host.ts',
    }),
  ).toEqual([])
})

test('a room that is not in the table is refused once, wherever it is', () => {
  expect(
    findProblems({
      'server/new/a.ts': './b.ts',
      'server/new/b.ts': 'react',
      'server/releases/new/a.ts': '../storage/deltas.ts',
      'new/a.ts': 'react',
    }),
  ).toEqual([
    'new is not in the order of server: add it where it belongs.',
    'new is not in the order of server/releases: add it where it belongs.',
    'new is not in the order of .: add it where it belongs.',
    expect.stringContaining('new must not import storage'),
  ])
})

test('rooms without an order must not import each other in a circle, in new remotes and in any folder', () => {
  expect(
    findProblems({
      'remote-new/one/a.ts': '../two/b.ts',
      'remote-new/two/b.ts': '../three.ts',
      'remote-new/three.ts': './one/c.ts',
      'remote-new/one/d.ts': '../two/b.ts',
      'shell/layout/header/a.ts': '../footer/b.ts',
      'shell/layout/footer/b.ts': '../header/a.ts',
      'shell/layout/footer/c.ts': '../menu/c.ts',
    }),
  ).toEqual([
    'A circle in remote-new: one, three.ts, two import each other.',
    'A circle in shell/layout: footer, header import each other.',
  ])
})

test('another workspace is imported by the name of its package, and nothing outside the repository', () => {
  expect(
    findProblems({
      'remote-new/one/a.ts': '../../shared/kit/paths.ts',
      'remote-new/one/b.ts': '@portico/unknown/a.ts',
      'remote-new/one/c.ts': '../../../other/a.ts',
      'tools.config.ts': './tools/build/find-apps.ts',
    }),
  ).toEqual([
    '../../shared/kit/paths.ts is in another workspace: import it from @portico/kit.',
    'There is no package @portico/unknown.',
    '../../../other/a.ts is outside this repository.',
  ])
})

test('a package in a folder is a room of the root', () => {
  const order = {
    '.': ['remote-* > shared/kit', 'server > shared/protocol > shared/kit'],
    'shared/kit': ['ui'],
  }
  const check = (file: string, text: string) =>
    checkLayers([{ file, text }], {
      findOrder: parseLayers({ order }),
      packages: new Map([
        ['@portico/kit', 'shared/kit'],
        ['@portico/protocol', 'shared/protocol'],
      ]),
    }).map(({ message }) => message)
  expect(check('shared/protocol/release/a.ts', "import '@portico/kit/ui/button.tsx'")).toEqual([])
  expect(check('remote-new/a.ts', "import '@portico/protocol/release/a.ts'")).toEqual([
    '@portico/protocol/release/a.ts: remote-new must not import shared/protocol, by the order in the table of layers.',
  ])
  expect(check('shared/kit/new/a.ts', '')).toEqual([
    'new is not in the order of shared/kit: add it where it belongs.',
  ])
})

test('an order with a circle is refused', () => {
  expect(() => parseLayers({ order: { server: ['a > b', 'b > c, d', 'd > a'] } })).toThrow(
    'The order of server has a circle: a > b > d > a.',
  )
})

test('the documentation shows the table', () => {
  const shown = Object.entries(table.order).map(([folder, chains]) =>
    [folder === '.' ? 'workspaces' : folder, ...chains.map((chain) => `  ${chain}`)].join('\n'),
  )
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  expect(page).toContain(`\`\`\`text\n${shown.join('\n')}\n\`\`\``)
})
