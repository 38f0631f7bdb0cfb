import { expect, test } from 'vitest'
import { sampleProjects } from '../../testing/sample-content.ts'
import { filterProjects, tagsOf } from './project-filter.ts'

const project = (slug: string, tags: string[]) => ({ slug, name: slug, summary: slug, year: 2026, tags })

test('tags come with the number of their projects, the most used first, equal ones by name', () => {
  const projects = [project('a', ['web', 'bot']), project('b', ['web', 'api', 'web'])]
  expect(tagsOf(projects)).toEqual([
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
])('%j is wanted', (wanted, slugs) => {
  expect(filterProjects(sampleProjects, wanted).map(({ slug }) => slug)).toEqual(slugs)
})
