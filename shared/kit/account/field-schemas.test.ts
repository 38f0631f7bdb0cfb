import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { SignInSchema } from './account-api.ts'
import { CodeSchema, EmailSchema, NameSchema, TypedEmailSchema, UsernameSchema } from './field-schemas.ts'

describe('an email address', () => {
  test.each([
    [' Ada@Example.com ', 'ada@example.com'],
    ['ada@exämple.com', 'ada@xn--exmple-cua.com'],
    ['ada@EXÄMPLE.com', 'ada@xn--exmple-cua.com'],
    ['ada@exa\u0308mple.com', 'ada@xn--exmple-cua.com'],
    ['ada@xn--exmple-cua.com', 'ada@xn--exmple-cua.com'],
    ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
    ['ada@例え。com', 'ada@xn--r8jz45g.com'],
    ["O'Brien@example.com", "o'brien@example.com"],
    ["!#$%&'*+-/=?^_`{|}~@example.com", "!#$%&'*+-/=?^_`{|}~@example.com"],
    ['\u202aada@example.com\u202c', 'ada@example.com'],
    ['\u2068ada@exam\u00adple.com\u2069', 'ada@example.com'],
    ['ａｄａ＠example.com', 'ada@example.com'],
    ['ada@почта.рф', 'ada@xn--80a1acny.xn--p1ai'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    ['first.last+tag@mail.my-site.co.uk', 'first.last+tag@mail.my-site.co.uk'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(v.parse(EmailSchema, typed)).toBe(stored)
    expect(v.parse(EmailSchema, stored)).toBe(stored)
  })

  test('a domain that only looks like another one is another address', () => {
    expect(v.parse(EmailSchema, 'ada@ex\u0430mple.com')).not.toBe('ada@example.com')
  })

  test('the spelling that the visitor typed can be shown', () => {
    expect(v.parse(TypedEmailSchema, ' Ada@Exämple.com')).toBe('ada@exämple.com')
  })

  test.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@example',
    'ada@example..com',
    'ada@-example.com',
    'ada@exam ple.com',
    'ada@exam\u200cple.com',
    'ada@example.com:80',
    'ada@example.com/path',
    'ada@exa%6dple.com',
    'ada@127.0.0.1',
    'ada@1.2',
    'ada@[::1]',
    'ädä@example.com',
    'ada@evil.com@example.com',
    'ada,b@example.com',
    '"ada b"@example.com',
    '.ada@example.com',
    'ada..b@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a.'.repeat(120)}example.com`,
  ])('%j is rejected', (typed) => {
    expect(v.is(EmailSchema, typed)).toBe(false)
    expect(v.is(TypedEmailSchema, typed)).toBe(false)
  })
})

test('a pasted login and username lose their invisible characters', () => {
  const login = '\u202a Ada\u200b\u2069 '
  expect(v.parse(SignInSchema, { login, password: 'x' }).login).toBe('Ada')
  expect(v.parse(UsernameSchema, login)).toBe('Ada')
})

test.each(['', ' ', '\u200d', '\u3164\u3164', '\u2800', '\u00ad\ufe0f'])('%j is no name', (typed) => {
  expect(v.is(NameSchema, typed)).toBe(false)
})

test.each(['Ada', '李', '👩‍👩‍👧', 'نیلوفر'])('%s is a name', (typed) => {
  expect(v.parse(NameSchema, typed)).toBe(typed)
})

describe('an emailed code', () => {
  test.each([
    '472157',
    ' 472 157\u00a0',
    '472-157',
    '472\u2013157',
    '４７２１５７',
    'Code: 472157.',
    '\u200b472\u200d157\ufeff',
    '4 7 2 1 5 7',
    'Sent at 12:30: 472 157, for 30 minutes',
  ])('is found in %j', (typed) => {
    expect(v.parse(CodeSchema, typed)).toBe('472157')
  })

  test.each(['', '47215', '4721578', 'x', '472a157'])('is not found in %j', (typed) => {
    expect(v.is(CodeSchema, typed)).toBe(false)
  })
})
