import { RemoteManifestSchema } from '@portico/kit/contract/manifest.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { manifest } from './manifest.ts'
import { remote } from './remote.ts'

test('pages, access groups and titles match the specification', () => {
  expect(manifest.pages.map(({ path, access, title }) => [path, access, title])).toEqual([
    ['/', 'open', 'HomePage'],
    ['/home', 'open', 'HomePage'],
    ['/about', 'private', 'About Us'],
    ['/cv', 'private', 'CV'],
    ['/contact', 'private', 'Contact Us'],
    ['/projects', 'private', 'Projects'],
    ['/projects/:name', 'private', 'Project'],
    ['/projects/:name/qr', 'private', 'Wa Bot Qr Gen'],
    ['/first-run', 'open', 'First Run'],
  ])
})

test('the manifest matches its schema', () => {
  expect(v.is(RemoteManifestSchema, manifest)).toBe(true)
})

test('the remote serves exactly the paths of its manifest', () => {
  expect(remote.routes.map(({ path }) => path)).toEqual(manifest.pages.map(({ path }) => path))
})

test('every route loads a component', async () => {
  const pages = await Promise.all(remote.routes.map((route) => route.lazy()))
  for (const { Component } of pages) expect(Component).toBeTypeOf('function')
})
