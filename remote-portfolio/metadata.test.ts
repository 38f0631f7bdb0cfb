import { testSite as site } from '@portico/shared/testing/host.tsx'
import { expect, test } from 'vitest'
import { manifest } from './manifest.ts'
import { getMetadata as getHomeMetadata } from './pages/home/metadata.ts'
import { getProjectMetadata, getProjectQrMetadata } from './pages/project/project-metadata.ts'
import { sampleProjects } from './testing/sample-content.ts'

const { pages } = manifest
const pageAt = (path: string) => {
  const page = pages.find((candidate) => candidate.path === path)
  if (page === undefined) throw new Error(`The manifest has no page ${path}.`)
  return page
}

test('both paths of the home page share a canonical path and describe its owner', () => {
  const [first, second] = ['/', '/home'].flatMap((path) =>
    getHomeMetadata({ site, page: pageAt(path), pages }),
  )
  expect([first?.address, second?.address]).toEqual(['/', '/home'])
  expect([first?.canonical, second?.canonical]).toEqual(['/', '/'])
  expect(first?.jsonLd).toMatchObject([
    {
      '@type': 'ProfilePage',
      mainEntity: { '@type': 'Person', name: 'Sample Person', knowsAbout: ['Sampling', 'Testing'] },
    },
  ])
  expect(JSON.stringify(first)).not.toContain(site.email)
})

test('every case study has its own title, path and JSON-LD', () => {
  const entries = getProjectMetadata(sampleProjects, {
    site,
    page: { ...pageAt('/projects/:name'), path: '/mine/:name' },
  })
  expect(entries.map(({ address, title }) => [address, title])).toEqual([
    ['/mine/one', 'Project one'],
    ['/mine/two', 'Project two'],
    ['/mine/three', 'Project three'],
  ])
  expect(entries[0]?.jsonLd).toMatchObject([
    { '@type': 'CreativeWork', name: 'Project one', creator: { name: 'Sample Person' } },
  ])
})

test('every bot has a QR page', () => {
  const bots = sampleProjects.filter(({ bot }) => bot !== undefined)
  const entries = getProjectQrMetadata(sampleProjects, { site, page: pageAt('/projects/:name/qr') })
  expect(entries.map(({ address }) => address)).toEqual(bots.map(({ slug }) => `/projects/${slug}/qr`))
})

test.each(pages.filter(({ path }) => !path.includes(':')))('$path has a description', async (page) => {
  const { getMetadata } = await import(`./pages/${page.route}/metadata.ts`)
  const [entry] = getMetadata({ site, page, pages })
  expect(entry).toMatchObject({ address: page.path, description: expect.stringMatching(/\S/) })
})
