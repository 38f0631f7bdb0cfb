import { expect, test } from 'vitest'
import { requireStrongPassword } from './password-strength.ts'

const about = ['Grace.Hopper', 'admiral@navy.example', 'Portico']
const check = (password: string) => requireStrongPassword(password, { field: 'password', about })

test.each([
  'password',
  'Password1!',
  'P@ssw0rd',
  '12345678',
  '        ',
  'qwertyuiop',
  'aaaaaaaa',
  'letmein123',
  'passwordpassword',
  '20001231',
  'a'.repeat(128),
])('%j is easy to guess', async (password) => {
  await expect(check(password)).rejects.toMatchObject({
    code: 'invalid-request',
    details: { fields: { password: expect.stringContaining('easy to guess') } },
  })
})

test.each([
  'grace.hopper',
  'GraceHopper1',
  'admiral@navy.example',
  'navy.example',
  'portico1',
  'portico2026',
])('%j is close to what is known about the account', async (password) => {
  await expect(check(password)).rejects.toMatchObject({ code: 'invalid-request' })
})

test('a password that is close to the username says so', async () => {
  await expect(check('grace.hopper')).rejects.toMatchObject({
    details: { fields: { password: expect.stringContaining('your username or email') } },
  })
})

test.each([
  'correct horse battery',
  'kX9#mQ2p',
  'my dog is brown',
  'grace likes tall ships',
  'пароль из трёх слов',
  '合言葉は三つの単語',
])('%j is strong enough', async (password) => {
  await expect(check(password)).resolves.toBeUndefined()
})
