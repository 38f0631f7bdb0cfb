import { testSite as site } from '@portico/kit/testing/test-site.ts'
import { expect, test } from 'vitest'
import { BotSchema, ProjectPageSchema } from './content/schemas.ts'
import { selections } from './content/selections.ts'
import { manifest } from './manifest.ts'
import { getMetadata as getHomeMetadata } from './pages/home/metadata.ts'
import { getMetadata as getProjectMetadata } from './pages/project/metadata.ts'
import { getMetadata as getProjectQrMetadata } from './pages/project-qr/metadata.ts'
import { getSample, sampleImage } from './testing/sample-content.ts'

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

test('one entry describes the page of every project', () => {
  const content = getSample({
    selection: selections.project,
    schema: ProjectPageSchema,
    parameters: { name: 'two' },
  })
  const page = { ...pageAt('/projects/:name'), path: '/mine/:name' }
  expect(getProjectMetadata({ site, page, pages, content })).toMatchObject([
    {
      address: '/mine/two',
      title: 'Project two',
      description: 'The second',
      jsonLd: [
        {
          '@type': 'CreativeWork',
          name: 'Project two',
          creator: { name: 'Sample Person' },
          image: sampleImage.src,
        },
      ],
    },
  ])
})

test('one entry describes the QR page of every bot', () => {
  const content = getSample({ selection: selections.bot, schema: BotSchema, parameters: { name: 'one' } })
  const [entry] = getProjectQrMetadata({ site, page: pageAt('/projects/:name/qr'), pages, content })
  expect(entry?.address).toBe('/projects/one/qr')
})

test.each(pages.filter(({ path }) => !path.includes(':')))('$path has a description', async (page) => {
  const { getMetadata } = await import(`./pages/${page.route}/metadata.ts`)
  const [entry] = getMetadata({ site, page, pages })
  expect(entry).toMatchObject({ address: page.path, description: expect.stringMatching(/\S/) })
})
