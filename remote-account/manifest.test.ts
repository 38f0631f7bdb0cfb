import { RemoteManifestSchema } from '@portico/kit/contract/manifest.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { manifest } from './manifest.ts'
import { remote } from './remote.ts'

test('pages, access groups and titles match the specification', () => {
  expect(manifest.pages.map(({ path, access, title }) => [path, access, title])).toEqual([
    ['/auth/login', 'auth', 'Login'],
    ['/auth/register', 'auth', 'Register'],
    ['/auth', 'auth', 'Log in'],
    ['/auth/google', 'auth', 'Log in'],
    ['/profile/verify', 'verify', 'Email Verification'],
    ['/profile', 'private', 'Profile'],
    ['/profile/update', 'private', 'Update Profile'],
    ['/logout', 'logout', 'Logout'],
  ])
})

test('the manifest matches its schema', () => {
  expect(v.is(RemoteManifestSchema, manifest)).toBe(true)
})

test('the remote serves exactly the paths of its manifest', () => {
  expect(remote.routes.map(({ path }) => path)).toEqual(manifest.pages.map(({ path }) => path))
})

test('every route loads a component, the same one each time', async () => {
  for (const { lazy } of remote.routes) {
    const { Component } = await lazy()
    expect(Component).toBeTypeOf('function')
    expect((await lazy()).Component).toBe(Component)
  }
})
