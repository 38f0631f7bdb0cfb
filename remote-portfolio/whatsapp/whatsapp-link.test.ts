import { expect, test } from 'vitest'
import { whatsappLink } from './whatsapp-link.ts'

test('a phone number becomes its digits', () => {
  expect(whatsappLink('+12025550143')).toBe('https://wa.me/12025550143')
})

test('a message is encoded into the link', () => {
  expect(whatsappLink('+12025550143', ' Hi & bye? 👋 ')).toBe(
    'https://wa.me/12025550143?text=Hi%20%26%20bye%3F%20%F0%9F%91%8B',
  )
})

test('a blank message is left out', () => {
  expect(whatsappLink('+12025550143', ' \n ')).toBe('https://wa.me/12025550143')
})

test('a cut emoji becomes a replacement character', () => {
  expect(whatsappLink('+12025550143', 'Hi \ud83d')).toBe('https://wa.me/12025550143?text=Hi%20%EF%BF%BD')
})
