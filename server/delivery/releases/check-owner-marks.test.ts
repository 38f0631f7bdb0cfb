import { writeMark } from '@portico/shared/site/owner-marks.ts'
import { expect, test } from 'vitest'
import { checkOwnerMarks } from './check-owner-marks.ts'

const check = (files: Readonly<Record<string, string>>) =>
  checkOwnerMarks(new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])))

test('prerendered HTML whose marks this server can fill passes', () => {
  expect(
    check({ 'prerendered/page-0.txt': `<h1>${writeMark('name')}</h1>`, 'main.js': writeMark('x') }),
  ).toBeNull()
})

test('a mark that this server does not know, or that it can’t fill safely, fails with the file', () => {
  const page = '<p></p>'
  expect(check({ 'prerendered/page-0.txt': page, 'prerendered/page-1.txt': writeMark('shoeSize') })).toEqual({
    message: expect.stringMatching(/^prerendered\/page-1\.txt: .*“shoeSize”/),
    hint: expect.stringContaining('If this site is older than the build, update it.'),
  })
  expect(check({ 'prerendered/frame-0.txt': `<a href="${writeMark('name')}">` })?.message).toMatch(
    /^prerendered\/frame-0\.txt: The page uses name as an address/,
  )
})
