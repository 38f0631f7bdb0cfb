import { expect, test } from 'vitest'
import { ProjectsSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { createProject, createSampleContent, getSample } from '../../testing/sample-content.ts'
import { filterProjects } from './project-filter.ts'

test('tags are counted and sorted by use, then by name', () => {
  const projects = [
    createProject('a', { tags: ['web', 'bot'] }),
    createProject('b', { tags: ['web', 'api', 'web'] }),
  ]
  expect(
    getSample({
      selection: selections.projects,
      schema: ProjectsSchema,
      content: createSampleContent({ projects }),
    }).tags,
  ).toEqual([
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
  const { projects } = getSample({ selection: selections.projects, schema: ProjectsSchema })
  expect(filterProjects(projects, filter).map(({ slug }) => slug)).toEqual(slugs)
})
