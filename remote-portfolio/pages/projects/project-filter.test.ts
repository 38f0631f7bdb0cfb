import { expect, test } from 'vitest'
import { sampleProjects } from '../../testing/sample-content.ts'
import { countTags, filterProjects } from './project-filter.ts'

const project = (slug: string, tags: string[]) => ({
  slug,
  name: slug,
  summary: slug,
  year: 2026,
  tags,
  figures: [],
})

test('tags are counted and sorted by use, then by name', () => {
  const projects = [project('a', ['web', 'bot']), project('b', ['web', 'api', 'web'])]
  expect(countTags(projects)).toEqual([
    { tag: 'web', count: 2 },
    { tag: 'api', count: 1 },
    { tag: 'bot', count: 1 },
  ])
})

test.each([
  [{ tag: null, text: '' }, ['one', 'two', 'three']],
  [{ tag: 'web', text: '' }, ['two', 'three']],
  [{ tag: 'web', text: 'second' }, ['two']],
  [{ tag: null, text: '2024' }, ['one']],
  [{ tag: 'bot', text: 'second' }, []],
])('filtering by %j finds %j', (filter, slugs) => {
  expect(filterProjects(sampleProjects, filter).map(({ slug }) => slug)).toEqual(slugs)
})
