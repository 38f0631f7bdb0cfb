import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import AES from 'crypto-js/aes.js'
import { expect, test } from 'vitest'
import { decodeSessionToken, encodeSessionToken } from './session-token.ts'

const ada: SessionRecord = { username: 'Ada ✓', done: true, isVerify: false, github: false, gmail: true }

test('a token decodes to its record', () => {
  expect(decodeSessionToken(encodeSessionToken(ada))).toEqual(ada)
})

test('a token reveals nothing about the record', () => {
  expect(atob(encodeSessionToken(ada))).not.toContain('Ada')
})

test('the same record has the same token, so that a page can compare it without decrypting it', () => {
  const { username, ...flags } = ada
  expect(encodeSessionToken({ ...flags, username })).toBe(encodeSessionToken(ada))
  expect(encodeSessionToken({ ...ada, github: true })).not.toBe(encodeSessionToken(ada))
})

test('an unknown field is dropped', () => {
  const more = { ...ada, password: 'never' }
  expect(decodeSessionToken(encodeSessionToken(more))).toEqual(ada)
})

const token = encodeSessionToken(ada)
const foreign = AES.encrypt(JSON.stringify(ada), 'the key of another site').toString()
const encrypted = (text: string) => AES.encrypt(text, 'portico/session-token/1').toString()

const unverified = { username: 'Ada ✓', done: true, isVerify: false, github: false, gmail: false }

test.each([
  { what: 'only a username and done', stored: { username: 'Ada ✓', done: true }, record: unverified },
  {
    what: 'one confirmation',
    stored: { username: 'Ada ✓', done: true, isVerify: true },
    record: { ...unverified, isVerify: true },
  },
  {
    what: 'truthy and falsy values',
    stored: { username: 'Ada ✓', done: 1, isVerify: null, github: 'octocat', gmail: '' },
    record: { ...unverified, github: true },
  },
  {
    what: 'a sign-in that is not completed',
    stored: { username: 'Ada ✓' },
    record: { ...unverified, done: false },
  },
])('a record with $what is complete', ({ stored, record }) => {
  expect(decodeSessionToken(encrypted(JSON.stringify(stored)))).toEqual(record)
})

test.each([
  { broken: 'no text at all', token: '' },
  { broken: 'text that is no ciphertext', token: '{"username":"Ada","done":true}' },
  { broken: 'a cut token', token: token.slice(0, -24) },
  { broken: 'a token of another key', token: foreign },
  { broken: 'text that is no JSON', token: encrypted('Ada') },
  { broken: 'JSON that is no record', token: encrypted('null') },
  { broken: 'a record without a username', token: encrypted(JSON.stringify({ ...ada, username: '' })) },
  { broken: 'a record whose username is no text', token: encrypted(JSON.stringify({ ...ada, username: 7 })) },
])('$broken has no record', ({ token }) => {
  expect(decodeSessionToken(token)).toBeNull()
})
