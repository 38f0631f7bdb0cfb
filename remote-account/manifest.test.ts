import { RemoteManifestSchema } from '@portico/shared/release/manifest.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { manifest } from './manifest.ts'
import { remote } from './remote.ts'

test('the pages, their access groups and titles are those of the specification', () => {
  expect(manifest.pages.map(({ path, access, title }) => [path, access, title])).toEqual([
    ['/auth/login', 'auth', 'Login'],
    ['/auth/register', 'auth', 'Register'],
    ['/auth', 'auth', 'Sign in'],
    ['/auth/google', 'auth', 'Sign in'],
    ['/profile/verify', 'verify', 'Email Verification'],
    ['/profile', 'private', 'Profile'],
    ['/profile/update', 'private', 'Update Profile'],
    ['/logout', 'logout', 'Logout'],
  ])
})

test('the manifest has the shape that the contract asks for', () => {
  expect(v.is(RemoteManifestSchema, manifest)).toBe(true)
})

test('the remote serves exactly the paths of its manifest', () => {
  expect(remote.routes.map(({ path }) => path)).toEqual(manifest.pages.map(({ path }) => path))
  expect(remote.contractVersion).toBe(manifest.contractVersion)
})

test('every route brings a component, the same each time', async () => {
  for (const { lazy } of remote.routes) {
    const { Component } = await lazy()
    expect(Component).toBeTypeOf('function')
    expect((await lazy()).Component).toBe(Component)
  }
})
