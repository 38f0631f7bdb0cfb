import { expect, test } from 'vitest'
import { listParameters, selectContent } from './content-selection.ts'

const content = {
  projects: [
    { slug: 'one', name: 'One', steps: [{ slug: 'a', text: 'A' }] },
    { slug: 'two', name: 'Two', steps: [] },
  ],
  story: 'Once',
}

test('a page gets the parts that it selects, with the fields that it shows', () => {
  const selection = { projects: { from: 'projects', fields: ['name'] }, text: { from: 'story' } }
  expect(selectContent(content, selection)).toEqual({
    projects: [{ name: 'One' }, { name: 'Two' }],
    text: 'Once',
  })
})

test('a parameter selects the item with this slug; without one there is no page', () => {
  const selection = { project: { from: 'projects.:name', fields: ['name'] } }
  expect(selectContent(content, selection, { name: 'two' })).toEqual({ project: { name: 'Two' } })
  for (const name of ['three', 'constructor', '0', undefined])
    expect(selectContent(content, selection, { name })).toBeNull()
})

test('a page exists without a part that is optional', () => {
  expect(selectContent(content, { sample: { from: 'sample' } })).toBeNull()
  expect(selectContent(content, { sample: { from: 'sample', isOptional: true } })).toEqual({})
})

test('a page has the addresses of the items that it selects', () => {
  expect(listParameters(content, { project: { from: 'projects.:name' } })).toEqual([
    { name: 'one' },
    { name: 'two' },
  ])
  const step = { project: { from: 'projects.:name' }, step: { from: 'projects.:name.steps.:step' } }
  expect(listParameters(content, step)).toEqual([{ name: 'one', step: 'a' }])
  expect(listParameters(content, { story: { from: 'story' } })).toEqual([{}])
})
